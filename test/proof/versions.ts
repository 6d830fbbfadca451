import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'
import { encrypt, freePort, sleep, until } from '../kit/shop.ts'
import { nodeEnv, nodeFlags } from '../../scripts/node-flags.mjs'
import { hasEnded, type Program, SOURCE_MAIN, startProgram, stopProgram } from '../kit/program.ts'
import { close, count, expect, failures, rule } from '../kit/rules.ts'
import { openBalancer } from './versions/balancer.ts'
import { landed } from './versions/release.ts'

/**
 * The landed version and this one on one database: players buy all the time while process by process the one is
 * replaced by the other, and back. A process that is
 * to end is left out first, as a balancer does it; so nobody may hear of it.
 */
const here = resolve(import.meta.dirname, '../..')
type Version = 'landed' | 'this'
type Process = Program & {
  name: string
  role: 'web' | 'worker'
  port: number
  version: Version
  open: boolean
}
type Answer = { status: number; code: number; msg: string; result?: Record<string, unknown>; total?: number }

const dir = mkdtempSync(join(tmpdir(), 'hc-versions-'))
const processes = new Map<string, Process>()
let folders: Record<Version, string> | undefined
let env: Record<string, string> = {}

async function boot(name: string, role: 'web' | 'worker', version: Version): Promise<void> {
  const port = processes.get(name)?.port ?? (await freePort())
  const program = startProgram(
    {
      MALLOC_ARENA_MAX: nodeEnv.MALLOC_ARENA_MAX,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DB_POOL: '6',
      REPAIR_AFTER_SECONDS: '2',
      RETRY_BASE_MS: '300',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
      PUBLIC_URL: balancer.url,
      ROLE: role,
      PORT: String(port),
      CONSOLE_PORT: '0',
    },
    {
      version: {
        folder: folders?.[version] ?? here,
        main: SOURCE_MAIN,
        flags: nodeFlags,
        // Each version is started many times; its compiled code is kept beside its data.
        env: { NODE_COMPILE_CACHE: join(dir, version) },
      },
    },
  )
  const candidate: Process = { name, role, port, ...program, version, open: false }
  processes.set(name, candidate)
  await until(
    `${name} of ${version} to be ready`,
    async () => {
      if (hasEnded(candidate)) throw new Error(`${name} of ${version} ended: ${candidate.output()}`)
      return await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.status === 200,
        () => false,
      )
    },
    // On a machine that other suites share, a start takes as long as they leave it.
    240_000,
  )
  candidate.open = true
}

async function end(name: string): Promise<void> {
  const candidate = processes.get(name)
  if (!candidate || hasEnded(candidate)) return
  candidate.open = false
  // The time that a balancer needs to notice it.
  await sleep(300)
  const code = await stopProgram(candidate)
  expect(code === 0, `${name} of ${candidate.version} ended with ${code}: ${candidate.output()}`)
}

async function replace(by: Version): Promise<void> {
  for (const { name, role } of [...processes.values()].filter((candidate) => candidate.name !== 'parties')) {
    await end(name)
    await boot(name, role, by)
    await sleep(700)
  }
}

/** Every call with a wrong answer. */
const complaints: string[] = []
/** The way of players and webhooks. */
const balancer = await openBalancer(() =>
  [...processes.values()]
    .filter((candidate) => candidate.open && candidate.role === 'web')
    .map(({ name, version, port }) => ({ name: `${name} (${version})`, port })),
)
const tally = { calls: 0, orders: new Set<string>(), refunds: new Set<string>() }
const traffic = { open: true }

