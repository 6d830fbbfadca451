import type { Machine } from '../machine.ts'
import { BackupFault, faultOf } from './faults.ts'
import type { Place } from './place.ts'
import { asDatabase, type BackupSite, script, type Server, sql, SYSTEM_PATH } from './site.ts'

/** A copy of the database beside the live one: what is fetched, opened and started for a proof or a restore. */
export type Copy = { folder: string; pg: string; log: string; sealed: string; box: string }
/** What a backup says of itself: a file in its box.tar. */
export type Note = { backup: string; version: string; major: string; taken: number }
export type Target = { name: string } | { time: string } | 'end'

const PORT = 5499
const UNIT = 'hc-copy'
const START_MS = 4 * 3_600_000
const POLL_MS = 200

export function copyAt(site: BackupSite, name: string): Copy {
  const folder = `${site.scratch}/${name}`
  return { folder, pg: `${folder}/pg`, log: `${folder}/log`, sealed: `${folder}/sealed`, box: `${folder}/box.tar` }
}

/** Makes the copy's empty folders. Its parent belongs to root, its content to the database's user alone. */
export async function makeCopy(machine: Machine, site: BackupSite, copy: Copy): Promise<void> {
  // What a killed command left.
  await stopCopy(machine, site, copy)
  await machine.run('systemctl', ['stop', UNIT])
  await machine.files.remove(copy.folder)
  for (const folder of [copy.folder, copy.log, copy.sealed]) await machine.run('mkdir', ['-p', '-m', '700', folder])
  await machine.run('chown', ['-R', `--reference=${site.data}`, copy.folder])
}

/** Refuses a copy for which there is no room. */
export async function needRoom(machine: Machine, site: BackupSite, bytes: number): Promise<void> {
  const { stdout } = await machine.run('df', ['-B1', '--output=avail', site.scratch])
  const free = Number(stdout.split('\n')[1])
  const gb = (n: number): string => (n / 1e9).toFixed(1)
  if (free < bytes) throw new BackupFault('disk', { needs: gb(bytes), free: gb(free) })
}

/** Brings a file from the place, readable for the database's user. */
async function bring(machine: Machine, site: BackupSite, place: Place, copy: Copy, file: string): Promise<number> {
  const path = `${copy.sealed}/${file}`
  await place.get(file, path)
  await machine.run('chown', [`--reference=${site.data}`, path])
  return Number((await machine.run('stat', ['-c', '%s', path])).stdout)
}

/** The box.tar of a backup, opened: its note. */
export async function openBox(
  machine: Machine,
  site: BackupSite,
  place: Place,
  copy: Copy,
  backup: string,
  key: string,
): Promise<{ note: Note; bytes: number }> {
  const bytes = await bring(machine, site, place, copy, `${backup}.box.age`)
  const opening = 'sh "$0" open "$1" > "$2"'
  const { code, stderr } = await asDatabase(
    machine,
    site,
    ['sh', '-c', opening, site.script, `${backup}.box`, copy.box],
    { input: key, env: { PATH: SYSTEM_PATH, BACKUP_DIR: copy.sealed, BACKUP_IDENTITY: '-' }, timeoutMs: START_MS },
  )
  if (code !== 0) throw faultOf(stderr, `${backup}.box.age`)
  const note = await machine.run('tar', ['-xOf', copy.box, `${site.run.slice(1)}/note.json`])
  if (note.code !== 0) throw new BackupFault('damaged', { file: `${backup}.box.age` })
  return { note: JSON.parse(note.stdout) as Note, bytes }
}

/** Fetches and opens the base and its log. `until`: the last segment that is needed; '': all there are. */
export async function openBase(
  machine: Machine,
  site: BackupSite,
  place: Place,
  copy: Copy,
  { backup, until, key }: { backup: string; until: string; key: string },
): Promise<number> {
  let bytes = await bring(machine, site, place, copy, `${backup}.age`)
  const base = await script(machine, site, ['unpack', backup, copy.pg], { dir: copy.sealed, key })
  if (base.code !== 0) throw faultOf(base.stderr, `${backup}.age`)
  await machine.run('chmod', ['700', copy.pg])
  await machine.files.remove(`${copy.sealed}/${backup}.age`)
  const label = (await machine.files.read(`${copy.pg}/backup_label`)) ?? ''
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (first === undefined) throw new BackupFault('manifest', { backup, why: 'it has no backup_label' })
  const files = (await place.list()).map(({ name }) => name.replace(/\.age$/, ''))
  const log = files.filter(
    (name) =>
      // A base knows its own timeline, and those before it; only what came after it is told by such a file.
      (/^[0-9A-F]{8}\.history$/.test(name) && name.slice(0, 8) > first.slice(0, 8)) ||
      (/^[0-9A-F]{24}$/.test(name) && name >= first && (until === '' || name <= until)),
  )
  for (const name of [first, until]) {
    if (name !== '' && !log.includes(name)) throw new BackupFault('missing', { file: `${name}.age`, place: place.name })
  }
  for (const name of log.toSorted()) {
    bytes += await bring(machine, site, place, copy, `${name}.age`)
    const { code, stderr } = await script(machine, site, ['fetch', name, `${copy.log}/${name}`], {
      dir: copy.sealed,
      key,
    })
    if (code !== 0) throw faultOf(stderr, `${name}.age`)
    await machine.files.remove(`${copy.sealed}/${name}.age`)
  }
  const verified = await asDatabase(machine, site, [`${site.bin}/pg_verifybackup`, '-n', '-q', copy.pg], {
    timeoutMs: START_MS,
  })
  if (verified.code !== 0)
    throw new BackupFault('manifest', { backup, why: verified.stderr.trim().split('\n')[0] ?? '' })
  return bytes
}

