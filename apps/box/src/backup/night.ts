import { levels } from '../disk.ts'
import type { Machine } from '../machine.ts'
import { copyAt, doctor, makeCopy, needRoom, openBase, openBox, recover, stopCopy } from './copy.ts'
import { BackupFault, faultOf, type FaultKey } from './faults.ts'
import { nameOf, overdue } from './kept.ts'
import type { Place } from './place.ts'
import { type BackupSite, quoted, script, type Server, sql, tonightOf } from './site.ts'
import { notePlace, ship, tryDelete, waiting } from './ship.ts'

/** A backup that was taken. `segment`: the piece of log with the point `mark`, which was made after the base. */
export type FreshBackup = { name: string; taken: number; mark: string; markedAt: number; segment: string }

const ARCHIVE_MS = 120_000
const POLL_MS = 250

/** Waits until PostgreSQL has handed over a piece of its log. @throws BackupFault if it does not */
export async function archived(machine: Machine, site: BackupSite, segment: string): Promise<void> {
  const end = machine.now() + ARCHIVE_MS
  for (;;) {
    for (const kind of ['age', 'shipped']) if (await machine.files.exists(`${site.spool}/${segment}.${kind}`)) return
    if (machine.now() > end) {
      const why = await sql(machine, site, site.server, 'select last_failed_wal from pg_stat_archiver')
      throw new BackupFault('archive', { why: why === '' ? 'archive_command is not set' : `${why} failed` })
    }
    await machine.pause(POLL_MS)
  }
}

