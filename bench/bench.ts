import { randomUUID } from 'node:crypto'
import { signWebhook } from '@hc/channels/signature'
import { timeId } from '@hc/domain/order-no'
import { drive, measure, type Measured, rssMb } from './cpu.ts'
import { lighthouse } from './lighthouse.ts'
import { holdConnections } from './connections.ts'
import { besideFlood } from './sign-ins.ts'
import { freePort, openStage, post, signIn, type Stage, startNode, stopNode } from './stage.ts'

/**
 * Speed as ratios within one run. CPU ms per operation are counted over our processes and the database's, which
 * holds on a noisy machine; the driver's own CPU is not counted. `--quick` makes a tenth of the operations.
 */
const scale = process.argv.includes('--quick') ? 0.1 : 1
const CLIENTS = 16
const N = (count: number): number => Math.round(count * scale)
type Line = { what: string; value: number; unit: string; limit?: number; atLeast?: number }
const lines: Line[] = []
const holds = (line: Line): boolean =>
  (line.limit === undefined || line.value <= line.limit) && (line.atLeast === undefined || line.value >= line.atLeast)
const say = (line: Line): void => {
  lines.push(line)
  const word = holds(line) ? 'ok' : 'MISSED'
  const verdict =
    line.limit !== undefined
      ? ` (at most ${line.limit}: ${word})`
      : line.atLeast !== undefined
        ? ` (at least ${line.atLeast}: ${word})`
        : ''
  process.stdout.write(
    `${line.what.padEnd(66)} ${line.value.toFixed(line.unit === '' ? 4 : line.unit === 'ms' || line.unit === '×' ? 3 : 1)} ${line.unit}${verdict}\n`,
  )
}
const cpu = (what: string, it: Measured): number => {
  say({
    what: `${what} [${Math.round(it.perSecond)}/s; ${it.byPid.map((ms) => ms.toFixed(3)).join(' + ')}]`,
    value: it.cpuMs,
    unit: 'ms',
  })
  return it.cpuMs
}
let counter = 0
const orderNo = (): string => timeId(Date.now(), Buffer.from(String(counter++).padStart(10, '0')))

async function yardsticks(stage: Stage): Promise<{ insert: number; settle: number }> {
  await stage.db
    .query(`create table yardstick (order_no text primary key, account_id bigint, status smallint, goods text, amount bigint, currency text,
    channel text, server_id text, role_id text, idem_key text, created_at timestamptz, expires_at timestamptz);
    create index on yardstick (account_id, created_at desc); create unique index on yardstick (account_id, idem_key)`)
  const insert = cpu(
    'PostgreSQL alone: one order INSERT, 12 columns, 3 indexes',
    await measure([stage.postmaster], N(20_000), CLIENTS, async () => {
      const no = orderNo()
      await stage.db.query({
        name: 'y',
        text: `insert into yardstick values ($1, 1, 1, 'gem_60', 99, 'USD', 'hcpoint', 's1', 'r1001', $1, now(), now() + interval '300 s')`,
        values: [no],
      })
    }),
  )
  const count = N(8_000)
  const nos = await pendingPacks(stage, Math.ceil(count * 1.125) + 1)
  const settle = cpu(
    'PostgreSQL alone: the settle of a pack, one statement',
    await measure([stage.postmaster], count, CLIENTS, async (index) => {
      await stage.db.query({
        name: 's',
        text: `select apply_paid('sandbox', $1, $2, 1000, 'USD', 'bench')`,
        values: [nos[index], `direct_${index}`],
      })
    }),
  )
  return { insert, settle }
}

/** Unpaid orders for a pack, spread over many players, as webhooks find them. */
async function pendingPacks(stage: Stage, count: number): Promise<string[]> {
  const nos = Array.from({ length: count }, orderNo)
  await stage.db.query(
    `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code, created_at, expires_at, next_check_at)
    select no, a.account_id, a.uid, 'coin', 'coin_1000', 1000, 5, 'sandbox', now(), now() + interval '300 s', now() + interval '300 s'
      from unnest($1::text[]) with ordinality t(no, i) join (select account_id, uid, row_number() over () - 1 as k, count(*) over () as n from account where login like 'bench%') a on a.k = t.i % a.n`,
    [nos],
  )
  await stage.db.query('vacuum analyze orders')
  return nos
}

async function crowd(stage: Stage): Promise<void> {
  await stage.db.query(
    `insert into account (uid, login, password_hash) select 'b' || i, 'bench' || i, (select password_hash from account where login = 'demo') from generate_series(1, 200) i on conflict do nothing`,
  )
  await stage.db.query(
    `insert into game_role select 's1', 'rb' || i, account_id, 'Bench', 1 from generate_series(1, 200) i join account on login = 'bench' || i on conflict do nothing`,
  )
}