const targetOf = (target: Target): string =>
  target === 'end'
    ? ''
    : 'name' in target
      ? `recovery_target_name = '${target.name}'\n`
      : `recovery_target_time = '${target.time}'\n`

/** The settings that the copy's server must have at least as large as the server of the backup. */
async function standbySettings(machine: Machine, site: BackupSite, pg: string): Promise<string> {
  const { stdout } = await asDatabase(machine, site, [`${site.bin}/pg_controldata`, pg])
  return [...stdout.matchAll(/^(max_\w+) setting:\s+(\d+)$/gm)]
    .map(
      ([, name = '', n]) =>
        `${name.replace(/_xacts?$/, (end) => `_transaction${end === '_xacts' ? 's' : ''}`)} = ${n}\n`,
    )
    .join('')
}

/**
 * Starts a server on the copy, which replays the log up to the target. It has 64 MB, the least weight, and, where
 * systemd can give it, no network at all. Settings of the live server do not reach it.
 */
export async function recover(machine: Machine, site: BackupSite, copy: Copy, target: Target): Promise<Server> {
  const { folder, pg, log } = copy
  const server = { ...site.server, host: folder, port: PORT }
  const config = `listen_addresses = ''
unix_socket_directories = '${folder}'
port = ${PORT}
hba_file = '${folder}/hba.conf'
ident_file = '${folder}/ident.conf'
shared_buffers = 64MB
archive_mode = off
logging_collector = off
log_destination = 'stderr'
ssl = off
restore_command = 'cp "${log}/%f" "%p"'
recovery_target_action = 'promote'
${targetOf(target)}${await standbySettings(machine, site, pg)}`
  const files = { 'copy.conf': config, 'hba.conf': 'local all all trust\n', 'ident.conf': '' }
  for (const [name, content] of Object.entries(files)) await machine.files.write(`${folder}/${name}`, content, 0o644)
  // What the live server was told by alter system is put back before the copy takes its place.
  await machine.run('mv', [`${pg}/postgresql.auto.conf`, `${folder}/live.auto.conf`])
  await machine.files.write(`${pg}/postgresql.auto.conf`, '', 0o600)
  await machine.files.write(`${pg}/recovery.signal`, '', 0o600)
  await machine.run('chown', ['-R', `--reference=${site.data}`, folder])
  const hasSystemd = await machine.files.exists('/run/systemd/system')
  const postgres = ['-D', pg, '-c', `config_file=${folder}/copy.conf`]
  const output = `${folder}/server.log`
  const user = `User=${(await ownerOf(machine, site)) || 'postgres'}`
  const weights = ['PrivateNetwork=yes', 'Nice=19', 'CPUWeight=1', 'IOWeight=1', 'KillSignal=SIGINT']
  const properties = [user, ...weights, `StandardError=append:${output}`].flatMap((text) => ['-p', text])
  const limits = [`--unit=${UNIT}`, '--collect', '-q', ...properties]
  const nicely = ['nice', '-n', '19', `${site.bin}/pg_ctl`, '-D', pg, '-l', output, '-W', '-s']
  const { code, stderr } = hasSystemd
    ? await machine.run('systemd-run', [...limits, `${site.bin}/postgres`, ...postgres])
    : await asDatabase(machine, site, [...nicely, '-o', postgres.slice(2).join(' '), 'start'])
  if (code !== 0) throw new BackupFault('recovery', { why: stderr.trim().split('\n')[0] ?? '' })
  const end = machine.now() + START_MS
  for (;;) {
    const state = await sql(machine, site, server, 'select pg_is_in_recovery()').catch(() => 'starts')
    if (state === 'f') return server
    const alive = await asDatabase(machine, site, [`${site.bin}/pg_ctl`, '-D', pg, 'status'])
    const text = (await machine.files.read(output)) ?? ''
    // A server that begins has no file of its process yet.
    const hasFailed = alive.code !== 0 && /FATAL|PANIC|shut down/.test(text)
    if (hasFailed || machine.now() > end) {
      if (text.includes('before configured recovery target was reached')) throw new BackupFault('logEnds')
      const why = text.split('\n').filter((line) => /FATAL|PANIC/.test(line))
      throw new BackupFault('recovery', { why: why.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it did not end' })
    }
    await machine.pause(POLL_MS)
  }
}

const ownerOf = async (machine: Machine, site: BackupSite): Promise<string> =>
  (await machine.run('stat', ['-c', '%U', site.data])).stdout.trim()

/** Stops the copy's server, if it runs. */
export async function stopCopy(machine: Machine, site: BackupSite, { pg }: Copy): Promise<void> {
  if (!(await machine.files.exists(`${pg}/postmaster.pid`))) return
  await asDatabase(machine, site, [`${site.bin}/pg_ctl`, '-D', pg, '-m', 'fast', '-w', '-s', 'stop'])
}

/** The address of a server on a socket. */
export const urlOf = (user: string, { host, port, database }: Server): string =>
  `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`

/** Checks the books of the copy. @throws BackupFault if an invariant is broken */
export async function doctor(machine: Machine, site: BackupSite, server: Server): Promise<void> {
  const user = (await ownerOf(machine, site)) || 'postgres'
  const { code, stdout, stderr } = await asDatabase(machine, site, site.doctor, {
    env: { PATH: SYSTEM_PATH, DATABASE_URL: urlOf(user, server) },
    timeoutMs: START_MS,
  })
  if (code === 0) return
  const broken = stdout.split('\n').find((line) => line.startsWith('BROKEN'))
  throw new BackupFault('doctor', {
    why: (broken ?? `${stderr}${stdout}`.trim().split('\n').at(-1) ?? '').slice(0, 300),
  })
}
