import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { nodeFlags } from '../../scripts/node-flags.mjs'
import { pricesOfCountries, receipts } from './books.ts'
import { deskPaint } from './desk-paint.ts'
import { drive, measure, type Measured, rssMb } from './cpu.ts'
import { lives } from './life.ts'
import { lighthouse } from './lighthouse.ts'
import { holdConnections } from './connections.ts'
import { comparePairs } from './pairs.ts'
import { overBareRoutes } from './routes.ts'
import { besideFlood } from './sign-ins.ts'
import {
  CLIENTS,
  crowd,
  inboxEmpty,
  orderNo,
  pendingPacks,
  players,
  sendPaid,
  startOnce,
  startParties,
  startShop,
} from './shop.ts'
import { atRest, starts } from './still.ts'
import { freePort, openStage, type Stage, stopNode } from './stage.ts'

/**
 * Speed as ratios within one run. CPU ms per operation are counted over our processes and the database's, which holds
 * on a noisy machine; the driver's own CPU is not counted. Times are printed, and have no limit (decision 596).
 * `--quick` makes a tenth of the operations, `--books` measures the prices of countries alone. With `--against COMMIT`
 * it compares two versions in pairs instead, and with `--audit` this one with itself without the audit
 * (test/bench/pairs.ts).
 */
const scale = process.argv.includes('--quick') ? 0.1 : 1
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
/** Nothing happens: a start on data that are there, and a shop that nobody visits. */
async function still(stage: Stage): Promise<void> {
  const start = await starts(5)
  say({ what: 'ready on data that are there, with its own database', value: start.ours, unit: 'ms' })
  say({ what: 'the same database and an empty Fastify', value: start.bare, unit: 'ms' })
  say({ what: 'ready over the start of its database and an empty Fastify', value: start.ratio, unit: '×', limit: 4.5 })
  const rest = await atRest(stage, 30 * Math.max(scale, 0.3))
  say({ what: 'nobody there: processor time of shop and database', value: rest.ours / 10, unit: '% of a core' })
  say({ what: 'nobody there: transactions of the shop', value: rest.asks, unit: '/s', limit: 12 })
  say({
    what: 'nobody there, over a process that asks the database as often',
    value: rest.ours / rest.bare,
    unit: '×',
    limit: 2.5,
  })
  say({ what: 'resident memory of the process at rest', value: rest.rss, unit: 'MB', limit: 120 })
}

/** A list of goods at the prices of a country, beside the same list written as JSON. */
async function fromMemory({ databaseUrl }: Stage): Promise<void> {
  const args = [...nodeFlags, 'test/bench/window.ts', databaseUrl, String(N(20_000))]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { made, text } = JSON.parse(stdout) as { made: number; text: number }
  say({ what: 'the shop window from memory, by book and language', value: made, unit: 'ms' })
  say({
    what: 'the shop window from memory over the same window written as JSON',
    value: made / text,
    unit: '×',
    limit: 5,
  })
}

async function yardsticks(stage: Stage): Promise<{ insert: number; settle: number }> {
  await stage.db
    .query(`create table yardstick (order_no text primary key, account_id bigint, status smallint, goods text, amount
      bigint, currency text,
    channel text, server_id text, role_id text, idem_key text, created_at timestamptz, expires_at timestamptz);
    create index on yardstick (account_id, created_at desc); create unique index on yardstick (account_id, idem_key)`)
  const insert = cpu(
    'PostgreSQL alone: one order INSERT, 12 columns, 3 indexes',
    await measure([stage.postmaster], N(20_000), CLIENTS, async () => {
      const no = orderNo()
      await stage.db.query({
        name: 'y',
        text: `insert into yardstick values ($1, 1, 1, 'gem_60', 99, 'USD', 'hcpoint', 's1', 'r1001', $1, now(), now()
          + interval '300 s')`,
        values: [no],
      })
    }),
  )
  const count = N(8_000)
  const nos = await pendingPacks(stage.db, Math.ceil(count * 1.125) + 1)
  const settle = cpu(
    'PostgreSQL alone: the settle of a pack, one statement',
    await measure([stage.postmaster], count, CLIENTS, async (index) => {
      await stage.db.query({
        name: 's',
        text: `select apply_capture('sandbox', $1, $2, 1000, 'USD', 'bench', null)`,
        values: [nos[index], `direct_${index}`],
      })
    }),
  )
  return { insert, settle }
}

/**
 * Starts the measured shop, and the gateway and the game on another PostgreSQL: other parties, not
 * counted.
 */
