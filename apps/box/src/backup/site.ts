import type { Machine, RunOptions } from '../machine.ts'
import { BackupFault } from './faults.ts'

/** What backups need to know of a box. */
export type BackupSite = {
  /** deploy/database/backup.sh of the release. */
  script: string
  /** Sealed files on their way to the place. PostgreSQL's archive_command writes here, too. */
  spool: string
  /** A folder for copies, on the disk of the database. */
  scratch: string
  /** A folder in memory. */
  run: string
  /** The owner's public keys, one a line. */
  recipients: string
  /** BACKUP_TO: a folder, sftp://user@host/folder, or rclone:REMOTE:FOLDER. */
  place: string
  /** Secrets of the place: `backup_ssh` with `backup_known_hosts`, or `rclone.conf`. */
  secrets: string
  /** Files and folders of the box that a restore needs, beside the database. */
  boxPaths: readonly string[]
  /** The release that runs. */
  version: string
  /** The folder of PostgreSQL's programs. */
  bin: string
  /** What is put in front of a command for it to run as the database's user; nothing if we are that user. */
  asDatabase: readonly string[]
  server: { host: string; port: number; database: string }
  /** The folder of the live server's data. */
  data: string
  /** The command that checks the books of DATABASE_URL: its exit code is 0 if none is broken. */
  doctor: readonly string[]
  /** Rows that are older cannot change any more. */
  restMs: number
}

/** What the copy's server is told by: its socket's folder and port. */
export type Server = BackupSite['server']

/** Runs a command as the user of the database. */
export const asDatabase = (
  machine: Machine,
  site: BackupSite,
  command: readonly string[],
  options: RunOptions = {},
): ReturnType<Machine['run']> => {
  const [first = '', ...rest] = [...site.asDatabase, ...command]
  return machine.run(first, rest, options)
}

/** Where the system's programs are; runuser is one of the administrator's. */
export const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
const HOUR_MS = 3_600_000

/** The text that a statement gives. It goes by the standard input, and values by JSON in quotes of their own. */
export async function sql(machine: Machine, site: BackupSite, server: Server, text: string): Promise<string> {
  const psql = [`${site.bin}/psql`, '-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1']
  const { host, port, database } = server
  const { code, stdout, stderr } = await asDatabase(
    machine,
    site,
    [...psql, '-h', host, '-p', String(port), '-d', database],
    { input: text, timeoutMs: 4 * HOUR_MS },
  )
  if (code !== 0) throw new BackupFault('database', { why: stderr.trim().split('\n')[0] ?? '' })
  return stdout.trim()
}

/** A value within a statement. */
export const quoted = (value: unknown): string => {
  const text = JSON.stringify(value)
  if (text.includes('$hc$')) throw new Error('a value with the mark of its own quotes')
  return `$hc$${text}$hc$`
}

/** Runs backup.sh. `key`: the private key, which it reads from its standard input. */
export async function script(
  machine: Machine,
  site: BackupSite,
  verb: readonly string[],
  options: { dir?: string; key?: string; env?: Record<string, string> } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { host, port } = site.server
  return await asDatabase(machine, site, ['sh', site.script, ...verb], {
    input: options.key ?? '',
    timeoutMs: 6 * HOUR_MS,
    env: {
      PATH: `${site.bin}:${SYSTEM_PATH}`,
      BACKUP_DIR: options.dir ?? site.spool,
      BACKUP_RECIPIENTS: site.recipients,
      BACKUP_TONIGHT: tonightOf(site),
      BACKUP_IDENTITY: '-',
      PGHOST: host,
      PGPORT: String(port),
      ...options.env,
    },
  })
}

/** The public half of tonight's key. */
export const tonightOf = (site: BackupSite): string => `${site.run}/tonight.pub`
