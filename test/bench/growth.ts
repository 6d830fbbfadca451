import { type ChildProcess, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { signWebhook } from '@hc/channels/signature'
import { timeId } from '@hc/domain/order-no'
import { measure } from './cpu.ts'
import { deskLists } from './desk-lists.ts'
import { fill, fillPlayers, TABLES } from './fill.ts'
import { detachMonth, partitionOrders } from './partitions.ts'
import { freePort, openStage, post, signIn, type Stage, startServer, stopNode } from './stage.ts'

/**
 * `npm run bench:growth [-- --orders 10000000 --accounts 1000000 --minutes 10 --sittings 5 --rounds 3]`: what players
 * and gateways call costs as much CPU on a shop that is full as on one that is empty, and no plan reads a big table
 * from end to end. Both shops run side by side and are measured in turns. One process of a pair can be some percent
 * dearer than the other by chance, from its start to its end: so both shops, and with them their connections, are
 * started anew for each sitting, and the median of the sittings counts. The database servers stay: one that has just
 * started has nothing of a big table in memory.
 *
 * Before that, the desk's lists and pages are read on the full shop, and each must come in its time (`desk-lists.ts`).
 * `--sittings 0` ends with them.
 *
 * `--partitioned`: the full shop's orders lie in monthly partitions, and a month is detached under load at the end.
 */
const flag = (name: string, fallback: number): number => {
  const at = process.argv.lastIndexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : fallback
}
const ORDERS = flag('orders', 10_000_000)
const ACCOUNTS = flag('accounts', Math.max(1000, Math.round(ORDERS / 10)))
const SECONDS = flag('minutes', 10) * 60
const SITTINGS = flag('sittings', 5)
const ROUNDS = flag('rounds', 3)
const PARTITIONED = process.argv.includes('--partitioned')
const CLIENTS = 16
const PLAYERS = 200
const SPEED = 0.95
/** Calls of an operation in a round. Time comes in ticks of 10 ms for each of twenty processes: 2,000 is too few. */
const COUNT = 6_000
const SECRET = `whsec_${Buffer.from('growth-run-sandbox-secret-000001').toString('base64')}`
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(0).padStart(5)} s  ${text}\n`)
}

type Side = {
  name: string
  stage: Stage
  port: number
  shop: ChildProcess
  tokens: string[]
  pids: number[]
  tag: number
  months: string[]
}
let counter = 0
/** The last errors of the shops. */
let logged = ''

async function start(stage: Stage): Promise<{ port: number; shop: ChildProcess }> {
  const port = await freePort()
  const shop = await startServer({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: stage.databaseUrl,
    RATE_LIMIT_PER_MINUTE: '100000000',
    SANDBOX_WEBHOOK_SECRET: SECRET,
    GAME_URL: 'none',
    LOG_LEVEL: 'error',
    MAX_LOOP_DELAY_MS: '60000',
    REPAIR_AFTER_SECONDS: '3600',
    ORDER_EXPIRE_SECONDS: '86400',
    RECONCILE_SECONDS: '86400',
  })
  shop.stderr?.on('data', (chunk: Buffer) => {
    logged = (logged + chunk.toString()).slice(-4000)
  })
  return { port, shop }
}

async function open(name: string, tag: number, partitioned = false): Promise<Side> {
  const stage = await openStage(false)
  // One start migrates and seeds.
  await stopNode((await start(stage)).shop)
  const months = partitioned ? await partitionOrders(stage.db) : []
  await stage.db
    .query(`insert into account (uid, login, password_hash) select 'b' || i, 'bench' || i, (select password_hash
      from account where login = 'demo') from generate_series(1, ${PLAYERS}) i;
    insert into game_role select 's1', 'rb' || i, account_id, 'Bench', 1 from generate_series(1, ${PLAYERS}) i
    join account on login = 'bench' || i`)
  await fillPlayers(stage.db, 'bench', PLAYERS)
  return { name, stage, port: 0, shop: undefined as unknown as ChildProcess, tokens: [], pids: [], tag, months }
}

async function serve(side: Side): Promise<void> {
  Object.assign(side, await start(side.stage))
  side.tokens = []
  for (let i = 1; i <= CLIENTS; i++) side.tokens.push(await signIn(side.port, `bench${i}`, 'Demo1234'))
  side.pids = [side.stage.postmaster, side.shop.pid ?? 0]
}

/**
 * A call that must succeed; one that a busy moment of the machine refuses is made again, as its Retry-After asks: half
 * an hour's filling is not thrown away for it.
 */
async function ok(side: Side, path: string, body: string, headers: Record<string, string>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status, text } = await post(side.port, path, body, headers)
    if (text.startsWith('{"code":0')) return
    if (status !== 503 || attempt > 10) throw new Error(`${path}: ${status} ${text.slice(0, 300)} ${logged}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
  }
}
const now = Math.floor(Date.now() / 1000)
const DAY = 86_400
const record = (begin: number, end: number): string =>
  JSON.stringify({ page: 1, size: 10, begin, end, sdk_order_id: '', status: -1 })