async function product(stage: Stage, yard: { insert: number; settle: number }): Promise<void> {
  const [port, partyPort] = [await freePort(), await freePort()]
  const others = await openStage()
  const parties = await startParties(partyPort, port, others.databaseUrl)
  // On a busy machine the shop must not refuse the measured calls as overload.
  const shop = await startShop(port, partyPort, stage.databaseUrl, { MAX_LOOP_DELAY_MS: '60000' })
  const pids = [stage.postmaster, shop.pid ?? 0]
  try {
    const tokens = await players(stage.db, port)
    await overBareRoutes(stage, { port, pids, tokens }, N, ({ what, ours, bare, limit }, candidate, other, ratio) => {
      cpu(bare, candidate)
      cpu(ours, other)
      say({ what, value: ratio, unit: '×', limit })
    })
    await settles(stage, port, pids, yard.settle)
    const life = await lives(stage, { port, partyPort, pids, tokens }, N(2_700))
    cpu('whole life in a program without rules, with the same calls and rows', life.bare)
    cpu('whole life: created, paid at the gateway, delivered, acknowledged', life.ours)
    say({ what: 'whole life of an order over the program without rules', value: life.ratio, unit: '×', limit: 1.5 })
    const rss = rssMb(shop.pid ?? 0)
    say({ what: 'resident memory of the process after the load', value: rss, unit: 'MB', limit: 170 })
    const connections = await holdConnections(port, 1000)
    say({
      what: '1,000 idle keep-alive connections add',
      value: Math.max(0, rssMb(shop.pid ?? 0) - rss),
      unit: 'MB',
      limit: 50,
    })
    connections.close()
    const beside = await besideFlood(port)
    say({
      what: 'sign-ins of another player that succeed beside a flood of 70, of 15',
      value: beside.signedIn,
      unit: '',
      atLeast: 14,
    })
    say({ what: 'the longest of them', value: beside.longest, unit: 'ms' })
    say({ what: 'the longest over a sign-in alone', value: beside.longest / beside.alone, unit: '×', limit: 12 })
    for (const line of await lighthouse(`http://127.0.0.1:${port}`, tokens[0] ?? '')) say(line)
  } finally {
    await stopNode(shop)
    await stopNode(parties)
    await others.end()
  }
}

async function settles(stage: Stage, port: number, pids: number[], yard: number): Promise<void> {
  const count = N(6_000)
  const nos = await pendingPacks(stage.db, Math.ceil(count * 1.125) + 1)
  const settle = cpu(
    'settle: webhook verified, stored, order paid, pack credited',
    await measure(
      pids,
      count,
      CLIENTS,
      async (index) => await sendPaid(port, nos[index] ?? '', `evt_bench_${index}`),
      () => inboxEmpty(stage.db),
    ),
  )
  const { rows } = await stage.db.query<{ n: number }>(
    `select count(*)::int as n from orders where status = 4 and order_no = any($1)`,
    [nos],
  )
  if (rows[0]?.n !== Math.ceil(count / 8) + count) throw new Error(`only ${rows[0]?.n} of ${count} settled`)
  say({ what: 'settle over the settle driven straight into PostgreSQL', value: settle / yard, unit: '×', limit: 2.5 })
}

async function everything(stage: Stage): Promise<void> {
  await still(stage)
  await fromMemory(stage)
  await drive(1, 1, () => Promise.resolve())
  await product(stage, await yardsticks(stage))
}

async function main(): Promise<void> {
  const stage = await openStage()
  try {
    // One start of the shop migrates and seeds; the yardsticks use its tables and players.
    await stopNode(await startOnce(stage.databaseUrl))
    await crowd(stage.db)
    if (!process.argv.includes('--books')) await everything(stage)
    await pricesOfCountries(stage, scale, say)
    await receipts(stage, N(20_000), say)
    if (!process.argv.includes('--books')) for (const line of await deskPaint()) say(line)
  } finally {
    await stage.end()
  }
  const promised = lines.filter((line) => line.limit !== undefined || line.atLeast !== undefined)
  const missed = promised.filter((line) => !holds(line))
  process.stdout.write(`${promised.length - missed.length} passed, ${missed.length} failed\n`)
  process.exit(missed.length === 0 ? 0 : 1)
}

const flag = (name: string): string | undefined => {
  const at = process.argv.lastIndexOf(`--${name}`)
  return at > 0 ? process.argv[at + 1] : undefined
}
/** The most that the audit may cost a player's order. The machine's noise is larger, so the median of pairs counts. */
const AUDIT_COST = 1.02

async function pairs(against: Parameters<typeof comparePairs>[0]['against']): Promise<ReadonlyMap<string, number>> {
  return await comparePairs({
    against,
    scale,
    pairs: Number(flag('pairs') ?? 5),
    sittings: Number(flag('sittings') ?? 1),
    only: flag('only')?.split(','),
  })
}

const commit = flag('against')
if (commit !== undefined) await pairs({ commit })
else if (process.argv.includes('--audit')) {
  const cost = await pairs('without audit')
  const dear = [...cost].filter(([key, ratio]) => key !== 'idle' && ratio > AUDIT_COST)
  process.stdout.write(`${cost.size - dear.length} passed, ${dear.length} failed\n`)
  process.exit(dear.length === 0 ? 0 : 1)
} else await main()
