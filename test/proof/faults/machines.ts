import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded, type Embedded } from '../../../apps/server/src/platform/embedded-postgres.ts'
import { sleep } from '../../kit/shop.ts'
import { startProgram } from '../../kit/program.ts'

/** A process of the shop that can be killed and restarted. */
export type Machine = {
  name: string
  role: 'web' | 'worker' | 'console'
  port: number
  child: ChildProcess | null
  log: () => string
  /** How far its clock is off, from its next start on. */ skewSeconds?: number
}

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/**
 * A wrong clock: Debian's libfaketime under the process, else a hook in front of its first module that moves
 * JavaScript's clock.
 */
function skewed(seconds: number): { flags: string[]; env: Record<string, string> } {
  if (seconds === 0) return { flags: [], env: {} }
  if (existsSync(FAKETIME))
    return {
      flags: [],
      env: { LD_PRELOAD: FAKETIME, FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    }
  const hook = `const real = Date; const off = ${seconds * 1000}; globalThis.Date = class extends real { constructor(...a) { if (a.length) super(...a); else super(real.now() + off) } static now() { return real.now() + off } }`
  return { flags: ['--import', `data:text/javascript,${encodeURIComponent(hook)}`], env: {} }
}

export function boot(machine: Machine, env: Record<string, string>): void {
  const clock = skewed(machine.skewSeconds ?? 0)
  const program = startProgram(
    {
      ...clock.env,
      PUBLIC_URL: `http://127.0.0.1:${machine.port}`,
      ...env,
      ROLE: machine.role,
      // A desk process has only the desk's listener.
      ...(machine.role === 'console'
        ? { CONSOLE_PORT: String(machine.port), CONSOLE_URL: `http://localhost:${machine.port}` }
        : { PORT: String(machine.port), CONSOLE_PORT: '0' }),
    },
    { flags: clock.flags },
  )
  machine.child = program.child
  machine.log = program.output
}

/** Whether a process answers; the desk's answer is that there is no session. */
export const ready = (machine: Machine): Promise<boolean> =>
  (machine.role === 'console'
    ? fetch(`http://localhost:${machine.port}/console/api/session/me`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: '{}',
        signal: AbortSignal.timeout(2000),
      })
    : fetch(`http://127.0.0.1:${machine.port}/readyz`, { signal: AbortSignal.timeout(2000) })
  ).then(
    ({ status }) => status === (machine.role === 'console' ? 401 : 200),
    () => false,
  )

/** kill -9, and a new start after a pause, again and again while the database is away. */
export async function crash(machine: Machine, env: Record<string, string>, pauseMs: number): Promise<void> {
  machine.child?.kill('SIGKILL')
  await sleep(pauseMs)
  boot(machine, env)
}

/** Restarts, like a supervisor, a process that ended because it found no database. */
export function supervise(machines: Machine[], env: Record<string, string>, ended: () => boolean): NodeJS.Timeout {
  return setInterval(() => {
    for (const machine of machines) if (!ended() && machine.child && machine.child.exitCode !== null) boot(machine, env)
  }, 700)
}

export type Server = {
  url: string
  crash(): Promise<void>
  /** Starts it again where it ended by itself. */ revive(): Promise<void>
  stop(): Promise<void>
}

/** The processes that a process started, by their ids. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((item) => {
      try {
        return Number(readFileSync(`/proc/${item}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid
      } catch {
        return false
      }
    })

/** PostgreSQL with fsync on, on one port, that can be killed whole and comes back on its data. */
export async function openServer(dataDir: string, port: number): Promise<Server> {
  const start = async (): Promise<Embedded> => {
    for (let attempt = 1; ; attempt++) {
      // The killed processes leave their shared memory only after a moment; until then a start is refused.
      try {
        return await startEmbedded(dataDir, { fsync: true, port })
      } catch (error) {
        if (attempt >= 20) throw error
        await sleep(500)
      }
    }
  }
  let running = await start()
  return {
    url: running.url,
    async crash() {
      const pid = Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
      for (const item of [pid, ...childrenOf(pid)])
        try {
          process.kill(item, 'SIGKILL')
        } catch {
          /* gone already */
        }
      await sleep(1500)
      running = await start()
    },
    async revive() {
      running = await start()
    },
    stop: () => running.stop(),
  }
}
