import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkInvariants } from '../../../apps/server/src/care/doctor/invariants.ts'
import { openDatabase } from '../../../apps/server/src/platform/db.ts'
import { freePort, sleep, until } from '../../kit/shop.ts'
import { seeded, total } from '../sim/rng.ts'
import { booksAgree } from './books.ts'
import { deskAgrees, endsOf, openDesk } from './desk.ts'
import { boot, type Machine, openServer, ready, supervise } from './machines.ts'
import { createNemesis, openDisk } from './nemesis.ts'
import { openPlayers } from './players.ts'
import { openProxy } from './proxy.ts'
import { API_KEY, faultsOf, GAME_SECRET, openWorld, PAGES, SANDBOX_SECRET } from './world.ts'

/**
 * The chaos run: two web and two worker processes, the desk, and their PostgreSQL, a line between them that breaks, a
 * gateway and a game that misbehave, players who buy, an operator, people at the desk, a bank, and a nemesis.
 * Afterwards nothing may be lost, doubled or out of balance. `--seconds N` of faults (60), `--seed N` (1), `--orders
 * N` at least (300). `npm run chaos` is the long form.
 */
const flag = (name: string, fallback: number): number => {
  const at = process.argv.lastIndexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : fallback
}
/** Counted with the faults, but not a fault. */
const COUNTED_EVENTS = ['requests in hand at a stop', 'recall answered'] as const
const SECONDS = flag('seconds', 60)
const SEED = flag('seed', 1)
const ORDERS = flag('orders', SECONDS >= 240 ? 2000 : 300)

const rng = seeded(SEED)
const dir = mkdtempSync(join(tmpdir(), 'hc-faults-'))
chmodSync(dir, 0o755)
const disk = openDisk(join(dir, 'data'), 1200)
let ended = false
const server = await openServer(join(dir, 'data'), await freePort())
const proxy = await openProxy(await freePort(), Number(new URL(server.url).port), (probability) =>
  rng.chance(probability),
)
const machines: Machine[] = []
for (const [name, role] of [
  ['web-1', 'web'],
  ['web-2', 'web'],
  ['worker-1', 'worker'],
  ['worker-2', 'worker'],
  ['desk-1', 'console'],
] as const) {
  machines.push({ name, role, port: await freePort(), child: null, log: () => '' })
}
const drained = new Set<number>()
const webs = (): number[] =>
  machines.filter((machine) => machine.role === 'web' && !drained.has(machine.port)).map((machine) => machine.port)
const world = await openWorld(await freePort(), rng.fork(), () => rng.pick(webs()))
const throughProxy = new URL(server.url)
throughProxy.port = String(proxy.port)
const env = {
  DATABASE_URL: throughProxy.toString(),
  DB_POOL: '8',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '10000000',
  SANDBOX_URL: `${world.url}/sandbox`,
  SANDBOX_PAGE_URL: PAGES,
  SANDBOX_API_KEY: API_KEY,
  SANDBOX_WEBHOOK_SECRET: SANDBOX_SECRET,
  GAME_URL: `${world.url}/game`,
  GAME_RECALL_URL: `${world.url}/game/recall`,
  GAME_WEBHOOK_SECRET: GAME_SECRET,
  ORDER_EXPIRE_SECONDS: '10',
  REPAIR_AFTER_SECONDS: '1.5',
  LATE_CHECK_SECONDS: '3,6,12',
  RECONCILE_SECONDS: '2',
  RETRY_BASE_MS: '300',
  RETRY_CAP_MS: '3000',
  LEASE_SECONDS: '5',
  OUTSIDE_TIMEOUT_MS: '2000',
}
const allReady = async (): Promise<boolean> => (await Promise.all(machines.map(ready))).every(Boolean)

