import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { checkInvariants } from '../../apps/server/src/care/doctor/invariants.ts'
import { openDatabase, roleOf } from '../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { encrypt, freePort, until } from '../kit/shop.ts'
import { startPgbouncer } from './drill/pgbouncer.ts'
import { close, count, failures, rule } from '../kit/rules.ts'
import { boot, type Machine } from './faults/machines.ts'

/**
 * The shop behind PgBouncer in transaction mode: two web processes (one of them with no way past the pooler) and a
 * worker, with fewer connections to the database than the shop has of its own. Players sign in, buy with money and
 * points, get a refund.
 */
const PASSWORD = 'pooler-run-password'
const dir = mkdtempSync(join(tmpdir(), 'hc-pooler-'))
chmodSync(dir, 0o755)
const embedded = await startEmbedded(join(dir, 'data'), { fsync: false })
const machines: Machine[] = []
const expect = (is: unknown, expected: unknown, what: string): void => {
  if (is !== expected) throw new Error(`${what}: ${String(is)} instead of ${String(expected)}`)
}

type Answer<Result> = { code: number; msg: string; result: Result }
/** Calls an address of one process. `Result` is what the caller reads of the answer. */
async function call<Result = unknown>(
  port: number,
  name: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<Result>> {
  const answer = await fetch(`http://127.0.0.1:${port}${name}`, {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer<Result>
}

const admin = new pg.Client({ connectionString: embedded.url })
await admin.connect()
await admin.query(`create role hc_owner login createrole password '${PASSWORD}'`)
await admin.query('create database hc_portal owner hc_owner')
const direct = embedded.url.replace(/\/\/[^@]+@/, `//hc_owner:${PASSWORD}@`).replace(/\/postgres$/, '/hc_portal')
const owner = openDatabase(direct, { max: 2, onError: () => undefined })
let bouncer: Awaited<ReturnType<typeof startPgbouncer>> | undefined
try {
  await migrate(direct)
  await rule("the owner of the tables need not be a superuser, and may work as the shop's roles", async () => {
    for (const role of ['hc_app', 'hc_log'] as const) expect(await roleOf(owner.query, role), role, 'role')
  })
  await owner.pool.query(
    readFileSync('deploy/database/shop-user.sql', 'utf8').replaceAll(`:'password'`, `'${PASSWORD}'`),
  )
  const { hostname, port: serverPort } = new URL(embedded.url)
  const port = await freePort()
  bouncer = await startPgbouncer({
    dir: join(dir, 'pgbouncer'),
    host: '127.0.0.1',
    port,
    to: { host: hostname, port: Number(serverPort), name: 'hc_portal' },
    users: { hc_shop: PASSWORD },
  })
  const pooled = `postgres://hc_shop:${PASSWORD}@127.0.0.1:${port}/hc_portal`
  const common = {
    DATABASE_URL: pooled,
    DATABASE_POOLER: '1',
    DB_POOL: '16',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    REPAIR_AFTER_SECONDS: '1',
    RETRY_BASE_MS: '300',
    RATE_LIMIT_PER_MINUTE: '100000',
  }
  const [a, b, c] = [await freePort(), await freePort(), await freePort()]
  // The first web process has the demo's gateway and game in it; the second is as in production, without a way past the
  // pooler.
  const parties = {
    PUBLIC_URL: `http://127.0.0.1:${a}`,
    SANDBOX_URL: `http://127.0.0.1:${a}/sandbox`,
    GAME_URL: `http://127.0.0.1:${a}/demo/game/deliver`,
  }
  const secrets = {
    CLIENT_KEY: 'hcportal-demo-01',
    SESSION_SECRET: 'demo-session-secret-0001',
    ANALYTICS_KEY: 'demo-analytics-key',
    SANDBOX_API_KEY: 'sandbox-demo-api-key',
    GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`,
    SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-sandbox-webhook-secret-0001').toString('base64')}`,
  }
  const start = async (
    name: string,
    role: 'web' | 'worker',
    at: number,
    env: Record<string, string>,
  ): Promise<Machine> => {
    const machine: Machine = { name, role, port: at, child: null, log: () => '' }
    machines.push(machine)
    boot(machine, { ...common, ...env })
    await until(
      `${name}: ${machine.log()}`,
      () =>
        fetch(`http://127.0.0.1:${at}/readyz`).then(
          (answer) => answer.status === 200,
          () => false,
        ),
      25_000,
    )
    return machine
  }
  await rule('a worker, or a demo, behind a pooler is refused without an address past it; a web process is not', () => {
    const refusal = (env: Record<string, string>): string => {
      try {
        readConfig({ ...common, ...secrets, ...env })
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(refusal({ ROLE: 'worker', DEMO: '0' }).split(':')[0], 'DATABASE_DIRECT_URL', 'worker')
    expect(refusal({ ROLE: 'web', DEMO: '1' }).split(':')[0], 'DATABASE_DIRECT_URL', 'demo')
    expect(refusal({ ROLE: 'web', DEMO: '0' }), '', 'web')
    expect(refusal({ ROLE: 'worker', DEMO: '0', DATABASE_DIRECT_URL: direct }), '', 'worker with it')
    expect(refusal({ DATABASE_URL: '' }).split(':')[0], 'DATABASE_URL', 'no database')
    return Promise.resolve()
  })
  await rule('two web processes and a worker start, one of them with no address past the pooler', async () => {
    await start('web-1', 'web', a, { ...parties, DATABASE_DIRECT_URL: direct })
    // Players of the run's own: the second web process has no demo, and ends the demo's accounts.
    for (const [login, role, points] of [
      ['payer', 'rp1', 0],
      ['pointer', 'rp2', 50_000],
    ] as const) {
      const copied = `select $1, $1, password_hash from account where login = 'demo'`
      await owner.query({ text: `insert into account (uid, login, password_hash) ${copied}` }, [login])
      await owner.query(
        {
          text: `insert into game_role (server_id, role_id, account_id, name, level)
                 select 's1', $1, account_id, 'Pooled', 1 from account where uid = $2`,
        },
        [role, login],
      )
      if (points > 0) await owner.query({ text: `select grant_points($1, $2, 0, 'opening')` }, [login, points])
    }
    await start('web-2', 'web', b, { ...parties, ...secrets, DEMO: '0', ORDERS_UNPAID_MAX: '0' })
    await start('worker-1', 'worker', c, { ...parties, DATABASE_DIRECT_URL: direct })
  })
  await rule(
    "a user of the pooler without the shop's settings stops the start, with a line that names them",
    async () => {
      await owner.pool.query('alter role hc_shop reset lock_timeout')
      try {
        const machine: Machine = { name: 'refused', role: 'web', port: await freePort(), child: null, log: () => '' }
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'hc_shop'`)
        boot(machine, { ...common, ...parties, ...secrets, DEMO: '0' })
        await until('its end', () => Promise.resolve(machine.child?.exitCode !== null))
        if (!machine.log().includes('lock_timeout is 0 instead of 3s')) throw new Error(machine.log())
      } finally {
        await owner.pool.query(`alter role hc_shop set lock_timeout = '3s'`)
      }
      // Connections of the pooler that were opened in between have the wrong settings.
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'hc_shop'`)
    },
  )
  const tokens = new Map<string, string>()
  await rule('players sign in at one process and are known to the other', async () => {
    for (const [login, password, at] of [
      ['payer', 'Demo1234', a],
      ['pointer', 'Demo1234', b],
    ] as const) {
      const body = { channel_code: 'account', account: login, passwd: encrypt(password), encrypt: 1 }
      const answer = await until('a sign-in', async () => {
        const candidate = await call<{ token: string }>(at, '/api/user/login', body)
        return candidate.code === 0 && candidate
      })
      tokens.set(login, answer.result.token)
      expect((await call(at === a ? b : a, '/api/user/uinfo', {}, { token: answer.result.token })).code, 0, 'uinfo')
    }
  })
  const headersOf = (i: number): { token: string } => ({ token: tokens.get(i % 2 === 0 ? 'payer' : 'pointer') ?? '' })
  const create = async (i: number, at: number): Promise<string> => {
    const goods = {
      server_id: 's1',
      cp_goods_id: 'gem_60',
      ...(i % 2 === 0 ? { role_id: 'rp1', channel_code: 'sandbox' } : { role_id: 'rp2', channel_code: 'hcpoint' }),
    }
    const answer = await call<{ sdk_order_id: string }>(at, '/api/order/webCreate', goods, {
      ...headersOf(i),
      'idempotency-key': `pooler-run-${i}`,
    })
    expect(answer.msg, 'success', `order ${i}`)
    return answer.result.sdk_order_id
  }
  const buy = async (i: number): Promise<string> => {
    const order = await create(i, i % 3 === 0 ? b : a)
    if (i % 2 === 1)
      expect(
        (await call(i % 3 === 0 ? a : b, '/api/payment/order/epoint/pay', { paymentId: order }, headersOf(i))).msg,
        'success',
        `points for ${i}`,
      )
    else
      expect(
        (await call(a, `/sandbox/v1/payments/${order}/outcome`, { outcome: i % 8 === 0 ? 'paid_no_webhook' : 'paid' }))
          .code ?? 0,
        0,
        `payment of ${i}`,
      )
    return order
  }
  let orders: string[] = []
  const count = async (where: string): Promise<number> =>
    (
      await owner.query<{ n: number }>(
        { text: `select count(*)::int as n from orders where order_no = any($1) and ${where}` },
        [orders],
      )
    )[0]?.n ?? -1
  await rule('sixty orders at once, by money and by points, are all delivered', async () => {
    orders = await Promise.all(Array.from({ length: 60 }, (_, i) => buy(i)))
    expect(new Set(orders).size, 60, 'orders')
    await until('all deliveries', async () => (await count('status = 4')) === 60, 20_000)
  })
  await rule('a call that is repeated with its key gives the same order', async () => {
    expect(await create(1, b), orders[1], 'order')
  })
  await rule('a changed price is shown by both within five seconds, also where nothing is heard of it', async () => {
    await owner.query({ text: `update product set price_cents = 123 where cp_goods_id = 'gem_60'` })
    for (const at of [a, b]) {
      await until(
        `the price at ${at}`,
        async () => {
          const body = { server_id: 's1', role_id: 'rp1' }
          type Row = { cp_goods_id: string; price: number }
          const { result } = await call<Row[]>(at, '/api/order/webProduct', body, headersOf(0))
          return result.find((row) => row.cp_goods_id === 'gem_60')?.price === 1.23
        },
        5_000,
      )
    }
  })
  await rule('a refund by the gateway and one of points go back', async () => {
    await call(a, `/sandbox/v1/payments/${orders[2]}/outcome`, { outcome: 'refunded' })
    await owner.query({ text: 'select refusal from request_refund($1, $2, $3)' }, [orders[3], 'pooler run', 'operator'])
    await until('both refunds', async () => (await count('status = 5')) === 2)
  })
  await rule("the database saw the shop's role with its limits, and no prepared statement that stayed", async () => {
    const rows = await owner.query<{ n: number }>({
      text: `select count(*)::int as n from pg_stat_activity where usename = 'hc_shop'`,
    })
    if (!rows[0] || rows[0].n < 1 || rows[0].n > 20) throw new Error(`${rows[0]?.n} connections of the pooler`)
    const through = new pg.Client({ connectionString: pooled })
    await through.connect()
    const {
      rows: [has],
    } = await through.query(
      `select current_user, session_user, current_setting('lock_timeout') as lock, current_setting('timezone') as
        zone, (select count(*)::int from pg_prepared_statements) as prepared`,
    )
    await through.end()
    expect(
      JSON.stringify(has),
      JSON.stringify({ current_user: 'hc_app', session_user: 'hc_shop', lock: '3s', zone: 'UTC', prepared: 0 }),
      'session',
    )
    for (const { log, name } of machines)
      if (/prepared statement|unsupported startup|permission denied/.test(log()))
        throw new Error(`${name}: ${log().slice(-600)}`)
  })
  await rule('every invariant holds at rest', async () => {
    await until(
      'rest',
      async () =>
        (
          await owner.query<{ n: number }>({
            text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox
              where state in ('pending', 'unknown')) as n`,
          })
        )[0]?.n === 0,
    )
    const { violations } = await checkInvariants(owner.query, { atRest: true })
    if (violations.length > 0) throw new Error(JSON.stringify(violations).slice(0, 1000))
  })
} catch (error) {
  count('the run comes to its end', error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  for (const { child } of machines) child?.kill('SIGKILL')
  await owner.end()
  await admin.end()
  await bouncer?.stop()
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (failures() > 0)
  process.stdout.write(`${machines.map(({ name, log }) => `${name}: ${log().slice(-800)}`).join('\n')}\n`)
close()
