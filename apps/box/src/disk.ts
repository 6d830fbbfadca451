import type { Machine } from './machine.ts'
import { paths } from './paths.ts'
import { must } from './steps.ts'

/** The disk of a box: what is large on it, and what happens by itself when it fills. */
const GB = 1024 ** 3
export const RESERVE_BYTES = GB / 2
/** Bytes that are free. Below each of them, the next thing happens. */
export const levels = {
  /** Above it, what was given back is set aside again. */
  well: 5 * GB,
  /** Copies that nobody works on, old releases and old lines of the log go. Above it, sales open again. */
  tidy: 2 * GB,
  /** Sales close by themselves: what was ordered is paid, delivered and refunded. */
  close: GB,
  /** The reserve is given back, so that the database can write. */
  reserve: GB / 8,
} as const
/** What the audit calls the one who closed the sales. */
const BY = 'hc look'

export type Disk = { free: number; whole: number }
/** The disk of the database; null: df does not say. */
export async function diskOf(machine: Machine): Promise<Disk | null> {
  const { stdout } = await machine.run('df', ['-B1', '--output=avail,size', '/var/lib/postgresql'])
  const [free, whole] = (stdout.split('\n')[1] ?? '').trim().split(/\s+/).map(Number)
  return Number.isFinite(free) && Number.isFinite(whole) ? { free: free ?? 0, whole: whole ?? 0 } : null
}

export type Part = { part: string; path: string; bytes: number; goes: string }
/** What a box fills its disk with, the largest first. `goes`: what makes it smaller. */
export async function partsOfDisk(machine: Machine, major: string): Promise<Part[]> {
  const data = `/var/lib/postgresql/${major}`
  const formers = (await machine.files.list(data)).filter((name) => /^hc\.(before-|failed)/.test(name))
  const rows: readonly (readonly [string, string, string])[] = [
    ['database', `${data}/hc/base`, 'the shop’s own rows'],
    ['log of the database', `${data}/hc/pg_wal`, 'hc ship: the place takes it'],
    ['sealed files that wait', paths.spool, 'hc ship: the place takes them'],
    ['copies of a proof or restore', `${data}/hc-copies`, 'goes by itself below 2 GB'],
    ...formers.map((name) => ['database before a restore', `${data}/${name}`, `rm -r ${data}/${name}`] as const),
    ['releases', paths.releases, 'hc versions --prune'],
    ['log', '/var/log/journal', 'journalctl --namespace=+hc --vacuum-size=200M'],
    ['packages of Debian', '/var/cache/apt', 'apt-get clean'],
    ['reserve', paths.reserve, 'hc disk --free'],
  ]
  const sizes: Part[] = []
  for (const [part, path, goes] of rows) {
    const { stdout } = await machine.run('du', ['-sxB1', path], { timeoutMs: 120_000 })
    const bytes = Number(stdout.split('\t')[0])
    if (bytes > 0) sizes.push({ part, path, bytes, goes })
  }
  return sizes.toSorted((a, b) => b.bytes - a.bytes)
}

export async function freeReserve(machine: Machine): Promise<boolean> {
  if (!(await machine.files.exists(paths.reserve))) return false
  await machine.files.remove(paths.reserve)
  return true
}

/** A statement of the shop's; null: the database does not answer. */
async function askShop(machine: Machine, text: string): Promise<string | null> {
  const psql = ['-u', 'postgres', '--', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', '-d', 'hc_portal']
  const { code, stdout } = await machine.run('runuser', psql, { input: text, timeoutMs: 20_000 })
  return code === 0 ? stdout.trim() : null
}

/** The name of the one that closed the sales last, if they are closed. */
const closedBy = (machine: Machine): Promise<string | null> =>
  askShop(
    machine,
    `select case when o.state = 'closed' then o.by else '' end from opening o order by o.opening_id desc limit 1`,
  )

async function tidy(machine: Machine, major: string): Promise<void> {
  const copies = `/var/lib/postgresql/${major}/hc-copies`
  // While a command is at work, the copy is its own.
  if (!(await machine.files.exists(`${paths.run}/lock`)))
    for (const name of ['proof', 'restore', 'key', 'settings']) await machine.files.remove(`${copies}/${name}`)
  const links = await Promise.all(
    [paths.current, paths.previous, `${paths.slots}/blue`, `${paths.slots}/green`].map((link) =>
      machine.run('readlink', ['-f', link]),
    ),
  )
  const inUse = new Set(links.map(({ stdout }) => stdout.trim()))
  if (!(await machine.files.exists(`${paths.run}/lock`)))
    for (const name of await machine.files.list(paths.releases))
      if (!inUse.has(`${paths.releases}/${name}`)) await machine.files.remove(`${paths.releases}/${name}`)
  await machine.run('journalctl', ['--namespace=+hc', '--vacuum-size=200M'])
  await machine.run('apt-get', ['clean'])
}

/**
 * The look of each minute at the disk. It closes the sales before the database stops, gives the reserve back to a
 * database that could not write, and opens what it closed.
 */
export async function careForDisk(machine: Machine, major: string, say: (text: string) => void): Promise<void> {
  let disk = await diskOf(machine)
  if (disk === null) return
  if (disk.free < levels.tidy) await tidy(machine, major)
  if (disk.free < levels.reserve && (await freeReserve(machine))) say('the reserve was given back: the disk is full')
  disk = (await diskOf(machine)) ?? disk
  await wakeDatabase(machine, major, disk, say)
  if (disk.free < levels.close) {
    const did = await askShop(
      machine,
      `select did from close_shop('shop', '${BY}', 'less than 1 GB of the disk is free')`,
    )
    if (did === 't') say('sales are closed: less than 1 GB of the disk is free')
  } else if (disk.free > levels.tidy && (await closedBy(machine)) === BY) {
    const did = await askShop(machine, `select did from open_shop('shop', '${BY}', 'the disk has room again')`)
    if (did === 't') say('sales are open again: the disk has room')
  }
  if (disk.free > levels.well && !(await machine.files.exists(paths.reserve))) {
    await must(machine, 'fallocate', ['-l', String(RESERVE_BYTES), paths.reserve])
    say('512 MB are set aside again')
  }
}

/** A database that ended because it could not write starts again. One that was stopped by hand stays so. */
async function wakeDatabase(machine: Machine, major: string, disk: Disk, say: (text: string) => void): Promise<void> {
  const unit = `postgresql@${major}-hc.service`
  if (disk.free < levels.reserve || (await isUp(machine, major))) return
  // Its supervisor believes it runs, or saw it fail.
  if ((await machine.run('systemctl', ['is-active', unit])).stdout.trim() === 'inactive') return
  await machine.run('systemctl', ['restart', unit], { timeoutMs: 300_000 })
  say('the database had ended, and was started')
}

/** Whether the process runs that the database's own file names. */
async function isUp(machine: Machine, major: string): Promise<boolean> {
  const [pid = ''] = ((await machine.files.read(`/var/lib/postgresql/${major}/hc/postmaster.pid`)) ?? '').split('\n')
  return pid !== '' && (await machine.files.read(`/proc/${pid}/comm`))?.trim() === 'postgres'
}
