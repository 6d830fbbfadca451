import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mirrors } from '../box/root.ts'
import { needPackages } from './packages.ts'

const files = {
  '/usr/bin/podman': 'podman',
  '/usr/bin/buildah': 'buildah',
  '/usr/bin/runc': 'runc',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
  '/usr/sbin/iptables': 'iptables',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
}
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'
export type Ran = { code: number; text: string }
export type Podman = {
  /** @throws where it ends with anything but 0 */
  run(args: readonly string[], ms?: number): Promise<string>
  attempt(args: readonly string[], ms?: number): Promise<Ran>
  /**
   * The image that the Containerfiles begin with: the real one, or a stand-in of Debian's packages, this Node and this
   * npm.
   */
  base(name: string): Promise<string>
  remove(): Promise<void>
}

const hardLimit = (what: string, most: number): number => {
  const limit = Number(
    new RegExp(`^${what}\\s+\\S+\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? most,
  )
  return Math.min(limit, most)
}

/**
 * Podman with images, containers, volumes and networks in its own folder: it does not see the machine's, and
 * leaves nothing behind.
 */
export function openPodman(dir: string): Podman {
  needPackages(files)
  for (const name of ['networks', 'tmp']) mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(
    join(dir, 'storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${dir}/storage"\nrunroot = "${dir}/run"\n`,
  )
  // runc and cgroupfs: they work without systemd and on cgroups of the first version too. More than the machine's own
  // limits may not be asked for everywhere.
  writeFileSync(
    join(dir, 'containers.conf'),
    `[containers]\ndefault_ulimits = ["nofile=${hardLimit('Max open files', 65_536)}:${hardLimit('Max open files', 65_536)}", "nproc=${hardLimit('Max processes', 30_000)}:${hardLimit('Max processes', 30_000)}"]
[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${dir}/networks"\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\ntmp_dir = "${dir}/tmp"\n`,
  )
  const env = {
    ...process.env,
    CONTAINERS_STORAGE_CONF: join(dir, 'storage.conf'),
    CONTAINERS_CONF: join(dir, 'containers.conf'),
    BUILDAH_FORMAT: 'docker',
  }
  const running = new Set<ChildProcess>()
  const exec = (file: string, args: readonly string[], ms: number): Promise<Ran & { error: string }> =>
    new Promise((resolve) => {
      const child = execFile(file, [...args], { env, timeout: ms, maxBuffer: 64 << 20 }, (error, text, errors) => {
        running.delete(child)
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          text: text.trim(),
          error: errors,
        })
      })
      running.add(child)
    })
  const must = async (file: string, args: readonly string[], ms: number): Promise<string> => {
    const { code, text, error } = await exec(file, args, ms)
    if (code !== 0)
      throw new Error(`${file} ${args.join(' ')}: exit ${code}\n${text.slice(-1000)}\n${error.slice(-3000)}`)
    return text
  }
  const podman: Podman = {
    run: (args, ms = 60_000) => must('podman', args, ms),
    async attempt(args, ms = 60_000) {
      const { code, text, error } = await exec('podman', args, ms)
      return { code, text: `${text}\n${error}` }
    },
    async base(name) {
      if ((await exec('podman', ['pull', '-q', name], 300_000)).code === 0) return name
      const tar = join(dir, 'base.tar')
      const suite = /trixie|bookworm/.exec(name)?.[0] ?? 'bookworm'
      const npm = dirname(
        dirname(
          realpathSync(
            process.env.npm_execpath ?? execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim(),
          ),
        ),
      )
      const options = ['--quiet', '--variant=minbase', '--include=ca-certificates']
      execFileSync('mmdebstrap', [...options, suite, tar, ...mirrors(suite)], {
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: 300_000,
      })
      const container = await must('buildah', ['from', 'scratch'], 60_000)
      const root = await must('buildah', ['mount', container], 60_000)
      const sh = (script: string): void => {
        execFileSync('sh', ['-euc', script, 'sh', root, tar, process.execPath, npm], {
          stdio: ['ignore', 'ignore', 'inherit'],
          timeout: 120_000,
        })
      }
      sh(`tar -C "$1" --exclude='./dev/*' -xf "$2"; install -m 755 "$3" "$1/usr/local/bin/node"; mkdir -p "$1/usr/local/lib/node_modules"; cp -r "$4" "$1/usr/local/lib/node_modules/npm"
        ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"; chroot "$1" groupadd --gid 1000 node; chroot "$1" useradd --uid 1000 --gid node --create-home node; chroot "$1" npm --version`)
      // The CAs of this machine: its internet access may go through a proxy with its own CA.
      if (existsSync(`/${CERTIFICATES}`)) sh(`cp /${CERTIFICATES} "$1/${CERTIFICATES}"`)
      await must('buildah', ['umount', container], 60_000)
      await must(
        'buildah',
        ['config', '--env', `NODE_EXTRA_CA_CERTS=/${CERTIFICATES}`, '--cmd', 'node', container],
        60_000,
      )
      await must('buildah', ['commit', '--rm', '-q', container, `localhost/${name}`], 300_000)
      rmSync(tar)
      return `a stand-in for ${name}`
    },
    async remove() {
      // A build that still runs would go on writing.
      for (const child of running) child.kill('SIGKILL')
      for (const args of [
        ['pod', 'rm', '-af', '-t', '0'],
        ['rm', '-af', '-t', '0'],
        ['network', 'prune', '-f'],
        ['volume', 'prune', '-f'],
        ['rmi', '-af'],
      ])
        await exec('podman', args, 120_000)
      const mounts = readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' ')[1] ?? '')
        .filter((path) => path.startsWith(`${dir}/`))
      for (const path of mounts.reverse()) await exec('umount', ['-l', path], 10_000)
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  return podman
}