type Operation = { name: string; count: number; run(side: Side, count: number): Promise<number> }
const read = (name: string, path: string, body: string): Operation => ({
  name,
  count: COUNT,
  run: async (side, count) =>
    (
      await measure(
        side.pids,
        count,
        CLIENTS,
        async (_index, client) => await ok(side, path, body, { token: side.tokens[client] ?? '' }),
      )
    ).cpuMs,
})
const operations: Operation[] = [
  {
    name: 'webCreate',
    count: COUNT,
    run: async (side, count) =>
      (
        await measure(
          side.pids,
          count,
          CLIENTS,
          async (_index, client) =>
            await ok(
              side,
              '/api/order/webCreate',
              JSON.stringify({
                server_id: 's1',
                role_id: `rb${client + 1}`,
                cp_goods_id: 'gem_60',
                channel_code: 'hcpoint',
              }),
              { token: side.tokens[client] ?? '', 'idempotency-key': randomUUID() },
            ),
        )
      ).cpuMs,
  },
  read('order/record, first page', '/api/order/record', record(0, 0)),
  read('order/record, a range of dates', '/api/order/record', record(now - 200 * DAY, now - 100 * DAY)),
  read('epoint/record', '/api/epoint/record', JSON.stringify({ page: 1, size: 10, begin: 0, end: 0, type: 'all' })),
  { name: 'settle', count: COUNT, run: settle },
]

async function settle(side: Side, count: number): Promise<number> {
  const { db } = side.stage
  const nos = Array.from({ length: Math.ceil(count * 1.125) + 1 }, () =>
    timeId(Date.now(), Buffer.from(String(counter++).padStart(10, '0'))),
  )
  await db.query(
    `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
      created_at, expires_at, next_check_at)
    select no, a.account_id, a.uid, 'coin', 'coin_1000', 1000, 5, 'sandbox', now(), now() + interval '1 day', now() +
    interval '1 day'
      from unnest($1::text[]) with ordinality t(no, i) join (select account_id, uid, row_number() over () - 1 as k
      from account where login like 'bench%' and uid like 'b%') a on a.k = t.i % ${PLAYERS}`,
    [nos],
  )
  const settled = async (): Promise<void> => {
    while ((await db.query(`select 1 from inbox where state = 'new' limit 1`)).rows.length > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
  }
  return (
    await measure(
      side.pids,
      count,
      CLIENTS,
      async (index) => {
        const id = `evt_growth_${nos[index]}`
        const body = JSON.stringify({
          id,
          type: 'payment.paid',
          merchant_order: nos[index],
          txn: `hook_${nos[index]}`,
          amount_cents: 1000,
          currency: 'USD',
        })
        const seconds = Math.floor(Date.now() / 1000)
        await ok(side, '/api/pay/sandbox/webhook', body, {
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': signWebhook(SECRET, id, seconds, body),
        })
      },
      settled,
    )
  ).cpuMs
}

/** The plan of every statement of some work on the full shop, including the workers' statements. */
async function plans(side: Side): Promise<{ statements: number; scans: string[] }> {
  const log = join(side.stage.dir, 'postgres.log')
  await stopNode(side.shop)
  for (const text of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_nested_statements = on',
  ])
    await side.stage.db.query(`alter system set ${text}`)
  await side.stage.db.query('select pg_reload_conf()')
  await new Promise((resolve) => {
    setTimeout(resolve, 500)
  })
  const from = statSync(log).size
  await serve(side)
  for (const operation of operations) await operation.run(side, 40)
  // Metrics and the checks of each minute read no history either.
  if ((await fetch(`http://127.0.0.1:${side.port}/metrics`)).status !== 200) throw new Error('no metrics')
  await new Promise((resolve) => {
    setTimeout(resolve, 65_000)
  })
  const { rows } = await side.stage.db.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples > 20000",
  )
  const big = new Set(rows.map((row) => row.name))
  const text = await readText(createReadStream(log, { start: from }))
  const entries = text
    .split(/\n(?=\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] LOG:)/)
    .filter((entry) => entry.includes('plan:'))
  const scans = new Set<string>()
  for (const entry of entries) {
    for (const [, table] of entry.matchAll(/Seq Scan on (\w+)/g)) {
      // The bench's own queries are no statements of the shop; the demo's other parties have small tables of the same
      // names.
      if (table && big.has(table) && !/bench%|bench_no|sandbox\.|demo_game\./.test(entry))
        scans.add(`${table}: ${/Query Text: ([^]{0,160})/.exec(entry)?.[1]?.replace(/\s+/g, ' ') ?? ''}`)
    }
  }
  return { statements: entries.length, scans: [...scans] }
}

