import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeEnv, nodeFlags } from '../../scripts/node-flags.mjs'
import { type Embedded, startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'

export async function freePort(): Promise<number> {
  return await new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => { done(typeof address === 'object' && address ? address.port : 0) })
    })
  })
}

/** One process of the shop, started again whenever it ends, as a supervisor would. */
export type Supervised = { name: string; port: number; kill(): void; freeze(ms: number): Promise<void>; ready(ms: number): Promise<boolean>; stop(): Promise<void>; endedAlone(): string[] }

const main = new URL('../../apps/server/src/main.ts', import.meta.url).pathname

export function supervise(name: string, port: number, env: Record<string, string>): Supervised {
  let child: ChildProcess | undefined
  let stopped = false
  let killed = false
  let again: NodeJS.Timeout | undefined
  let said = ''
  const alone: string[] = []

  function start(): void {
    if (stopped) return
    said = ''
    killed = false
    child = spawn(process.execPath, [...nodeFlags, main], { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, ...nodeEnv, ...env, PORT: String(port), HOST: '127.0.0.1' } })
    const hear = (chunk: Buffer): void => { said = (said + chunk.toString()).slice(-4000) }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopped) return
      // Without a database a start ends by itself, and is tried again: that is what the supervisor is for.
      if (!killed && !said.includes('cannot start')) alone.push(`${name} ended with ${code ?? signal}: ${said.slice(-600)}`)
      again = setTimeout(start, 400)
    })
  }
  start()
  return {
    name, port,
    kill() { killed = true; child?.kill('SIGKILL') },
    async freeze(ms) {
      const frozen = child
      frozen?.kill('SIGSTOP')
      await sleep(ms)
      frozen?.kill('SIGCONT')
    },
    async ready(ms) {
      for (const end = Date.now() + ms; Date.now() < end;) {
        if (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1000) }).then((answer) => answer.status === 200, () => false)) return true
        await sleep(100)
      }
      return false
    },
    async stop() {
      stopped = true
      clearTimeout(again)
      const last = child
      if (!last) return
      const gone = new Promise<void>((done) => { last.once('exit', () => { done() }) })
      last.kill('SIGCONT')
      last.kill('SIGTERM')
      const limit = setTimeout(() => last.kill('SIGKILL'), 8_000)
      await gone
      clearTimeout(limit)
    },
    endedAlone: () => alone,
  }
}

/** A PostgreSQL server that loses its power now and then, and starts again on the same data and port. */
export type Database = { url: string; crash(): Promise<void>; stop(): Promise<void> }

async function family(pid: number): Promise<number[]> {
  const pids: number[] = [pid]
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) pids.push(Number(entry))
  }
  return pids
}

const lives = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}

export async function startDatabase(dataDir: string): Promise<Database> {
  const port = await freePort()
  let embedded: Embedded = await startEmbedded(dataDir, { fsync: true, port })
  return {
    url: embedded.url,
    async crash() {
      const pid = Number((await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0])
      // The postmaster first: else it would see its children die and begin a recovery of its own.
      const pids = await family(pid)
      for (const one of pids) try { process.kill(one, 'SIGKILL') } catch { /* gone already */ }
      for (let i = 0; i < 100 && (await Promise.all(pids.map(lives))).includes(true); i++) await sleep(100)
      await sleep(500)
      embedded = await startEmbedded(dataDir, { fsync: true, port })
    },
    stop: () => embedded.stop(),
  }
}
