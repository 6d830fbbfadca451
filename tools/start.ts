import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeEnv, nodeFlags } from '../scripts/node-flags.mjs'
import { encrypt, freePort, sleep, until } from '../apps/server/src/testing/shop.ts'

/** How the shop starts, stops, and starts again: with its own database, as `npm start` runs it. */
type Running = { child: ChildProcess; port: number; output: () => string }
const base = mkdtempSync(join(tmpdir(), 'hc-start-'))
chmodSync(base, 0o755)
const children = new Set<ChildProcess>()
let passed = 0
let failed = 0

async function spawnShop(dataDir: string, env: Record<string, string> = {}, uid?: number): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeFlags, 'apps/server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'], ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { PATH: process.env.PATH, ...nodeEnv, PORT: String(port), DATA_DIR: dataDir, DB_FSYNC: '0', LOG_LEVEL: 'warn', ...env },
  })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { text += chunk.toString() })
  return { child, port, output: () => text }
}

const exit = (child: ChildProcess): Promise<number | null> => child.exitCode !== null || child.signalCode !== null
  ? Promise.resolve(child.exitCode) : new Promise((done) => { child.once('exit', (code) => { done(code) }) })

async function start(dataDir: string, env: Record<string, string> = {}, uid?: number): Promise<Running> {
  const shop = await spawnShop(dataDir, env, uid)
  await until('the ready line', () => {
    if (shop.child.exitCode !== null) throw new Error(`it ended: ${shop.output()}`)
    return Promise.resolve(shop.output().includes(`HC Portal ready on http://localhost:${shop.port}`))
  }, 60_000)
  if ((await fetch(`http://127.0.0.1:${shop.port}/readyz`)).status !== 200) throw new Error('ready was said before /readyz was 200')
  return shop
}

async function signIn({ port }: Running): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel_code: 'account', account: 'demo', passwd: encrypt('Demo1234'), encrypt: 1 }),
  })
  return (await answer.json() as { code: number }).code
}

async function stop(shop: Running): Promise<void> {
  shop.child.kill('SIGTERM')
  const code = await exit(shop.child)
  if (code !== 0) throw new Error(`a graceful stop ended with ${code}: ${shop.output()}`)
}

const postmaster = (dataDir: string): number => Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
const expect = (ok: boolean, what: string): void => { if (!ok) throw new Error(what) }

async function rule(name: string, check: () => Promise<void>): Promise<void> {
  try {
    await check()
    passed++
    process.stdout.write(`  ok ${name}\n`)
  } catch (error) {
    failed++
    process.stdout.write(`  FAILED ${name}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

const one = join(base, 'one')

await rule('a fresh data directory becomes a shop, and Ctrl-C stops everything, the database too', async () => {
  const shop = await start(one)
  expect(await signIn(shop) === 0, 'sign-in')
  const pid = postmaster(one)
  await stop(shop)
  await until('the database to be gone', () => Promise.resolve(!existsSync(`/proc/${pid}`)), 10_000)
  expect(!existsSync(join(one, 'pg/postmaster.pid')), 'the database left its pid file')
})

await rule('two copies side by side do not disturb each other, and one data directory serves one portal', async () => {
  const [a, b] = await Promise.all([start(one), start(join(base, 'two'))])
  expect(await signIn(a) === 0 && await signIn(b) === 0, 'sign-in at both')
  const third = await spawnShop(one)
  expect(await exit(third.child) === 1 && third.output().includes('is in use by process'), `a third start said: ${third.output()}`)
  expect(await signIn(a) === 0, 'the first still serves')
  await Promise.all([stop(a), stop(b)])
})

await rule('after a power cut (portal and database killed) it starts again by itself, with its data', async () => {
  const shop = await start(one)
  await signIn(shop)
  const pid = postmaster(one)
  shop.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await exit(shop.child)
  const again = await start(one)
  expect(await signIn(again) === 0, 'sign-in')
  await stop(again)
})

await rule('a database that outlived its killed portal is taken over', async () => {
  const shop = await start(one)
  const pid = postmaster(one)
  shop.child.kill('SIGKILL')
  await exit(shop.child)
  const again = await start(one)
  expect(postmaster(one) === pid, 'a second database was started')
  expect(await signIn(again) === 0, 'sign-in')
  await stop(again)
})

/** A sign-in of which the server has the head and half the body: `finish` sends the rest and waits for the answer. */
async function halfSent({ port }: Running): Promise<{ finish: () => Promise<number> }> {
  const body = JSON.stringify({ channel_code: 'account', account: 'demo', passwd: encrypt('Demo1234'), encrypt: 1 })
  const call = request({ host: '127.0.0.1', port, path: '/api/user/login', method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } })
  const answer = new Promise<number>((done, fail) => {
    call.once('error', fail)
    call.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => { text += chunk.toString() })
      response.once('end', () => { done((JSON.parse(text) as { code: number }).code) })
    })
  })
  answer.catch(() => undefined)
  await new Promise<void>((sent) => { call.write(body.slice(0, 20), () => { sent() }) })
  return { finish: async () => { call.end(body.slice(20)); return await answer } }
}

await rule('a stop finishes the requests in hand', async () => {
  const shop = await start(one)
  await signIn(shop)
  const calls = await Promise.all(Array.from({ length: 6 }, () => halfSent(shop)))
  // A request answered after them says that the server has read what came before.
  await signIn(shop)
  await sleep(300)
  const gone = stop(shop)
  await sleep(200)
  expect((await Promise.all(calls.map((call) => call.finish()))).every((code) => code === 0), 'a request was cut')
  await gone
})

await rule('a wrong setting stops the start with one line that names it', async () => {
  for (const [env, name] of [[{ PORT: 'eighty' }, 'PORT'], [{ CLIENT_KEY: 'short' }, 'CLIENT_KEY'], [{ NODE_ENV: 'production' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', GAME_URL: 'https://game.example/hc' }, 'CLIENT_KEY'], [{ ROLE: 'king' }, 'ROLE'], [{ HOST: '203.0.113.1' }, 'HOST'], [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL']] as const) {
    const shop = await spawnShop(join(base, 'never'), env)
    const code = await exit(shop.child)
    const lines = shop.output().trim().split('\n')
    expect(code === 1 && lines.length === 1 && (lines[0] ?? '').includes(`${name}:`), `${JSON.stringify(env)} said: ${shop.output()}`)
  }
})

if (process.getuid?.() === 0) {
  await rule('it runs as an ordinary user', async () => {
    const dir = join(base, 'user')
    mkdirSync(dir)
    chownSync(dir, 65534, 65534)
    const shop = await start(dir, {}, 65534)
    expect(await signIn(shop) === 0, 'sign-in')
    await stop(shop)
  })
  await rule('it runs as root below a private folder, where another user can reach nothing', async () => {
    const home = join(base, 'private')
    mkdirSync(home, { mode: 0o700 })
    const shop = await start(join(home, 'data'))
    expect(await signIn(shop) === 0, 'sign-in')
    await stop(shop)
  })
}

for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
rmSync(base, { recursive: true, force: true })
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