/**
 * Players create orders all the while; in the middle of it a month is detached, one that holds a thirteenth of all
 * orders. No call may fail.
 */
async function detachUnderLoad(side: Side): Promise<object> {
  const took: { phase: string; ms: number }[] = []
  let phase = 'before'
  const going = new AbortController()
  const buy = async (client: number): Promise<void> => {
    while (!going.signal.aborted) {
      const beginMs = performance.now()
      const now = phase
      await ok(
        side,
        '/api/order/webCreate',
        JSON.stringify({ server_id: 's1', role_id: `rb${client + 1}`, cp_goods_id: 'gem_60', channel_code: 'hcpoint' }),
        { token: side.tokens[client] ?? '', 'idempotency-key': randomUUID() },
      )
      took.push({ phase: now, ms: performance.now() - beginMs })
    }
  }
  const players = Promise.all(Array.from({ length: CLIENTS }, (_, client) => buy(client)))
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  await pause(5_000)
  phase = 'during'
  const detached = await detachMonth(side.stage.db, side.months[3] ?? '')
  await pause(1_000)
  phase = 'after'
  await pause(5_000)
  going.abort()
  await players
  const p99 = (of: string): number => {
    const list = took.filter((item) => item.phase === of).map(({ ms }) => ms)
    return Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0)
  }
  const ms = { before: p99('before'), during: p99('during'), after: p99('after') }
  return { ...detached, ordersMeanwhile: took.length, p99Ms: ms }
}

