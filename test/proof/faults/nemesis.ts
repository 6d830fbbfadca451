import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sleep, until } from '../../kit/shop.ts'
import { count, type Rng } from '../sim/rng.ts'
import { crash, type Machine, ready, type Server } from './machines.ts'
import type { Players } from './players.ts'
import type { Proxy } from './proxy.ts'
import type { World } from './world.ts'

const MB = 1024 * 1024
/** A disk of its own for the database, so that it can be filled. */
export type Disk = { fill(): boolean; free(): void; unmount(): void }

/** As root, a tmpfs on the folder; null where nothing can be mounted. */
export function openDisk(folder: string, megabytes: number): Disk | null {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  const filler = join(folder, 'filler')
  return {
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (let size = 8 * MB; size >= 4096;)
          try {
            if (writeSync(file, Buffer.alloc(size)) < size) size /= 2
          } catch {
            size /= 2
          }
        return true
      } finally {
        closeSync(file)
      }
    },
    free() {
      rmSync(filler, { force: true })
    },
    // Lazy: what still holds a file of it must not keep it there.
    unmount() {
      try {
        execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      } catch {
        /* gone already */
      }
    },
  }
}

export type Stage = {
  machines: Machine[]
  env: Record<string, string>
  server: Server
  proxy: Proxy
  world: World
  players: Players
  disk: Disk | null
  /** Ports that the balancer leaves out. */
  drained: Set<number>
}

/** The faults of a stop under load. */
export type Faults = string[]

export function createNemesis(
  stage: Stage,
  rng: Rng,
  faults: Faults,
): { kinds: string[]; notRun: string[]; strike(until: number): Promise<void> } {
  const { machines, env, server, proxy, world, players, disk, drained } = stage
  const anyOf = (role: Machine['role']): Machine => rng.pick(machines.filter((machine) => machine.role === role))
  const freeze = async (machine: Machine, ms: number): Promise<void> => {
    machine.child?.kill('SIGSTOP')
    await sleep(ms)
    machine.child?.kill('SIGCONT')
  }

  /** Like a deployment: out of the balancer, stopped, restarted; requests in hand must be answered. */
  async function restart(machine: Machine): Promise<void> {
    if (machine.role === 'web') drained.add(machine.port)
    await sleep(300)
    const inHand = machine.role === 'web' ? players.inHand(machine.port) : []
    const { child } = machine
    const startMs = Date.now()
    child?.kill('SIGTERM')
    await until(
      `${machine.name} to end`,
      () => Promise.resolve(child?.exitCode !== null || child.signalCode !== null),
      25_000,
    ).catch((error: unknown) => {
      faults.push(String(error))
    })
    await sleep(50)
    count(world.faults, 'requests in hand at a stop', inHand.length)
    const lostCount = inHand.filter((flight) => flight.ended && !flight.answered).length
    if (lostCount > 0)
      faults.push(`${machine.name} left ${lostCount} of ${inHand.length} requests unanswered when it was told to end`)
    if (child?.exitCode !== 0)
      faults.push(`${machine.name} ended with ${child?.exitCode ?? child?.signalCode} after ${Date.now() - startMs} ms`)
    await until(`${machine.name} to come back`, () => ready(machine), 60_000)
    drained.delete(machine.port)
  }

  const strikes: Record<string, () => Promise<void>> = {
    'kill -9 of a web process': () => crash(anyOf('web'), env, 200 + rng.int(800)),
    'kill -9 of a worker': () => crash(anyOf('worker'), env, 200 + rng.int(800)),
    'kill -9 of the desk': () => crash(anyOf('console'), env, 200 + rng.int(800)),
    'kill -9 of the database': () => server.crash(),
    'frozen process': async () => await freeze(anyOf(rng.chance(0.5) ? 'web' : 'worker'), 2000),
    'worker frozen longer than its lease': async () => await freeze(anyOf('worker'), 6500),
    'database connections cut': async () => {
      for (let i = 0; i < 3; i++) {
        proxy.cut()
        await sleep(150)
      }
    },
    'database slow': async () => {
      proxy.slow(60 + rng.int(120))
      await sleep(2000)
      proxy.slow(0)
    },
    'database answers lost': async () => {
      proxy.loseAnswers(0.03)
      await sleep(2000)
      proxy.loseAnswers(0)
    },
    'game away': async () => {
      world.outage.game = true
      await sleep(2500)
      world.outage.game = false
    },
    'gateway away': async () => {
      world.outage.gateway = true
      await sleep(2500)
      world.outage.gateway = false
    },
    'clock ten minutes off': async () => {
      for (const machine of machines) machine.skewSeconds = 0
      const machine = anyOf(rng.chance(0.5) ? 'web' : 'worker')
      machine.skewSeconds = rng.chance(0.5) ? 600 : -600
      await crash(machine, env, 100)
    },
    'rolling restart': async () => {
      world.outage.gatewaySlowMs = 900
      for (const machine of machines) await restart(machine)
      world.outage.gatewaySlowMs = 0
    },
    ...(disk
      ? {
          'disk full': async () => {
            disk.fill()
            await sleep(3000)
            disk.free()
            await server.revive()
          },
        }
      : {}),
  }
  const kinds = Object.keys(strikes)
  return {
    kinds,
    notRun: disk ? [] : ['disk full: it takes root to mount a disk of its own'],
    async strike(end) {
      const todo = new Set(kinds)
      // Each kind once, in the seed's order; then at random, while there is time.
      while (Date.now() < end || todo.size > 0) {
        await sleep(300 + rng.int(Math.min(2500, Math.max(1, (end - Date.now()) / 8))))
        const kind = rng.pick(todo.size > 0 ? [...todo] : kinds)
        todo.delete(kind)
        count(world.faults, kind)
        await strikes[kind]?.()
      }
    },
  }
}
