import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sleep, until } from '../../kit/shop.ts'

/**
 * A whole Debian with its own systemd in a network that only this run can reach, and beside it the network of the other
 * parties: the authority, the gateway, the game and the players.
 */
export const ADDRESS = {
  world: '198.18.30.1',
  box: '198.18.30.2',
  second: '198.18.30.3',
  third: '198.18.30.4',
} as const
export type BoxName = Exclude<keyof typeof ADDRESS, 'world'>
/** Each program has networks of its own, so that two of them can run beside each other. */
const program = basename(process.argv[1] ?? 'box', '.ts')
const names = {
  world: `hc-${program}-world`,
  box: `hc-${program}-box`,
  second: `hc-${program}-second`,
  third: `hc-${program}-third`,
} as const
export const HOSTS = { shop: 'shop.example.test', desk: 'desk.example.test' } as const

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 })
}
const quietly = (work: () => unknown): void => {
  try {
    work()
  } catch {
    /* It is not there. */
  }
}

const hostsFile = `/etc/netns/${names.world}/hosts`
/** Where the world finds the shop. */
export const leadTo = (box: BoxName): void =>
  writeFileSync(hostsFile, `127.0.0.1 localhost\n${ADDRESS[box]} ${HOSTS.shop} ${HOSTS.desk}\n`)

/** The world's network and one for each box, with a wire from each to the world and no other. */
export function openNetworks(boxes: readonly BoxName[] = ['box']): void {
  closeNetworks()
  for (const name of ['world', ...boxes] as const) {
    ip('netns', 'add', names[name])
    ip('-n', names[name], 'link', 'set', 'lo', 'up')
  }
  for (const [at, name] of boxes.entries()) {
    const wire = `eth${at}`
    ip('-n', names.world, 'link', 'add', wire, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', names[name])
    ip('-n', names.world, 'addr', 'add', `${ADDRESS.world}/32`, 'dev', wire)
    ip('-n', names[name], 'addr', 'add', `${ADDRESS[name]}/24`, 'dev', 'eth0')
    ip('-n', names.world, 'link', 'set', wire, 'up')
    ip('-n', names[name], 'link', 'set', 'eth0', 'up')
    ip('-n', names.world, 'route', 'add', `${ADDRESS[name]}/32`, 'dev', wire, 'src', ADDRESS.world)
  }
  // `ip netns exec` shows these as /etc to what runs there.
  mkdirSync(`/etc/netns/${names.world}`, { recursive: true })
  leadTo('box')
}

export function closeNetworks(): void {
  for (const name of Object.values(names)) quietly(() => ip('netns', 'del', name))
  rmSync(`/etc/netns/${names.world}`, { recursive: true, force: true })
}

/** What this run left of itself: networks, mounts and processes below its folder. */
export function remains(folder: string): string[] {
  const list = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' })
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return [
    ...Object.values(names).filter((name) => new RegExp(`^${name}\\b`, 'm').test(list)),
    ...mounts.filter((line) => line.includes(folder)),
    ...processes.filter((line) => line.includes(folder) && !line.includes('ps -eo')),
  ]
}

/** Starts a program in the world of the other parties. */
export const inWorld = (command: string, args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn('ip', ['netns', 'exec', names.world, command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  })

export type Ran = { code: number; output: string; errors: string }
export type Box = {
  /** Runs a command within, as root and by the box's own systemd, so that it ends with the box. */
  run(command: readonly string[], ms?: number): Promise<Ran>
  stop(): Promise<void>
  /** Pulls its plug. */
  kill(): Promise<void>
}

type Binds = Readonly<Record<string, string>>
type BootOptions = {
  name?: BoxName
  /** Folders of this machine that the box may write to. */
  writes?: Binds
}
const BOOT_MS = 180_000

/** Boots the root at this folder. `binds`: folders of this machine, which the box may read. */
export async function bootBox(
  root: string,
  binds: Binds,
  { name = 'box', writes = {} }: BootOptions = {},
): Promise<Box> {
  const nspawn = spawn(
    'systemd-nspawn',
    [
      '--quiet',
      `--directory=${root}`,
      '--register=no',
      '--keep-unit',
      `--hostname=${name}`,
      '--resolv-conf=off',
      `--network-namespace-path=/run/netns/${names[name]}`,
      '--console=pipe',
      // Units have networks of their own only where systemd may bring up their loopback; else it goes on without.
      '--capability=CAP_NET_ADMIN',
      ...Object.entries(binds).map(([inside, outside]) => `--bind-ro=${outside}:${inside}`),
      ...Object.entries(writes).map(([inside, outside]) => `--bind=${outside}:${inside}`),
      // Debian 13's systemd refuses cgroups of the first version otherwise.
      '--boot',
      'SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let log = ''
  for (const stream of [nspawn.stdout, nspawn.stderr])
    stream.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
    })
  const ended = new Promise<void>((resolve) => nspawn.once('exit', () => resolve()))
  const leader = (): string | undefined =>
    readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim().split(' ')[0]
  const run = (command: readonly string[], ms = 60_000): Promise<Ran> =>
    new Promise((resolve) => {
      const within = ['/usr/bin/systemd-run', '--quiet', '--pipe', '--wait', '--collect', '--', ...command]
      execFile(
        'nsenter',
        ['-t', leader() ?? '0', '-a', '--', ...within],
        { timeout: ms, maxBuffer: 16 << 20, env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } },
        (error, output, errors) => {
          resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, output, errors })
        },
      )
    })
  const stop = async (): Promise<void> => {
    // It shuts the box down in order.
    if (nspawn.exitCode === null) nspawn.kill('SIGTERM')
    await Promise.race([ended, sleep(30_000)])
    if (nspawn.exitCode === null && nspawn.signalCode === null) nspawn.kill('SIGKILL')
    await Promise.race([ended, sleep(5000)])
  }
  try {
    await until(
      'the box to boot',
      async () => {
        if (nspawn.exitCode !== null) throw new Error(`the box did not boot: ${log.slice(-2000)}`)
        if (leader() === undefined || leader() === '') return false
        const { output } = await run(['/usr/bin/systemctl', 'is-system-running'], 5000)
        return /running|degraded/.test(output)
      },
      BOOT_MS,
    )
  } catch (error) {
    await stop()
    throw error
  }
  const kill = async (): Promise<void> => {
    process.kill(Number(leader()), 'SIGKILL')
    await Promise.race([ended, sleep(20_000)])
  }
  return { run, stop, kill }
}