/** Some rounds of all operations on both sides, in turns. The first warms both and does not count. */
async function sit(empty: Side, full: Side): Promise<Map<string, { empty: number[]; full: number[] }>> {
  const costs = new Map(
    operations.map((operation) => [operation.name, { empty: [] as number[], full: [] as number[] }]),
  )
  for (let round = 0; round <= ROUNDS; round++) {
    // Autovacuum visits a small table more often than a big one; its last visit must not be what is
    // measured.
    for (const { stage } of [empty, full]) await stage.db.query('vacuum analyze orders')
    for (const operation of operations) {
      for (const side of round % 2 === 0 ? [empty, full] : [full, empty]) {
        const cost = await operation.run(side, round === 0 ? 1000 : operation.count)
        if (round > 0) costs.get(operation.name)?.[side.name as 'empty' | 'full'].push(cost)
      }
    }
  }
  return costs
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function main(): Promise<void> {
  const sides: Side[] = []
  const end = async (): Promise<void> => {
    for (const { shop, stage } of sides) {
      if (shop as ChildProcess | undefined) await stopNode(shop)
      await stage.end()
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    const full = await open('full', 1, PARTITIONED)
    sides.push(full)
    const filled = await fill(
      full.stage.db,
      full.stage.dir,
      { orders: ORDERS, accounts: ACCOUNTS, seconds: SECONDS },
      say,
    )
    // Pending writes of the system would be measured with the shop.
    execFileSync('sync')
    const empty = await open('empty', 0)
    sides.push(empty)
    // Small tables, too: a table without statistics is planned as if it had ten pages.
    for (const { stage } of sides) await stage.db.query('vacuum analyze')
    const {
      rows: [rows],
    } = await full.stage.db.query<Record<string, number>>(
      `select ${[...TABLES, 'account', 'session']
        .map(
          (table) => `(select reltuples::bigint from pg_class
        where oid = '${table}'::regclass) as ${table}`,
        )
        .join(', ')}`,
    )
    say(`filled: ${JSON.stringify({ ...filled, rows })}`)
    const desk = await deskLists(full.stage, say)
    if (SITTINGS === 0) {
      process.stdout.write(`${desk.lines.join('\n')}\n${desk.ok ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`)
      process.exitCode = desk.ok ? 0 : 1
      return
    }
    const costs = new Map(
      operations.map((operation) => [
        operation.name,
        { empty: [] as number[], full: [] as number[], ratios: [] as number[] },
      ]),
    )
    for (let sitting = 1; sitting <= SITTINGS; sitting++) {
      for (const side of sitting % 2 === 0 ? [empty, full] : [full, empty]) {
        if (sitting > 1) await stopNode(side.shop)
        await serve(side)
      }
      for (const [name, cost] of await sit(empty, full)) {
        const all = costs.get(name)
        all?.empty.push(...cost.empty)
        all?.full.push(...cost.full)
        all?.ratios.push(median(cost.empty.map((ms, i) => ms / (cost.full[i] ?? 1))))
      }
      say(
        `sitting ${sitting}: ${[...costs].map(([name, { ratios }]) => `${name} ${((ratios.at(-1) ?? 0) * 100).toFixed(1)}`).join(', ')}`,
      )
    }
    const detached = PARTITIONED ? await detachUnderLoad(full) : null
    if (detached) process.stdout.write(`a month detached under load: ${JSON.stringify(detached)}\n`)
    const { statements, scans } = await plans(full)
    const results = [...costs].map(([name, cost]) => ({
      name,
      empty: median(cost.empty),
      full: median(cost.full),
      speed: median(cost.ratios),
      sittings: cost.ratios.map((ratio) => Math.round(ratio * 1000) / 10),
    }))
    for (const { name, empty, full, speed, sittings } of results)
      process.stdout.write(
        `${name.padEnd(34)} ${empty.toFixed(3)} ms empty, ${full.toFixed(3)} ms full: ${(speed * 100).toFixed(1)} % of the speed (at least ${SPEED * 100}: ${speed >= SPEED ? 'ok' : 'MISSED'}; sittings ${sittings.join(', ')})\n`,
      )
    for (const line of desk.lines) process.stdout.write(`${line}\n`)
    process.stdout.write(
      `${statements} plans, ${scans.length} of them read a big table from end to end\n${scans.map((scan) => `  ${scan}\n`).join('')}`,
    )
    process.stdout.write(
      `${JSON.stringify({ suite: 'growth', partitioned: PARTITIONED, ...filled, rows, speed: Object.fromEntries(results.map((result) => [result.name, Math.round(result.speed * 1000) / 1000])), statements, scans: scans.length })}\n`,
    )
    const checks = [...results.map((result) => result.speed >= SPEED), statements > 100 && scans.length === 0, desk.ok]
    const passed = checks.filter(Boolean).length
    process.stdout.write(`${passed} passed, ${checks.length - passed} failed\n`)
    process.exitCode = passed === checks.length ? 0 : 1
  } catch (error) {
    // Printed before the output of ending processes.
    say(String(error))
    throw error
  } finally {
    await end()
  }
}
await main()
