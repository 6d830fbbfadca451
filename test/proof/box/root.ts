import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { debianPackages } from '@hc/box/install/packages'

/**
 * A bare Debian, 13 or 12, as a server's first boot has it, and the packages that the box takes from Debian, as the
 * only source that a box of the proof has. Both are kept by the hash of their list.
 */
const debians = {
  '12': { suite: 'bookworm', postgres: '15' },
  '13': { suite: 'trixie', postgres: '17' },
} as const
export type Debian = keyof typeof debians
export const codenameOf = (debian: Debian): string => debians[debian].suite
export const postgresOf = (debian: Debian): string => debians[debian].postgres
const bare = [
  'systemd',
  'systemd-sysv',
  'dbus',
  'ca-certificates',
  'iproute2',
  'procps',
  'netbase',
  'libpam-systemd',
  'tzdata',
  'hostname',
]
const cache = resolve(import.meta.dirname, '../../../.cache')
const NEEDED_MS = 600_000

/** The addresses from which this machine takes its own packages. */
export function mirrors(suite: string): string[] {
  const uris = new Set(
    execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' }).split('\n'),
  )
  const [main] = [...uris].filter((uri) => /\/debian\/?$/.test(uri))
  const [security] = [...uris].filter((uri) => /\/debian-security\/?$/.test(uri))
  if (main === undefined) throw new Error('this machine has no address of a mirror of Debian')
  return [
    `deb ${main} ${suite} main`,
    `deb ${main} ${suite}-updates main`,
    ...(security === undefined ? [] : [`deb ${security} ${suite}-security main`]),
  ]
}

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: NEEDED_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/**
 * Both, made if they are not kept. `tar`: the bare root; `packages`: a folder with an index. `more`: packages of others
 * than the box.
 */
export function debianRoot(
  debian: Debian = '13',
  more: readonly string[] = [],
): { tar: string; packages: string; made: boolean } {
  const { suite, postgres } = debians[debian]
  const folder = join(cache, ['box', ...(debian === '13' ? [] : [debian]), ...more].join('-'))
  const names = [...debianPackages(postgres), ...more]
  const hash = createHash('sha256')
    .update(JSON.stringify([suite, bare, names]))
    .digest('hex')
    .slice(0, 16)
  const place = join(folder, hash)
  const files = { tar: join(place, 'bare.tar'), packages: join(place, 'packages') }
  if (existsSync(join(place, 'whole'))) return { ...files, made: false }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(place, 'packages'), { recursive: true })
  run('mmdebstrap', '--quiet', '--variant=minbase', `--include=${bare.join(',')}`, suite, files.tar, ...mirrors(suite))
  const root = join(place, 'root')
  mkdirSync(root)
  try {
    run('tar', '-C', root, '-xf', files.tar)
    mkdirSync(join(root, 'packages/partial'), { recursive: true })
    copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
    run('chroot', root, 'apt-get', '-q', 'update')
    run(
      ...(['chroot', root, 'apt-get', '-q', '-y', '--no-install-recommends', '--download-only'] as const),
      '-o',
      'Dir::Cache::archives=/packages',
      '-o',
      'APT::Keep-Downloaded-Packages=true',
      'install',
      ...names,
    )
    for (const name of readdirSync(join(root, 'packages')).filter((file) => file.endsWith('.deb')))
      renameSync(join(root, 'packages', name), join(files.packages, name))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  const index = execFileSync('apt-ftparchive', ['packages', '.'], {
    cwd: files.packages,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    timeout: NEEDED_MS,
  })
  writeFileSync(join(files.packages, 'Packages'), index)
  writeFileSync(join(place, 'whole'), '')
  return { ...files, made: true }
}
