import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/platform/db.ts'
import { checkInvariants } from '../../apps/server/src/modules/doctor/invariants.ts'
import { freePort, sleep, until } from '../../apps/server/src/testing/shop.ts'
import { booksAgree } from './books.ts'
import { boot, crash, type Machine, openServer, supervise } from './machines.ts'
import { openPlayers, type Players } from './players.ts'
import { API_KEY, GAME_SECRET, openWorld, SANDBOX_SECRET } from './world.ts'

/**
 * The fault run: two web and two worker processes on one database, a gateway and a game that misbehave, players who buy,
 * and a nemesis that kills -9 web, worker and database. Afterwards nothing may be lost, doubled or out of balance.
 * `--seconds N` of load (60), `--seed N` (1), `--orders N` at least (300).
 */
const flag = (name: string, fallback: number): number => Number(process.argv[process.argv.indexOf(`--${name}`) + 1] && process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : fallback)
const SECONDS = flag('seconds', 60)
const SEED = flag('seed', 1)
const ORDERS = flag('orders', 300)

/** mulberry32: small, and enough to choose faults by. */
function seeded(seed: number): () => number {
  let at = seed >>> 0
  return () => {
    at = (at + 0x6d2b79f5) >>> 0
    let t = Math.imul(at ^ (at >>> 15), at | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = seeded(SEED)
const dir = mkdtempSync(join(tmpdir(), 'hc-faults-'))
chmodSync(dir, 0o755)
const kills = { web: 0, worker: 0, database: 0, frozen: 0 }
let ended = false

const server = await openServer(join(dir, 'data'), await freePort())
const world = await openWorld(await freePort(), random)
const env = {
  DATABASE_URL: server.url, DB_POOL: '8', HOST: '127.0.0.1', LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '10000000',
  SANDBOX_URL: `${world.url}/sandbox`, SANDBOX_API_KEY: API_KEY, SANDBOX_WEBHOOK_SECRET: SANDBOX_SECRET,
  GAME_URL: `${world.url}/game`, GAME_WEBHOOK_SECRET: GAME_SECRET, ORDER_EXPIRE_SECONDS: '10', REPAIR_AFTER_SECONDS: '1.5', LATE_CHECK_SECONDS: '3,6,12',
  RETRY_BASE_MS: '300', RETRY_CAP_MS: '3000', LEASE_SECONDS: '5', OUTSIDE_TIMEOUT_MS: '2000',
}
const machines: Machine[] = []
for (const [name, role] of [['web-1', 'web'], ['web-2', 'web'], ['worker-1', 'worker'], ['worker-2', 'worker']] as const) {
  machines.push({ name, role, port: await freePort(), child: null, log: '' })
}

const answers = (machine: Machine): Promise<boolean> => fetch(`http://127.0.0.1:${machine.port}/readyz`).then((answer) => answer.status === 200, () => false)

async function nemesis(until: number): Promise<void> {
  const plan = ['web', 'worker', 'database', 'frozen', 'web', 'worker', 'database', 'worker', 'web', 'frozen'] as const
  for (let step = 0; Date.now() < until; step++) {
    await sleep(2000 + random() * 2500)
    const what = plan[step % plan.length] ?? 'web'
    const those = machines.filter((machine) => machine.role === (what === 'web' ? 'web' : 'worker'))
    const one = those[Math.floor(random() * those.length)]
    kills[what]++
    if (what === 'database') await server.crash()
    else if (what === 'frozen') { one?.child?.kill('SIGSTOP'); await sleep(2000); one?.child?.kill('SIGCONT') }
    else if (one) await crash(one, env, 200 + random() * 800)
  }
}

async function run(): Promise<{ passed: number; failed: string[]; figures: object }> {
  const [first, ...others] = machines
  if (!first) throw new Error('no machines')
  boot(first, env)
  await until('the first web process', () => answers(first), 60_000)
  for (const machine of others) boot(machine, env)
  await until('all processes', async () => (await Promise.all(machines.map(answers))).every(Boolean), 60_000)
  const watch = supervise(machines, env, () => ended)
  const db = openDatabase(server.url, { max: 3, onError: () => undefined })
  const players: Players = await openPlayers(db.query, machines.filter((machine) => machine.role === 'web').map((machine) => machine.port), world, random)
  const end = Date.now() + SECONDS * 1000
  const doom = nemesis(end)
  await players.shop(end, ORDERS)
  await doom
  world.calm()
  await until('all processes after the last kill', async () => (await Promise.all(machines.map(answers))).every(Boolean), 60_000)
  const quiet = Date.now()
  await until('everything to come to rest', async () => {
    const rows = await db.query<{ n: number }>({ text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox where state in ('pending', 'unknown'))
      + (select count(*) from orders where status = 1 and hold_reason is null) as n` }).catch(() => [{ n: 1 }])
    return rows[0]?.n === 0
  }, 90_000)
  // Late and surplus money is told by webhook, or found by the late checks: their longest pause, and a refund's way.
  await sleep(16_000)
  const result = await checkInvariants(db.query, { atRest: true })
  const books = await booksAgree(db.query, world, players)
  clearInterval(watch)
  const failed = [...result.violations.map((one) => `${one.name}: ${JSON.stringify(one.rows).slice(0, 400)}`), ...books.failed]
  const enough = [kills.web + kills.worker + kills.database >= 5 && kills.web > 0 && kills.worker > 0 && kills.database > 0, players.made.size >= ORDERS]
  if (!enough[0]) failed.push(`too few kills: ${JSON.stringify(kills)}`)
  if (!enough[1]) failed.push(`only ${players.made.size} orders`)
  const [states] = await db.query<{ by: object }>({ text: `select json_object_agg(status, n) as by from (select status, count(*) as n from orders group by 1) x` })
  await db.end()
  const checks = result.checks + books.checks + enough.length
  return {
    passed: checks - failed.length, failed,
    figures: { suite: 'faults', seed: SEED, seconds: SECONDS, orders: players.made.size, paidWithPoints: players.pointOrders, calls: players.calls, kills, faults: world.faults, statuses: states?.by, quiescedSeconds: Math.round((Date.now() - quiet) / 1000), checks, violations: failed.length },
  }
}

let code = 1
try {
  const { passed, failed, figures } = await run()
  process.stdout.write(`${JSON.stringify(figures)}\n${failed.map((one) => `  FAILED ${one}\n`).join('')}${passed} passed, ${failed.length} failed\n`)
  code = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.stack ?? '' : String(error)}\n${machines.map((machine) => `${machine.name}: ${machine.log.slice(-800)}`).join('\n')}\n0 passed, 1 failed\n`)
} finally {
  ended = true
  for (const { child } of machines) { child?.kill('SIGCONT'); child?.kill('SIGKILL') }
  await world.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(code)
