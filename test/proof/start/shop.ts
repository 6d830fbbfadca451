import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverMain } from '../../../scripts/node-flags.mjs'
import { type Program, startProgram } from '../../kit/program.ts'
import { close } from '../../kit/rules.ts'
import { encrypt, freePort, until } from '../../kit/shop.ts'

/** A shop with its own database, as `npm start` runs it. */
export type Running = Program & { port: number }
/** `script`: as `npm start` does, in a process group of its own; 'npm': by npm itself. */
export type Way = { env?: Record<string, string | undefined>; uid?: number; script?: boolean | 'npm' }
export const base = mkdtempSync(join(tmpdir(), 'hc-start-'))
chmodSync(base, 0o755)
const children = new Set<ChildProcess>()

export async function spawnShop(dataDir: string, { env = {}, uid, script = false }: Way = {}): Promise<Running> {
  const [port, desk] = [Number(env.PORT ?? (await freePort())), await freePort()]
  const command = [process.execPath, 'scripts/run.mjs', 'start'] as const
  const program = startProgram(
    {
      PORT: String(port),
      // In production a desk needs an address of its own, and there is none without.
      ...(env.NODE_ENV === 'production' ? {} : { CONSOLE_PORT: String(desk) }),
      DATA_DIR: dataDir,
      DB_FSYNC: '0',
      LOG_LEVEL: 'warn',
      ...(script ? { HC_NO_INSTALL: '1' } : {}),
      ...env,
    },
    {
      script: serverMain,
      detached: Boolean(script),
      ...(script ? { command: script === 'npm' ? ['npm', 'start'] : [...command] } : {}),
      ...(uid === undefined ? {} : { uid }),
    },
  )
  children.add(program.child)
  return { ...program, port }
}

/** The exit code once everything that was printed has arrived; null where a signal ended it. */
export const exit = (child: ChildProcess): Promise<number | null> =>
  child.stdout?.closed && (child.exitCode !== null || child.signalCode !== null)
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => {
        child.once('close', (code) => resolve(code))
      })

export const readyLine = (port: number): string => `HC Portal ready on http://localhost:${port}`

export async function start(dataDir: string, way: Way = {}): Promise<Running> {
  const shop = await spawnShop(dataDir, way)
  await until(
    'the ready line',
    () => {
      if (shop.child.exitCode !== null) throw new Error(`it ended: ${shop.output()}`)
      return Promise.resolve(shop.output().includes(readyLine(shop.port)))
    },
    60_000,
  )
  if ((await fetch(`http://127.0.0.1:${shop.port}/readyz`)).status !== 200)
    throw new Error('ready was said before /readyz was 200')
  return shop
}

export const signInBody = JSON.stringify({
  channel_code: 'account',
  account: 'demo',
  passwd: encrypt('Demo1234'),
  encrypt: 1,
})
export async function signIn({ port }: Running): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: signInBody,
  })
  return ((await answer.json()) as { code: number }).code
}

export async function stop(shop: Running): Promise<void> {
  shop.child.kill('SIGTERM')
  const code = await exit(shop.child)
  if (code !== 0) throw new Error(`a graceful stop ended with ${code}: ${shop.output()}`)
}

/** A sign-in of which the server has the head and half the body: `finish` sends the rest and waits for the answer. */
export async function halfSent({ port }: Running): Promise<{ finish: () => Promise<number> }> {
  const call = request({
    host: '127.0.0.1',
    port,
    path: '/api/user/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(signInBody) },
  })
  const answer = new Promise<number>((resolve, fail) => {
    call.once('error', fail)
    call.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.once('end', () => resolve((JSON.parse(text) as { code: number }).code))
    })
  })
  answer.catch(() => undefined)
  await new Promise<void>((resolve) => {
    call.write(signInBody.slice(0, 20), () => resolve())
  })
  return {
    finish: async () => {
      call.end(signInBody.slice(20))
      return await answer
    },
  }
}

export const postmaster = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
/** Processes of the database in this folder: its server, or who makes it. */
export const databasesIn = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
      } catch {
        return []
      }
    })
    .filter((line) => line.includes(`-D ${join(dataDir, 'pg')}`))
/** Ends what is left, and the suite. */
export function end(): never {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  if (existsSync(base)) rmSync(base, { recursive: true, force: true })
  close()
}
