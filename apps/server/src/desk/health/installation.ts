import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import { errorCode } from '../../platform/error-code.ts'
import type { Query } from '../../platform/db.ts'
import type { Opening } from '../../shop/catalog/catalog.ts'

const LOOK_MS = 10_000
const HTTPS_PORT = 443
const DAY_S = 86_400
/** A shop's machine proves a backup each night. */
export const PROOF_S = 26 * 3_600
type Certificate = { endsMs: number } | { problem: string }

/** The end of the certificate that an address presents, by any issuer, read within a time limit. */
export async function certificateAt(url: URL, timeoutMs = LOOK_MS): Promise<Certificate> {
  const { hostname: host, port } = url
  return await new Promise((tell) => {
    // Reading the end needs no trusted certificate, and nothing is sent over the connection.
    const socket = connect({
      host,
      port: port === '' ? HTTPS_PORT : Number(port),
      rejectUnauthorized: false,
      ...(/^[\d.:[\]]+$/.test(host) ? {} : { servername: host }),
    })
    const timer = setTimeout(() => finish({ problem: 'ETIMEDOUT' }), timeoutMs)
    const finish = (certificate: Certificate): void => {
      clearTimeout(timer)
      socket.destroy()
      tell(certificate)
    }
    socket.on('error', (error) => finish({ problem: errorCode(error) || 'unknown' }))
    socket.on('secureConnect', () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to)
      finish(Number.isNaN(ends) ? { problem: 'unreadable' } : { endsMs: ends })
    })
  })
}

/** Stores once a day the size of the database and the end of the shop's certificate. Decision 449. */
export async function lookAround(q: Query, publicUrl: string, consoleUrl: string | null): Promise<void> {
  await q({ text: 'select desk.note_size()' })
  await lookAtCertificate(q, publicUrl)
  if (consoleUrl !== null) await lookAtCertificate(q, consoleUrl)
}

/** Stores the end of the certificate of an address. */
async function lookAtCertificate(q: Query, address: string): Promise<void> {
  const url = new URL(address)
  if (url.protocol !== 'https:') return
  const certificate = await certificateAt(url)
  const ends = 'endsMs' in certificate ? certificate.endsMs / 1000 : null
  await q({ text: 'select desk.note_certificate($1, to_timestamp($2), $3)' }, [
    url.host,
    ends,
    'problem' in certificate ? certificate.problem : '',
  ])
}

/** Reads the certificate of a new address at the start, not only at night. */
export async function lookSoon(q: Query, publicUrl: string): Promise<void> {
  const { protocol, host } = new URL(publicUrl)
  if (protocol !== 'https:') return
  await q(
    {
      text: `update chore set due_at = least(due_at, now()) where name = 'look_around'
        and not exists (select from desk.certificate where host = $1)`,
    },
    [host],
  )
}

/** Facts about the installation outside the shop's tables. */
export type House = {
  publicUrl: string
  /** The data directory, if this process runs the database itself; otherwise null. */
  databaseFolder: string | null
  /** It takes real money. */
  live: boolean
  /** Whether somebody outside is called each minute; null: nobody is, and the shop is no box, which should. */
  heartbeat: boolean | null
}
/** What is known of the proofs of backups, and of their place. Times in seconds since 1970; null: never. */
export type Proofs = {
  /** The last one, also if it could compare nothing (`equal` is null). */
  last: { at: number; equal: boolean | null; detail: string } | null
  /** The last one that found the copy to be the shop, up to `until`. */
  good: { at: number; seconds: number; until: number } | null
  keyOpened: number | null
  place: { waiting: number; since: number | null; deletes: boolean | null } | null
}
export type Watched = {
  /** The daily growth of the database in bytes, over the stored days; null: too few days. */
  growth: number | null
  backup: number | null
  proofs: Proofs
  certificate: { ends: number | null; looked: number } | null
  opening: Opening
  /** How HEARTBEAT_URL was called last; null: never. */
  heartbeat: { called: number; answered: number; detail: string } | null
  now: number
}

/** As Proofs. */
export const PROOFS = `select json_build_object(
    'last', (select json_build_object('at', extract(epoch from p.proved_at), 'equal', p.equal, 'detail', p.detail)
      from desk.backup_proof p order by p.proof_id desc limit 1),
    'good', (select json_build_object('at', extract(epoch from p.proved_at), 'seconds', p.seconds,
        'until', extract(epoch from p.last_moment)) from desk.backup_proof p where p.equal
      order by p.proof_id desc limit 1),
    'keyOpened', (select extract(epoch from max(k.opened_at)) from desk.backup_key k),
    'place', (select json_build_object('waiting', p.waiting, 'since', extract(epoch from p.waits_since),
      'deletes', p.deletes) from desk.backup_place p))`

export async function watched(q: Query, { publicUrl }: House): Promise<Watched> {
  const [row] = await q<Omit<Watched, 'certificate'> & { ends: number | null; looked: number | null }>(
    {
      text: `select (select ((max(d.bytes) filter (where d.day = x.last) - max(d.bytes) filter (where d.day = x.first))
              / (x.last - x.first))::float8
            from (select min(day) as first, max(day) as last from desk.database_day
               where day >= app_now()::date - 30) x
            join desk.database_day d on d.day in (x.first, x.last) where x.last > x.first
            group by x.first, x.last) as growth,
          (select extract(epoch from max(taken_at))::float8 from desk.backup_verified) as backup,
          (${PROOFS}) as proofs, shop_opening() as opening,
          (select json_build_object('called', extract(epoch from h.called_at), 'answered',
            coalesce(extract(epoch from h.answered_at), 0), 'detail', h.detail) from desk.outside_heartbeat h) as heartbeat,
          (select extract(epoch from ends_at)::float8 from desk.certificate where host = $1) as ends,
          (select extract(epoch from looked_at)::float8 from desk.certificate where host = $1) as looked,
          extract(epoch from app_now())::float8 as now`,
    },
    [new URL(publicUrl).host],
  )
  if (!row) throw new Error('the database gave no row')
  const { ends, looked, ...rest } = row
  return { ...rest, certificate: looked === null ? null : { ends, looked } }
}

/** Free and total space of the database's disk, in bytes; null if it is on another machine. */
export async function diskOf({ databaseFolder: folder }: House): Promise<{ free: number; whole: number } | null> {
  if (folder === null) return null
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, whole: blocks * bsize }
}

/** Whole days between two moments in seconds, at least none. */
export const daysOf = (seconds: number): number => Math.max(0, Math.floor(seconds / DAY_S))
