import type { ChildProcess } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, readyProgram, startProgram, stopProgram, thisVersion, type Version } from '../kit/program.ts'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'

export { freePort, type Version }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** POSTs JSON over a kept connection; node:http alone, so that the driver stays light. */
export function post(
  port: number,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((settle, fail) => {
    const call = request(
      {
        agent,
        port,
        path,
        host: '127.0.0.1',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        answer.on('end', () => settle({ status: answer.statusCode ?? 0, text }))
      },
    )
    call.on('error', fail)
    call.end(body)
  })
}

/** GETs an address over a kept connection; the body is read and thrown away unless it is wanted. */
export function get(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((settle, fail) => {
    const call = request({ agent, port, path, host: '127.0.0.1', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (chunk: Buffer) => parts.push(chunk))
      answer.on('end', () =>
        settle({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    call.on('error', fail)
    call.end()
  })
}

/** Starts a script of this version, or the shop of another one, and waits until it says that it is ready. */
export const startNode = async (
  script: string,
  env: Record<string, string>,
  word: string,
  version: Version = thisVersion(),
): Promise<ChildProcess> => (await readyProgram(startProgram(env, { version, script }), word)).child

/** A process of the shop, as `npm start` runs it. */
export const startServer = (env: Record<string, string>, version: Version = thisVersion()): Promise<ChildProcess> =>
  startNode(version.main, env, 'HC Portal ready', version)

export async function stopNode(child: ChildProcess): Promise<void> {
  await stopProgram({ child })
}

export type Stage = { dir: string; databaseUrl: string; postmaster: number; db: pg.Pool; end(): Promise<void> }

/** A PostgreSQL of the bench's own; with fsync on, as in the product, unless it is to be filled. */
export async function openStage(fsync = true): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'hc-bench-'))
  const embedded = await startEmbedded(dir, { fsync })
  const postmaster = Number((await readFile(join(dir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const db = new pg.Pool({ connectionString: embedded.url, max: 16 })
  return {
    dir,
    databaseUrl: embedded.url,
    postmaster,
    db,
    async end() {
      await db.end()
      await embedded.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The body of a sign-in by account and password. */
export function signInBody(account: string, password: string): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from('hcportal-demo-01'), null)
  const passwd = Buffer.concat([cipher.update(password), cipher.final()]).toString('base64')
  return JSON.stringify({ channel_code: 'account', account, passwd, encrypt: 1 })
}

export async function signIn(port: number, account: string, password: string): Promise<string> {
  const { text } = await post(port, '/api/user/login', signInBody(account, password))
  return (JSON.parse(text) as { result: { token: string } }).result.token
}
