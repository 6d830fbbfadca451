import { withLock } from '../lock.ts'
import type { Machine } from '../machine.ts'
import { BackupFault, faultOf } from './faults.ts'
import type { Place } from './place.ts'
import { type BackupSite, quoted, script, sql } from './site.ts'

/** What is in the spool: sealed files in the order in which they go, the log first. */
export async function waiting(machine: Machine, { spool }: BackupSite): Promise<string[]> {
  const names = (await machine.files.list(spool)).filter((name) => name.endsWith('.age'))
  const isLog = (name: string): boolean => /^[0-9A-F]{8}/.test(name)
  return [...names.filter(isLog), ...names.filter((name) => !isLog(name))]
}

/** A deletion is seen at most so long after its time. */
const OVERLAP_S = 600

/** Seals the keyed hashes of players that were deleted since the last time, for a restore to delete them again. */
async function sealForgotten(machine: Machine, site: BackupSite): Promise<void> {
  const path = `${site.spool}/forgotten.known`
  const [place, cursor, ...recent] = ((await machine.files.read(path)) ?? '').split('\n')
  // A new place has none of them.
  const isNew = place !== site.place
  const since = isNew ? 0 : Number(cursor) - OVERLAP_S
  const lines = await sql(machine, site, site.server, `select forgotten(to_timestamp(${since}))`)
  const rows = lines.split('\n').flatMap((line) => {
    const [seconds, hash] = line.split(' ')
    return hash === undefined ? [] : [{ seconds: Number(seconds), hash }]
  })
  const earlier = new Set(isNew ? [] : recent)
  const added = rows.filter(({ hash }) => !earlier.has(hash))
  if (added.length === 0) return
  const name = `forgotten-${new Date(machine.now()).toISOString().replaceAll(/[-:.]/g, '')}`
  const { code, stderr } = await script(machine, site, ['seal', name], {
    key: added.map(({ hash }) => `${hash}\n`).join(''),
  })
  if (code !== 0) throw faultOf(stderr, `${name}.age`)
  const last = Math.max(...rows.map(({ seconds }) => seconds))
  const still = rows.filter(({ seconds }) => seconds >= last - OVERLAP_S).map(({ hash }) => hash)
  await machine.files.write(path, [site.place, last, ...still].join('\n'), 0o600)
}

/** A file is at its place once the place gave back the same bytes. Only then it leaves the spool. */
async function shipOne(machine: Machine, { spool }: BackupSite, place: Place, file: string): Promise<void> {
  const path = `${spool}/${file}`
  const { code, stdout } = await machine.run('sh', ['-c', 'sha256sum < "$1"', 'sh', path], { timeoutMs: 3_600_000 })
  // Another run took it.
  if (code !== 0) return
  await place.put(path, file)
  if ((await place.sum(file)) !== stdout.slice(0, 64)) throw new BackupFault('otherBytes', { place: place.name, file })
  const name = file.replace(/\.age$/, '')
  const sum = await machine.files.read(`${spool}/${name}.sum`)
  // PostgreSQL may ask for the same segment again after a crash.
  if (sum !== undefined) await machine.files.write(`${spool}/${name}.shipped`, sum, 0o644)
  await machine.files.remove(path)
  await machine.files.remove(`${spool}/${name}.sum`)
}

export type Shipped = { sent: number; waits: number; fault: BackupFault | null }

const WAIT_MS = 6 * 3_600_000
/** Brings the spool to the place, and notes at the desk what still waits. Two do not bring the same file. */
export async function ship(machine: Machine, site: BackupSite, place: Place): Promise<Shipped> {
  const lock = { file: `${site.run}/ship`, waitMs: WAIT_MS }
  return await withLock(machine, process.pid, 'hc ship', async () => await bringOut(machine, site, place), lock)
}

async function bringOut(machine: Machine, site: BackupSite, place: Place): Promise<Shipped> {
  let fault: BackupFault | null = null
  let count = 0
  try {
    // Backups go on without the database.
    await sealForgotten(machine, site).catch((error: unknown) => {
      if (!(error instanceof BackupFault && error.key === 'database')) throw error
    })
    for (const file of await waiting(machine, site)) {
      await shipOne(machine, site, place, file)
      count++
    }
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    fault = error
  }
  const left = await waiting(machine, site)
  await notePlace(machine, site, left, null)
  return { sent: count, waits: left.length, fault }
}

/** Notes the state of the place at the desk, if the database answers. `deletes`: null if nobody tried. */
export async function notePlace(
  machine: Machine,
  site: BackupSite,
  left: readonly string[],
  deletes: boolean | null,
): Promise<void> {
  const { stdout } = left[0]
    ? await machine.run('stat', ['-c', '%Y', ...left.map((file) => `${site.spool}/${file}`)])
    : { stdout: '' }
  const times = stdout.split('\n').flatMap((line) => (line === '' ? [] : [Number(line)]))
  const since = times.length > 0 ? Math.min(...times) : null
  const state = { place: site.place, waiting: left.length, since, deletes }
  await sql(machine, site, site.server, `select desk.note_place(${quoted(state)})`).catch((error: unknown) => {
    if (!(error instanceof BackupFault)) throw error
  })
}

/** Whether the place lets this machine delete, as a thief of it would. It leaves no file where it does. */
export async function tryDelete(machine: Machine, site: BackupSite, place: Place): Promise<boolean> {
  const path = `${site.run}/probe`
  await machine.files.write(path, 'May this machine delete?\n')
  try {
    await place.put(path, 'probe.age')
    const deletes = await place.remove('probe.age')
    await notePlace(machine, site, await waiting(machine, site), deletes)
    return deletes
  } finally {
    await machine.files.remove(path)
  }
}