async function run(): Promise<{ passed: number; failed: string[]; figures: object }> {
  const [first, ...others] = machines
  if (!first) throw new Error('no machines')
  boot(first, env)
  await until('the first web process', () => ready(first), 60_000)
  for (const machine of others) boot(machine, env)
  await until('all processes', allReady, 60_000)
  const watch = supervise(machines, env, () => ended)
  const db = openDatabase(server.url, { max: 3, onError: () => undefined })
  const players = await openPlayers(db.query, webs, world, rng.fork())
  const desk = await openDesk({
    q: db.query,
    databaseUrl: server.url,
    base: `http://localhost:${machines.find(({ role }) => role === 'console')?.port}`,
    players,
    rng: rng.fork(),
    faults: world.faults,
  })
  const rows: string[] = []
  const nemesis = createNemesis({ machines, env, server, proxy, world, players, disk, drained }, rng.fork(), rows)
  const end = Date.now() + SECONDS * 1000
  let struck = false
  const doom = nemesis.strike(end).finally(() => {
    struck = true
  })
  await Promise.all([
    players.shop(() => Date.now() < end || (players.made.size < ORDERS && Date.now() < end + 90_000)),
    desk.work(() => !struck),
    doom,
  ])
  world.calm()
  await until('all processes after the last fault', allReady, 60_000)
  const quiet = Date.now()
  // Late and surplus money is told by webhook, read in the books, or found by the late checks; a refund takes its own
  // way then.
  let still = 0
  await until(
    'everything to come to rest',
    async () => {
      const [row] = await db
        .query<{ open: number; captures: number; refunds: number }>({
          text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox
            where state in ('pending', 'unknown'))
      + (select count(*) from orders where status = 1) as open, (select count(*) from capture
      where channel_code = 'sandbox') as captures, (select count(*) from gateway_refund
      where channel_code = 'sandbox') as refunds`,
        })
        .catch(() => [])
      const payments = [...world.gateway.payments.values()]
      const rest =
        row?.open === 0 &&
        world.pending() === 0 &&
        row.captures === payments.reduce((sum, payment) => sum + payment.captures.length, 0) &&
        row.refunds === payments.reduce((sum, payment) => sum + payment.refunds.length, 0)
      still = rest ? still + 1 : 0
      if (!rest) await sleep(150)
      return still > 20
    },
    60_000,
  ).catch((error: unknown) => {
    rows.push(String(error))
  })
  const result = await checkInvariants(db.query, { atRest: true })
  const books = await booksAgree(db.query, world, players)
  const atDesk = await deskAgrees(db.query, desk)
  clearInterval(watch)
  const orders = players.made.size
  const missing = nemesis.kinds.filter((kind) => !world.faults.has(kind))
  const enough = [
    [missing.length === 0, `not struck: ${missing.join(', ')}`],
    [orders >= ORDERS, `only ${orders} orders`],
    [rows.length === 0, rows.join('; ')],
  ] as const
  const failed = [
    ...result.violations.map((violation) => `${violation.name}: ${JSON.stringify(violation.rows).slice(0, 400)}`),
    ...books.failed,
    ...atDesk.failed,
    ...enough.filter(([ok]) => !ok).map(([, text]) => text),
  ]
  const [states] = await db.query<{ by: object }>({
    text: `select json_object_agg(status, n) as by from (select status, count(*) as n from orders group by 1) x`,
  })
  await db.end()
  const checks = result.checks + books.checks + atDesk.checks + enough.length
  return {
    passed: checks - failed.length,
    failed,
    figures: {
      suite: 'faults',
      seed: SEED,
      seconds: SECONDS,
      operations: players.calls,
      orders,
      paidWithPoints: players.pointOrders,
      desk: { calls: desk.calls, repeated: desk.repeated, longestSeconds: desk.longest, ...endsOf(desk) },
      faults: total(world.faults) - COUNTED_EVENTS.reduce((sum, name) => sum + (world.faults.get(name) ?? 0), 0),
      byKind: { ...faultsOf(world), 'answers of the database lost': proxy.lost },
      notRun: nemesis.notRun,
      statuses: states?.by,
      quiescedSeconds: Math.round((Date.now() - quiet) / 1000),
      checks,
      violations: failed.length,
    },
  }
}

let code = 1
async function end(): Promise<void> {
  if (ended) return
  ended = true
  for (const { child } of machines) {
    child?.kill('SIGCONT')
    child?.kill('SIGKILL')
  }
  await world.close()
  await proxy.close()
  await server.stop()
  disk?.unmount()
  rmSync(dir, { recursive: true, force: true })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)))
try {
  const { passed, failed, figures } = await run()
  process.stdout.write(
    `${JSON.stringify(figures)}\n${failed.map((name) => `  FAILED ${name}\n`).join('')}${passed} passed, ${failed.length} failed\n`,
  )
  code = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stdout.write(
    `seed ${SEED}: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n${machines.map((machine) => `${machine.name}: ${machine.log().slice(-800)}`).join('\n')}\n0 passed, 1 failed\n`,
  )
} finally {
  await end()
}
process.exit(code)