async function players(stage: Stage, port: number): Promise<string[]> {
  await crowd(stage)
  const tokens: string[] = []
  for (let i = 1; i <= CLIENTS; i++) tokens.push(await signIn(port, `bench${i}`, 'Demo1234'))
  return tokens
}

/**
 * Starts the shop that is measured, and, with a PostgreSQL of its own, the gateway and the game: other parties, not
 * counted.
 */
async function product(stage: Stage, yard: { insert: number; settle: number }): Promise<void> {
  const [port, partyPort] = [await freePort(), await freePort()]
  const secret = `whsec_${Buffer.from('bench-sandbox-webhook-secret-001').toString('base64')}`
  const others = await openStage()
  const parties = await startNode(
    'apps/server/src/main.ts',
    {
      PORT: String(partyPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: others.databaseUrl,
      RATE_LIMIT_PER_MINUTE: '100000000',
      SANDBOX_WEBHOOK_SECRET: secret,
    },
    'HC Portal ready',
  )
  const shop = await startNode(
    'apps/server/src/main.ts',
    {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: stage.databaseUrl,
      RATE_LIMIT_PER_MINUTE: '100000000',
      SANDBOX_WEBHOOK_SECRET: secret,
      REPAIR_AFTER_SECONDS: '300',
      SANDBOX_URL: `http://127.0.0.1:${partyPort}/sandbox`,
      SANDBOX_PAGE_URL: `http://127.0.0.1:${port}`,
      GAME_URL: `http://127.0.0.1:${partyPort}/demo/game/deliver`,
    },
    'HC Portal ready',
  )
  const pids = [stage.postmaster, shop.pid ?? 0]
  try {
    // The game knows its players before the shop does.
    await crowd(others)
    const tokens = await players(stage, port)
    const role = (client: number): { server_id: string; role_id: string } => ({
      server_id: 's1',
      role_id: `rb${client + 1}`,
    })
    const bare = await bareYardsticks(stage, port, tokens)
    const create = cpu(
      'webCreate, channel hcpoint',
      await measure(pids, N(8_000), CLIENTS, async (_index, client) => {
        const answer = await post(
          port,
          '/api/order/webCreate',
          JSON.stringify({ ...role(client), cp_goods_id: 'gem_60', channel_code: 'hcpoint' }),
          { token: tokens[client] ?? '', 'idempotency-key': randomUUID() },
        )
        if (!answer.text.startsWith('{"code":0')) throw new Error(answer.text)
      }),
    )
    say({ what: 'webCreate over the bare route with its INSERT', value: create / bare.insert, unit: '×', limit: 2.5 })
    const productCost = cpu(
      'webProduct',
      await measure(pids, N(12_000), CLIENTS, async (_index, client) => {
        const answer = await post(port, '/api/order/webProduct', JSON.stringify(role(client)), {
          token: tokens[client] ?? '',
        })
        if (!answer.text.startsWith('{"code":0')) throw new Error(answer.text)
      }),
    )
    say({
      what: 'webProduct over the bare route with its session look-up',
      value: productCost / bare.products,
      unit: '×',
      limit: 1.5,
    })
    await settles(stage, port, pids, secret, yard.settle)
    await life(stage, port, partyPort, pids, tokens)
    const rss = rssMb(shop.pid ?? 0)
    say({ what: 'resident memory of the process after the load', value: rss, unit: 'MB', limit: 200 })
    const held = await holdConnections(port, 1000)
    say({
      what: '1,000 idle keep-alive connections add',
      value: Math.max(0, rssMb(shop.pid ?? 0) - rss),
      unit: 'MB',
      limit: 50,
    })
    held.close()
    const beside = await besideFlood(port)
    say({
      what: 'sign-ins of another player that succeed beside a flood of 70, of 15',
      value: beside.signedIn,
      unit: '',
      atLeast: 14,
    })
    say({ what: 'the longest of them', value: beside.longest, unit: 'ms', limit: 2000 })
    for (const line of await lighthouse(`http://127.0.0.1:${port}`)) say(line)
  } finally {
    await stopNode(shop)
    await stopNode(parties)
    await others.end()
  }
}

async function bareYardsticks(
  stage: Stage,
  shopPort: number,
  tokens: string[],
): Promise<{ insert: number; products: number }> {
  const { text } = await post(shopPort, '/api/order/webProduct', JSON.stringify({ server_id: 's1', role_id: 'rb1' }), {
    token: tokens[0] ?? '',
  })
  const port = await freePort()
  const bare = await startNode(
    'bench/bare.ts',
    {
      PORT: String(port),
      DATABASE_URL: stage.databaseUrl,
      PRODUCTS: JSON.stringify((JSON.parse(text) as { result: unknown }).result),
    },
    'ready',
  )
  const pids = [stage.postmaster, bare.pid ?? 0]
  try {
    const insert = cpu(
      'bare Fastify: the order INSERT behind a POST',
      await measure(pids, N(8_000), CLIENTS, async () => {
        await post(
          port,
          '/insert',
          JSON.stringify({ no: orderNo(), goods: 'gem_60', channel: 'hcpoint', server: 's1', role: 'r1' }),
        )
      }),
    )
    const { rows } = await stage.db.query<{ token_hash: Buffer }>(
      'select token_hash from session where revoked_at is null limit 16',
    )
    const hashes = rows.map((row) => row.token_hash.toString('base64url'))
    const products = cpu(
      'bare Fastify: the products from memory after a session look-up',
      await measure(pids, N(12_000), CLIENTS, async (_index, client) => {
        const answer = await post(port, '/products', JSON.stringify({ server_id: 's1', role_id: 'r1' }), {
          token: hashes[client % hashes.length] ?? '',
        })
        if (answer.status !== 200) throw new Error(answer.text)
      }),
    )
    return { insert, products }
  } finally {
    await stopNode(bare)
  }
}

async function settles(stage: Stage, port: number, pids: number[], secret: string, yard: number): Promise<void> {
  const count = N(6_000)
  const nos = await pendingPacks(stage, Math.ceil(count * 1.125) + 1)
  const settled = async (): Promise<void> => {
    for (;;) {
      const { rows } = await stage.db.query<{ n: number }>(`select 1 as n from inbox where state = 'new' limit 1`)
      if (rows.length === 0) return
      await new Promise((done) => {
        setTimeout(done, 20)
      })
    }
  }
  const settle = cpu(
    'settle: webhook verified, stored, order paid, pack credited',
    await measure(
      pids,
      count,
      CLIENTS,
      async (index) => {
        const id = `evt_bench_${index}`
        const body = JSON.stringify({
          id,
          type: 'payment.paid',
          merchant_order: nos[index],
          txn: `hook_${index}`,
          amount_cents: 1000,
          currency: 'USD',
        })
        const seconds = Math.floor(Date.now() / 1000)
        const answer = await post(port, '/api/pay/sandbox/webhook', body, {
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': signWebhook(secret, id, seconds, body),
        })
        if (answer.status !== 200) throw new Error(answer.text)
      },
      settled,
    ),
  )
  const { rows } = await stage.db.query<{ n: number }>(
    `select count(*)::int as n from orders where status = 4 and order_no = any($1)`,
    [nos],
  )
  if (rows[0]?.n !== Math.ceil(count / 8) + count) throw new Error(`only ${rows[0]?.n} of ${count} settled`)
  say({ what: 'settle over the settle driven straight into PostgreSQL', value: settle / yard, unit: '×', limit: 2.5 })
}

/** Through a gateway and a game that answer over HTTP, as in production. */
async function life(stage: Stage, port: number, partyPort: number, pids: number[], tokens: string[]): Promise<void> {
  const count = N(2_500)
  const made: string[] = []
  const delivered = async (): Promise<void> => {
    for (;;) {
      const { rows } = await stage.db.query<{ n: number }>(
        'select count(*)::int as n from orders where status <> 4 and order_no = any($1)',
        [made],
      )
      if (rows[0]?.n === 0) return
      await new Promise((done) => {
        setTimeout(done, 50)
      })
    }
  }
  const whole = cpu(
    'whole life: created, paid at the gateway, delivered, acknowledged',
    await measure(
      pids,
      count,
      CLIENTS,
      async (_index, client) => {
        const answer = await post(
          port,
          '/api/order/webCreate',
          JSON.stringify({
            server_id: 's1',
            role_id: `rb${client + 1}`,
            cp_goods_id: 'gem_60',
            channel_code: 'sandbox',
          }),
          { token: tokens[client] ?? '', 'idempotency-key': randomUUID() },
        )
        const no = (JSON.parse(answer.text) as { result: { sdk_order_id: string } }).result.sdk_order_id
        made.push(no)
        await post(partyPort, `/sandbox/v1/payments/${no}/outcome`, '{"outcome":"paid"}')
      },
      delivered,
    ),
  )
  say({ what: 'whole life of an order', value: whole, unit: 'ms', limit: 4 })
}

async function main(): Promise<void> {
  const stage = await openStage()
  try {
    const port = await freePort()
    // One start of the shop migrates and seeds; the yardsticks use its tables and players.
    const first = await startNode(
      'apps/server/src/main.ts',
      { PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: stage.databaseUrl },
      'HC Portal ready',
    )
    await players(stage, port)
    await stopNode(first)
    await drive(1, 1, () => Promise.resolve())
    await product(stage, await yardsticks(stage))
  } finally {
    await stage.end()
  }
  const promised = lines.filter((line) => line.limit !== undefined || line.atLeast !== undefined)
  const missed = promised.filter((line) => !holds(line))
  process.stdout.write(`${promised.length - missed.length} passed, ${missed.length} failed\n`)
  process.exit(missed.length === 0 ? 0 : 1)
}

await main()
