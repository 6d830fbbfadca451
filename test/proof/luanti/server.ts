import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const files = new URL('../../../integrations/luanti/', import.meta.url).pathname
const places = ['/usr/games/minetestserver', '/usr/lib/minetest/minetestserver', '/usr/games/luantiserver']

/** The engine, installed from Debian where it is missing. @throws where it is not here and cannot be installed. */
export function serverBinary(): string {
  const here = (): string | undefined => places.find((path) => existsSync(path))
  const address = here()
  if (address) return address
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(
      'minetest-server is not installed, and only root on a Debian system can install it here: apt-get install minetest-server',
    )
  // RUNLEVEL: the package's own server is not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]): void => {
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 300_000 })
  }
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'minetest-server')
  const now = here()
  if (!now) throw new Error(`minetest-server was installed, but none of ${places.join(', ')} is there`)
  return now
}

export async function freeUdpPort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createSocket('udp4').bind(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** A world of its own with the test game and the mod as it is delivered. */
export async function makeWorld(dir: string, port: number, settings: Record<string, string>): Promise<void> {
  await mkdir(join(dir, 'world'), { recursive: true })
  await cp(join(files, 'test-game'), join(dir, '.minetest/games/hc_test_game'), { recursive: true })
  await cp(join(files, 'hc_portal'), join(dir, 'world/worldmods/hc_portal'), { recursive: true })
  await writeFile(
    join(dir, 'world/world.mt'),
    'gameid = hc_test_game\nbackend = sqlite3\nplayer_backend = sqlite3\nauth_backend = sqlite3\nmod_storage_backend = sqlite3\n',
  )
  const all = {
    port: String(port),
    bind_address: '127.0.0.1',
    mg_name: 'singlenode',
    server_announce: 'false',
    enable_ipv6: 'false',
    'secure.http_mods': 'hc_portal',
    ...settings,
  }
  await writeFile(
    join(dir, 'minetest.conf'),
    Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  )
}

export type GameServer = { process: ChildProcess; log: () => string; kill(signal: NodeJS.Signals): Promise<void> }

export async function startServer(binary: string, dir: string): Promise<GameServer> {
  let log = ''
  const child = spawn(binary, ['--config', join(dir, 'minetest.conf'), '--world', join(dir, 'world')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: dir, LC_ALL: 'C.UTF-8' },
  })
  await new Promise<void>((resolve, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        log += part.toString()
        if (/listening on/i.test(log)) resolve()
      })
    }
    child.once('exit', (code) => fail(new Error(`the game server ended with ${code}: ${log.slice(-3000)}`)))
    setTimeout(() => fail(new Error(`the game server is not up after 60 s: ${log.slice(-3000)}`)), 60_000).unref()
  })
  return {
    process: child,
    log: () => log,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = new Promise((resolve) => {
        child.once('exit', resolve)
      })
      child.kill(signal)
      await exit
    },
  }
}