async function call(name: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  tally.calls++
  const answer = await fetch(`${balancer.url}/api/${name}`, {
    method: 'POST',
    signal: AbortSignal.timeout(20_000),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const result = { ...((await answer.json()) as Answer), status: answer.status }
  if (result.status >= 500 || result.code !== 0)
    complaints.push(`${name} at ${answer.headers.get('x-served-by')}: ${result.status} ${result.msg}`)
  return result
}

const sandbox = async (order: string, outcome: string): Promise<void> => {
  const port = processes.get('parties')?.port
  const answer = await fetch(`http://127.0.0.1:${port}/sandbox/v1/payments/${order}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
  if (answer.status !== 200) complaints.push(`${outcome} of ${order} at the sandbox: ${answer.status}`)
}

async function buy(i: number, token: string, n: number): Promise<void> {
  const headers = { token }
  const points = n % 4 === 3
  const goods = n % 7 === 5 ? 'coin_500' : ((['gem_60', 'gem_300', 'pass_month'] as const)[n % 3] ?? 'gem_60')
  const body = {
    role_id: `rv${i}`,
    server_id: 's1',
    cp_goods_id: goods,
    channel_code: points && goods !== 'coin_500' ? 'hcpoint' : 'sandbox',
  }
  await call('order/webProduct', { role_id: body.role_id, server_id: 's1' }, headers)
  const key = { 'idempotency-key': randomUUID() }
  const answer = await call('order/webCreate', body, { ...headers, ...key })
  const order = String(answer.result?.sdk_order_id)
  // Pressed twice: whichever version answers, it is the same order.
  if (n % 5 === 0)
    expect(
      (await call('order/webCreate', body, { ...headers, ...key })).result?.sdk_order_id === order,
      'a repeated key made another order',
    )
  if (body.channel_code === 'hcpoint') await call('payment/order/epoint/pay', { paymentId: order }, headers)
  else await sandbox(order, n % 6 === 0 ? 'paid_no_webhook' : 'paid')
  tally.orders.add(order)
  await call('order/check', { sdk_order_id: order }, headers)
  await call('order/record', { page: 1, size: 5, begin: 0, end: 0, sdk_order_id: '', status: -1 }, headers)
  if (n % 8 === 4 && body.channel_code === 'sandbox') {
    await sandbox(order, 'refunded')
    tally.refunds.add(order)
  }
}

async function player(i: number): Promise<void> {
  for (let n = i; traffic.open; n++) {
    try {
      const signedIn = await call('user/login', {
        channel_code: 'account',
        account: `version${i}`,
        passwd: encrypt('Demo1234'),
        encrypt: 1,
      })
      for (let k = 0; k < 6 && traffic.open; k++) await buy(i, String(signedIn.result?.token), n * 6 + k)
    } catch (error) {
      complaints.push(error instanceof Error ? error.message : String(error))
      await sleep(100)
    }
  }
}

const PLAYERS = 5
async function makePlayers(db: pg.Pool): Promise<void> {
  for (let i = 1; i <= PLAYERS; i++) {
    await db.query(
      `insert into account (uid, login, password_hash) select $1, $2, password_hash from account where login = 'demo'`,
      [`v${i}`, `version${i}`],
    )
    await db.query(
      `insert into game_role (server_id, role_id, account_id, name, level)
      select 's1', $1, account_id, 'Version', 1 from account where uid = $2`,
      [`rv${i}`, `v${i}`],
    )
    await db.query(`select grant_points($1, 500000, 0, 'opening')`, [`v${i}`])
  }
}

/** Runs the doctor of a version on the books. */
function doctor(version: Version): void {
  const cwd = folders?.[version] ?? here
  // Versions from before the move into rooms have it in tools.
  const file = ['apps/server/src/commands/doctor.ts', 'tools/doctor.ts'].find((path) => existsSync(join(cwd, path)))
  const run = spawnSync(process.execPath, [file ?? 'no doctor'], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  })
  expect(run.status === 0, `the doctor of ${version}: ${run.stdout}${run.stderr}`)
}

/** Errors in the log of any process: a statement that the other version's database does not take, most of all. */
const wrongLines = (): string[] =>
  [...processes.values()].flatMap(({ name, version, output }) =>
    output()
      .split('\n')
      .filter((line) => /"level":[56]0|cached plan|does not exist|violates/.test(line))
      .map((line) => `${name} (${version}): ${line.slice(0, 400)}`),
  )

async function database(name: string): Promise<{ url: string; db: pg.Pool }> {
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = server.url.replace(/\/postgres$/, `/${name}`)
  const db = new pg.Pool({ connectionString: url, max: 2 })
  db.on('error', () => undefined)
  return { url, db }
}

async function openAt(url: string): Promise<void> {
  const port = await freePort()
  env = {
    DATABASE_URL: url,
    SANDBOX_PAGE_URL: balancer.url,
    SANDBOX_URL: `http://127.0.0.1:${port}/sandbox`,
    GAME_URL: `http://127.0.0.1:${port}/demo/game/deliver`,
    GAME_RECALL_URL: `http://127.0.0.1:${port}/demo/game/recall`,
  }
  // Gateway and game: other parties, which stay.
  processes.set('parties', {
    name: 'parties',
    role: 'web',
    port,
    child: null as never,
    output: () => '',
    errors: () => '',
    version: 'landed',
    open: false,
  })
}

const server = await startEmbedded(dir, { fsync: false })
const pools: pg.Pool[] = []
try {
  folders = { landed: landed(), this: here }
  const { url, db } = await database('one')
  pools.push(db)
  await openAt(url)
  await rule('the landed version makes its database, and sells', async () => {
    await boot('parties', 'web', 'landed')
    for (const [name, role] of [
      ['web-1', 'web'],
      ['web-2', 'web'],
      ['worker-1', 'worker'],
      ['worker-2', 'worker'],
    ] as const)
      await boot(name, role, 'landed')
    await makePlayers(db)
  })
  const players = Promise.all(Array.from({ length: PLAYERS }, (_, i) => player(i + 1)))
  await sleep(2000)
  await rule('process by process it is replaced by this version, and no call is answered with an error', async () => {
    const before = tally.orders.size
    await replace('this')
    expect(tally.orders.size > before + 20, `only ${tally.orders.size - before} orders came meanwhile`)
    expect(complaints.length === 0, complaints.slice(0, 10).join('; '))
  })
  await sleep(2000)
  await rule(
    'process by process this version is replaced by the landed one again, and no call is answered with an error',
    async () => {
      const before = tally.orders.size
      complaints.length = 0
      await replace('landed')
      expect(tally.orders.size > before + 20, `only ${tally.orders.size - before} orders came meanwhile`)
      expect(complaints.length === 0, complaints.slice(0, 10).join('; '))
    },
  )
  await sleep(1000)
  await rule('once more forward, and everything that was paid is delivered or given back', async () => {
    complaints.length = 0
    await replace('this')
    traffic.open = false
    await players
    expect(complaints.length === 0, complaints.slice(0, 10).join('; '))
    const open = async (): Promise<number> =>
      Number(
        (
          await db.query(
            `select count(*)::int as n from orders where order_no = any($1) and order_type = 'item'
                and status <> case when order_no = any($2) then 5 else 4 end`,
            [[...tally.orders], [...tally.refunds]],
          )
        ).rows[0].n,
      )
    await until(`${await open()} orders are open`, async () => (await open()) === 0, 30_000)
    const {
      rows: [paid],
    } = await db.query(`select count(*)::int as n from orders where order_no = any($1) and paid_cents > 0`, [
      [...tally.orders],
    ])
    expect(paid.n === tally.orders.size, `${paid.n} of ${tally.orders.size} orders are paid`)
  })
  await rule('no process wrote an error', () => {
    const lines = wrongLines()
    expect(lines.length === 0, lines.slice(0, 5).join('\n'))
    return Promise.resolve()
  })
  await rule('the doctors of both versions find the books in order', async () => {
    await until(
      'rest',
      async () =>
        (await db.query(`select count(*)::int as n from outbox where state in ('pending', 'unknown')`)).rows[0].n === 0,
    )
    doctor('this')
    doctor('landed')
  })
  process.stdout.write(
    `${JSON.stringify({ calls: tally.calls, orders: tally.orders.size, refunds: tally.refunds.size })}\n`,
  )
  // If a step above failed, the players still run.
  traffic.open = false
  await players
  for (const name of processes.keys()) await end(name)
  processes.clear()
  await rule('the landed version starts on a database that this version made, and sells there', async () => {
    const second = await database('two')
    pools.push(second.db)
    await openAt(second.url)
    await boot('web-1', 'web', 'this')
    await makePlayers(second.db)
    await boot('parties', 'web', 'landed')
    await boot('worker-1', 'worker', 'landed')
    await end('web-1')
    complaints.length = 0
    const { result } = await call('user/login', {
      channel_code: 'account',
      account: 'version1',
      passwd: encrypt('Demo1234'),
      encrypt: 1,
    })
    await buy(1, String(result?.token), 1)
    expect(complaints.length === 0, complaints.join('; '))
    await until(
      'the delivery',
      async () => (await second.db.query(`select count(*)::int as n from orders where status = 4`)).rows[0].n === 1,
    )
  })
} catch (error) {
  count('the run comes to its end', error instanceof Error ? error.message : String(error))
} finally {
  traffic.open = false
  for (const { child } of processes.values()) child?.kill('SIGKILL')
  for (const pool of pools) await pool.end()
  balancer.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (failures() > 0)
  process.stdout.write(
    `${[...processes.values()].map(({ name, version, output }) => `${name} (${version}): ${output().slice(-1500)}`).join('\n')}\n`,
  )
close()
