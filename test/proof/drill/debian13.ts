import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mirrors } from '../box/root.ts'
import { needPackages, servant } from './packages.ts'

/** A root of Debian 13 with the packages of deploy/database/Containerfile, kept by the hash of their list. */
const folder = resolve(import.meta.dirname, '../../../.cache/cluster')

/** The packages that the image installs, and those that its base brings. */
export const imagePackages = (file = 'deploy/database/Containerfile'): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/apt-get install -y --no-install-recommends (.+?) \\$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  )

export type Root = {
  path: string
  /** The prefix that runs a command in it as the database user, and as root. */
  asUser: readonly string[]
  asRoot: readonly string[]
  close(): void
}

/** Opens it with `dir` at the same place inside. */
export function openDebian13(dir: string): Root {
  needPackages({
    '/usr/bin/mmdebstrap': 'mmdebstrap',
    '/usr/bin/setpriv': 'util-linux',
    '/usr/bin/openssl': 'openssl',
    '/usr/sbin/chroot': 'coreutils',
  })
  const names = [...imagePackages(), 'openssl', 'util-linux']
  const hash = createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 16)
  const path = join(folder, hash)
  if (!existsSync(path)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const next = `${path}.next`
    // Without the cluster that Debian would make, as in the image.
    const hook = `mkdir -p "$1/etc/postgresql-common" && echo 'create_main_cluster = false' > "$1/etc/postgresql-common/createcluster.conf"`
    const options = [
      '--quiet',
      '--variant=minbase',
      '--dpkgopt=force-confold',
      '--dpkgopt=force-unsafe-io',
      `--essential-hook=${hook}`,
    ]
    execFileSync('mmdebstrap', [...options, `--include=${names.join(',')}`, 'trixie', next, ...mirrors('trixie')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 1_200_000,
    })
    renameSync(next, path)
  }
  const run = (command: string, ...args: string[]): void => {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 60_000 })
  }
  // The database user has the number that files of the drill belong to.
  const { uid, gid } = servant() ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  run('chroot', path, 'groupmod', '-o', '-g', String(gid), 'postgres')
  run('chroot', path, 'usermod', '-o', '-u', String(uid), '-g', String(gid), 'postgres')
  const mounts: string[] = []
  const bind = (from: string): void => {
    const at = join(path, from)
    mkdirSync(at, { recursive: true })
    run('mount', '--bind', from, at)
    mounts.unshift(at)
  }
  bind(dir)
  bind('/proc')
  // Python's locks between processes are files here; without them Patroni makes no replica the primary.
  bind('/dev/shm')
  const asRoot = ['chroot', path]
  return {
    path,
    asRoot,
    asUser: [...asRoot, 'setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    close() {
      for (const at of mounts.splice(0)) run('umount', '-l', at)
      rmSync(join(path, dir), { recursive: true, force: true })
    },
  }
}
