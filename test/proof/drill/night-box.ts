import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveSettings, boxSite, makeFolders } from '../../../apps/box/src/backup/box-site.ts'
import type { BackupParts } from '../../../apps/box/src/backup/command.ts'
import type { BackupSite } from '../../../apps/box/src/backup/site.ts'
import type { Machine } from '../../../apps/box/src/machine.ts'
import { paths } from '../../../apps/box/src/paths.ts'
import { realMachine as machine } from '../../../apps/box/src/real-machine.ts'
import { freePort } from '../../kit/shop.ts'

const postgresBin = (): string => {
  const root = '/usr/lib/postgresql'
  const majors = existsSync(root) ? readdirSync(root).filter((name) => Number(name) >= 15) : []
  const major = majors.toSorted((a, b) => Number(b) - Number(a))[0]
  if (major === undefined) throw new Error("Debian's PostgreSQL is not installed: apt-get install postgresql")
  return join(root, major, 'bin')
}

/** A cluster as on a box: a user of its own, a socket, sums of its pages, and its log into the spool. */
export async function openCluster(
  dir: string,
): Promise<{ site: BackupSite; start: () => void; stop: () => void; url: string }> {
  const bin = postgresBin()
  const at = (name: string): string => join(dir, name)
  for (const folder of ['place', 'run', 'secrets', 'etc', 'socket']) mkdirSync(at(folder))
  cpSync('deploy/database/backup.sh', at('backup.sh'))
  const as = (...command: string[]): void => {
    execFileSync('runuser', ['-u', 'postgres', '--', ...command], { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' })
  }
  execFileSync('chown', ['postgres', at('socket')])
  const data = at('data')
  execFileSync('install', ['-d', '-o', 'postgres', '-m', '700', data])
  as(join(bin, 'initdb'), '-D', data, '-A', 'trust', '-U', 'postgres', '-k', '-E', 'UTF8', '--locale', 'C.UTF-8')
  const port = await freePort()
  const major = bin.split('/').at(-2) ?? ''
  const site: BackupSite = {
    ...boxSite({ place: at('place'), version: '1.4.0', major, port }),
    script: at('backup.sh'),
    spool: at('spool'),
    scratch: at('scratch'),
    run: at('run'),
    recipients: at('etc/backup.pub'),
    secrets: at('secrets'),
    boxPaths: [at('etc'), at('secrets')],
    server: { host: at('socket'), port, database: 'postgres' },
    data,
    doctor: ['sh', '-c', `cd ${process.cwd()} && exec ${process.execPath} apps/server/src/commands/doctor.ts`],
    restMs: 1_000,
  }
  await makeFolders(machine, site)
  const settings = `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${dir}/socket'
max_connections = 60
${archiveSettings(site)}archive_timeout = 10
`
  writeFileSync(join(data, 'postgresql.auto.conf'), settings)
  const start = (): void => as(join(bin, 'pg_ctl'), '-D', data, '-l', join(data, 'server.log'), '-w', '-s', 'start')
  const stop = (): void => as(join(bin, 'pg_ctl'), '-D', data, '-m', 'fast', '-w', '-s', 'stop')
  // The settings of the box, for box.tar.
  writeFileSync(at('etc/shop.env'), 'PUBLIC_URL=https://shop.example.com\n')
  writeFileSync(at('secrets/SESSION_SECRET'), 'a secret of the drill\n', { mode: 0o600 })
  return { site, start, stop, url: `postgresql://postgres@127.0.0.1:${port}/postgres` }
}

/** This machine, with the journal of steps in the drill's own folder. */
function drillMachine({ run: folder }: BackupSite): Machine {
  const at = (path: string): string => path.replace(paths.journal, `${folder}/journal`)
  const { read, write, remove, list, exists } = machine.files
  const files: Machine['files'] = {
    read: (path) => read(at(path)),
    write: (path, content, mode) => write(at(path), content, mode),
    remove: (path) => remove(at(path)),
    list: (path) => list(at(path)),
    exists: (path) => exists(at(path)),
  }
  return { ...machine, files }
}

/** Runs a command of the box, and gives its exit code and words. */
export function operator(site: BackupSite, typed: readonly string[] = []) {
  return async (work: (parts: BackupParts) => Promise<number>) => {
    const lines: string[] = []
    const answers = [...typed]
    const io = {
      out: (text: string) => void lines.push(text),
      ask: () => Promise.resolve(answers.shift() ?? ''),
      by: 'ada',
    }
    const code = await work({ machine: drillMachine(site), site, io })
    return { code, text: lines.join('\n') }
  }
}

/** Changes one byte in the middle of a file, and gives what changes it back. */
export function flip(path: string): () => void {
  const bytes = readFileSync(path)
  const at = Math.floor(bytes.length / 2)
  const change = (): void => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  change()
  return change
}
