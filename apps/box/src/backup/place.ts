import type { Machine } from '../machine.ts'
import { BackupFault } from './faults.ts'
import type { BackupSite } from './site.ts'

/** A file at a place. `at`: milliseconds since 1970. */
export type PlacedFile = { name: string; bytes: number; at: number }

/** Where sealed files are kept. Nothing of it is ever overwritten with other content. */
export type Place = {
  /** As people name it. */
  name: string
  /** @throws BackupFault away or full */
  put(path: string, name: string): Promise<void>
  get(name: string, path: string): Promise<void>
  /** The SHA-256 of what the place gives back. */
  sum(name: string): Promise<string>
  list(): Promise<PlacedFile[]>
  /** Whether it is gone. A place that refuses deletions keeps what a thief of this machine would delete. */
  remove(name: string): Promise<boolean>
}

const COPY_MS = 6 * 3_600_000
const LOOK_MS = 120_000
const isFull = (text: string): boolean => /no space left|quota|disk full|insufficient storage/i.test(text)
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

/** Runs something at a place. A failure is the place's. */
async function run(
  machine: Machine,
  place: string,
  file: string,
  [command, ...args]: readonly [string, ...string[]],
  options: { timeoutMs: number; env?: Record<string, string> },
): Promise<string> {
  const { code, stdout, stderr } = await machine.run(command, args, options)
  if (code === 0) return stdout
  if (isFull(stderr)) throw new BackupFault('full', { place, file })
  if (/no such file|not found|doesn't exist/i.test(stderr) && file !== '')
    throw new BackupFault('missing', { place, file })
  throw new BackupFault('away', { place, why: code === null ? 'no answer in time' : lastLine(stderr) })
}

/** A mounted folder. Without its mark it is not mounted, and the disk below it would fill. */
function folderPlace(machine: Machine, folder: string): Place {
  const at = (name: string): string => `${folder}/${name}`
  const sh = (file: string, text: string, ...args: string[]): Promise<string> =>
    run(machine, folder, file, ['sh', '-c', `set -eu; ${text}`, 'sh', ...args], { timeoutMs: COPY_MS })
  return {
    name: folder,
    async put(path, name) {
      const part = `${at(name)}.part-${machine.now()}`
      await sh(
        name,
        'test -d "$1" || { echo "$1 is not there" >&2; exit 1; }; cp "$2" "$3" || { rm -f "$3"; exit 1; }; sync "$3"; mv "$3" "$4"; sync "$1"',
        folder,
        path,
        part,
        at(name),
      )
    },
    get: async (name, path) => void (await sh(name, 'cp "$1" "$2"', at(name), path)),
    sum: async (name) => (await sh(name, 'sha256sum < "$1"', at(name))).slice(0, 64),
    async list() {
      const text = await sh('', 'test -d "$1"; find "$1" -maxdepth 1 -name "*.age" -printf "%f %s %T@\\n"', folder)
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [name = '', bytes, seconds] = line.split(' ')
          return { name, bytes: Number(bytes), at: 1000 * Number(seconds) }
        })
    },
    async remove(name) {
      const { code } = await machine.run('rm', ['-f', at(name)], { timeoutMs: LOOK_MS })
      return code === 0
    },
  }
}

type Remote = { name: string; root: string; env?: Record<string, string> }

/** SFTP, S3 and others, by rclone. */
function rclonePlace(machine: Machine, { name: place, root, env = {} }: Remote): Place {
  const rclone = async (file: string, timeoutMs: number, ...args: string[]): Promise<string> =>
    await run(
      machine,
      place,
      file,
      ['rclone', '--contimeout', '20s', '--retries', '2', '--low-level-retries', '3', ...args],
      {
        timeoutMs,
        env,
      },
    )
  const at = (name: string): string => `${root}/${name}`
  return {
    name: place,
    put: async (path, name) => void (await rclone(name, COPY_MS, 'copyto', '--ignore-times', path, at(name))),
    get: async (name, path) => void (await rclone(name, COPY_MS, 'copyto', at(name), path)),
    async sum(name) {
      const text = 'rclone --contimeout 20s cat "$1" > "$2" || exit 1; sha256sum < "$2"; rm "$2"'
      // A pipe would tell of its last command alone, so the bytes come to rest in between.
      const between = `/tmp/hc-read-back-${machine.now()}`
      const sum = await run(machine, place, name, ['sh', '-c', `umask 077; ${text}`, 'sh', at(name), between], {
        timeoutMs: COPY_MS,
        env,
      })
      return sum.slice(0, 64)
    },
    async list() {
      const text = await rclone('', LOOK_MS, 'lsjson', '--files-only', '--no-mimetype', root)
      return (JSON.parse(text) as { Name: string; Size: number; ModTime: string }[])
        .filter(({ Name }) => Name.endsWith('.age'))
        .map(({ Name, Size, ModTime }) => ({ name: Name, bytes: Size, at: Date.parse(ModTime) }))
    },
    async remove(name) {
      const { code } = await machine.run('rclone', ['--contimeout', '20s', 'deletefile', at(name)], {
        timeoutMs: LOOK_MS,
        env,
      })
      return code === 0
    },
  }
}

/** The place that BACKUP_TO names. @throws Error for what is no place */
export function placeOf(machine: Machine, { place, secrets }: Pick<BackupSite, 'place' | 'secrets'>): Place {
  if (place.startsWith('/')) return folderPlace(machine, place.replace(/\/+$/, ''))
  if (place.startsWith('rclone:')) {
    const root = place.slice('rclone:'.length).replace(/\/+$/, '')
    return rclonePlace(machine, { name: root, root, env: { RCLONE_CONFIG: `${secrets}/rclone.conf` } })
  }
  if (place.startsWith('sftp://')) {
    const { hostname, port, username, pathname } = new URL(place)
    const options = [
      `host=${hostname}`,
      `user=${decodeURIComponent(username)}`,
      `port=${port || '22'}`,
      `key_file=${secrets}/backup_ssh`,
      `known_hosts_file=${secrets}/backup_known_hosts`,
      // A place without a shell computes no sums; we read back.
      'shell_type=none',
      'disable_hashcheck=true',
    ]
    const folder = decodeURIComponent(pathname).replace(/^\/\.?\/?/, (start) => (start.includes('.') ? '' : '/'))
    return rclonePlace(machine, {
      name: place,
      root: `:sftp,${options.map((text) => (/[:,"]/.test(text) ? text.replace(/=(.*)$/, '="$1"') : text)).join(',')}:${folder.replace(/\/+$/, '')}`,
      env: { RCLONE_CONFIG: '/dev/null' },
    })
  }
  throw new Error(`BACKUP_TO names no place: ${place}. A folder, sftp://user@host/folder or rclone:REMOTE:FOLDER.`)
}