/** Takes a base, the log up to a named point after it, and box.tar: what a restore needs, sealed in the spool. */
export async function makeBackup(machine: Machine, site: BackupSite): Promise<FreshBackup> {
  const takenMs = machine.now()
  const name = nameOf(takenMs)
  const base = await script(machine, site, ['base', name])
  if (base.code !== 0)
    throw new BackupFault('sealing', { file: `${name}.age`, why: base.stderr.trim().split('\n').at(-1) ?? '' })
  const mark = `hc_${name.slice('base-'.length)}`
  const text = `select pg_walfile_name(pg_create_restore_point('${mark}')) || ' ' ||
    (extract(epoch from clock_timestamp()) * 1000)::bigint || ' ' || (current_setting('server_version_num')::int / 10000)`
  const [segment = '', markedAt = '', major = ''] = (await sql(machine, site, site.server, text)).split(' ')
  await sql(machine, site, site.server, 'select pg_switch_wal()')
  await archived(machine, site, segment)
  const note = `${site.run}/note.json`
  await machine.files.write(note, JSON.stringify({ backup: name, version: site.version, major, taken: takenMs }), 0o600)
  // Secrets belong to root, so root seals them.
  const rooted = { ...site, asDatabase: [] }
  const paths = [note, ...site.boxPaths].map((path) => path.replace(/^\//, ''))
  const box = await script(machine, rooted, ['pack', `${name}.box`, ...paths])
  await machine.files.remove(note)
  if (box.code !== 0) throw faultOf(box.stderr, `${name}.box.age`)
  return { name, taken: takenMs, mark, markedAt: Number(markedAt), segment }
}

/** Brings a fresh backup to its place. @throws the place's fault */
async function bringOut(machine: Machine, site: BackupSite, place: Place): Promise<void> {
  const { fault } = await ship(machine, site, place)
  if (fault) throw fault
}

/** A backup without a proof. */
export async function backupNow(machine: Machine, site: BackupSite, place: Place): Promise<FreshBackup> {
  const fresh = await makeBackup(machine, site)
  await bringOut(machine, site, place)
  return fresh
}

type Difference = {
  day: string
  tbl: string
  n: number
  has: number
  from: number
  to: number
  sum: string
  hash: string
}
const inWords = (differences: readonly Difference[]): string =>
  differences
    .slice(0, 5)
    .map(
      ({ day, tbl, n, has }) => `${tbl} of ${day} ${n === has ? 'has changed rows' : `has ${has} rows and not ${n}`}`,
    )
    .join('; ') + (differences.length > 5 ? `; and ${differences.length - 5} more` : '')

/** Compares the history of the copy with that of the shop, day by day. @throws BackupFault */
async function compare(machine: Machine, site: BackupSite, server: Server, untilMs: number): Promise<void> {
  const live = await sql(machine, site, site.server, `select desk.digests_to_prove(to_timestamp(${untilMs / 1000}))`)
  const ask = (digests: string): string => `select desk.digests_that_differ($hc$${digests}$hc$)`
  const differ = JSON.parse(await sql(machine, site, server, ask(live))) as Difference[]
  if (differ.length === 0) return
  // If the shop has itself other rows than it noted for a day, its own history was changed by hand.
  const liveDiffers = JSON.parse(await sql(machine, site, site.server, ask(JSON.stringify(differ)))) as Difference[]
  throw liveDiffers.length === differ.length
    ? new BackupFault('changed', { what: inWords(liveDiffers) })
    : new BackupFault('differs', { what: inWords(differ) })
}

/** Faults after which nothing was compared: they say nothing of the backup itself. */
const UNPROVED: ReadonlySet<FaultKey> = new Set(['disk', 'away', 'full', 'archive'])

export type Proof = { backup: string; seconds: number; equal: boolean | null; until: number | null; detail: string }

/** Restores a backup from its place by tonight's key, and compares it with the shop. The copy is removed afterwards. */
export async function prove(
  machine: Machine,
  site: BackupSite,
  place: Place,
  fresh: FreshBackup,
  key: string,
): Promise<Proof> {
  const startMs = machine.now()
  const copy = copyAt(site, 'proof')
  const until = fresh.markedAt - site.restMs
  let bytes = 0
  let fault: BackupFault | null = null
  try {
    const size = Number(await sql(machine, site, site.server, 'select sum(pg_database_size(oid)) from pg_database'))
    // Below this a proof rests: the shop's own rows go before.
    await needRoom(machine, site, 1.3 * size + levels.tidy)
    await makeCopy(machine, site, copy)
    bytes += (await openBox(machine, site, place, copy, fresh.name, key)).bytes
    bytes += await openBase(machine, site, place, copy, { backup: fresh.name, until: fresh.segment, key })
    const server = await recover(machine, site, copy, { name: fresh.mark })
    await doctor(machine, site, server)
    await compare(machine, site, server, until)
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    fault = error
  } finally {
    await stopCopy(machine, site, copy)
    await machine.files.remove(copy.folder)
  }
  const seconds = Math.round((machine.now() - startMs) / 1000)
  const equal = fault === null ? true : UNPROVED.has(fault.key) ? null : false
  const proof = { backup: fresh.name, seconds, equal, until: equal ? until : null, detail: fault?.message ?? '' }
  const row = { ...proof, until: equal ? until / 1000 : null, place: place.name, taken: fresh.taken / 1000, bytes }
  await sql(machine, site, site.server, `select desk.note_proof(${quoted(row)})`)
  return proof
}

/** What is overdue goes, if the place allows it. It gives what went, and whether the place refused. */
export async function prune(machine: Machine, place: Place): Promise<{ gone: number; refused: boolean }> {
  let count = 0
  for (const { name } of overdue(await place.list(), machine.now())) {
    if (!(await place.remove(name))) return { gone: count, refused: true }
    count++
  }
  return { gone: count, refused: false }
}

/**
 * The night's work: a backup, its proof from the place, and what is overdue goes. Until the proof ends, a second key
 * opens what is sealed. It is in this process's memory alone; its public half is a file in memory.
 */
export async function night(machine: Machine, site: BackupSite, place: Place): Promise<Proof> {
  const { stdout } = await machine.run('age-keygen', [])
  const key = /^AGE-SECRET-KEY-1\w+$/m.exec(stdout)?.[0]
  const open = /^# public key: (age1\w+)$/m.exec(stdout)?.[1]
  if (key === undefined || open === undefined) throw new Error('age-keygen gave no key: apt install age')
  try {
    await machine.files.write(tonightOf(site), `${open}\n`, 0o644)
    const fresh = await makeBackup(machine, site)
    const { fault } = await ship(machine, site, place)
    if (fault) {
      const proof = { backup: fresh.name, seconds: 0, equal: null, until: null, detail: fault.message }
      const row = { ...proof, place: place.name, taken: fresh.taken / 1000, bytes: 0 }
      await sql(machine, site, site.server, `select desk.note_proof(${quoted(row)})`)
      return proof
    }
    const proof = await prove(machine, site, place, fresh, `${key}\n`)
    await tryDelete(machine, site, place)
    await prune(machine, place)
    // PostgreSQL asks again for a segment only after a crash, and soon.
    const marks = [site.spool, '-maxdepth', '1', '-name', '*.shipped', '-mtime', '+14', '-delete']
    await machine.run('find', marks)
    await notePlace(machine, site, await waiting(machine, site), null)
    return proof
  } finally {
    await machine.files.remove(tonightOf(site))
  }
}
