import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seedDemo } from '../../apps/server/seeds/demo.ts'
import { hashPassword } from '../../apps/server/src/modules/user/password.ts'
import { type Database as Pool, openDatabase, type Query } from '../../apps/server/src/platform/db.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { checkInvariants, type Violation } from '../../apps/server/src/testing/invariants.ts'
import { asObject, count, type Rng, seeded, type Tally, total } from '../sim/rng.ts'
import { checkWorld, type Told } from '../sim/world-checks.ts'
import { play, type Player, signIn } from './players.ts'
import { type Database, freePort, startDatabase, type Supervised, supervise } from './processes.ts'
import { type Secrets, startWorld } from './world-server.ts'

/**
 * The shop as real processes - two web, two worker, one PostgreSQL that really syncs - against a gateway and a game that
 * misbehave, while a nemesis kills and freezes all of them. Then everything must come to its end and every book agree.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' }, players: { type: 'string', default: '10' } } })
const seconds = Number(values.seconds)
const CLIENT_KEY = 'chaos-client-key'
const PASSWORD = 'Chaos1234'
const OUTSIDE_TIMEOUT_MS = 800
const whsec = (text: string): string => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`
const secrets: Secrets = { apiKey: 'chaos-api-key', gateway: whsec('gateway'), game: whsec('game'), forger: whsec('forger') }

const cleanups: (() => Promise<unknown>)[] = []
let cleaning: Promise<void> | undefined
const clean = (): Promise<void> => cleaning ??= (async () => {
  for (const one of cleanups.toReversed()) await one().catch((error: unknown) => { process.stderr.write(`while ending: ${String(error)}\n`) })
})()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { void clean().then(() => process.exit(130)) })

async function makePlayers(q: Query, n: number): Promise<Player[]> {
  await seedDemo(q)
  const hash = await hashPassword(PASSWORD)
  for (let at = 0; at < n; at++) {
    await q({ text: 'insert into account (uid, login, password_hash) values ($1, $1, $2)' }, [`c${at}`, hash])
    for (const role of ['a', 'b']) {
      await q({ text: `insert into game_role (server_id, role_id, account_id, name, level) select 's1', $2, account_id, $2, 1 from account where uid = $1` }, [`c${at}`, `rc${at}${role}`])
    }
    // Not enough for all they will want.
    await q({ text: `select grant_points($1, 6000, 1500, 'opening')` }, [`c${at}`])
  }
  return Array.from({ length: n }, (_, at) => ({ login: `c${at}`, roles: [`rc${at}a`, `rc${at}b`], token: '' }))
}

/** Every kind of blow at least once, in an order of the seed's, evenly over the time. */
async function nemesis(rng: Rng, webs: readonly Supervised[], workers: readonly Supervised[], database: Database, kills: Tally, until: number): Promise<void> {
  const plan = ['web', 'worker', 'database', 'freeze', 'worker', 'web', 'database', 'worker', 'freeze', 'web', 'both']
  for (let i = plan.length - 1; i > 0; i--) { const j = rng.int(i + 1); [plan[i], plan[j]] = [plan[j] ?? '', plan[i] ?? ''] }
  const pause = Math.max(500, (until - Date.now()) / (plan.length + 1))
  for (const blow of plan) {
    await sleep(pause * (0.6 + 0.6 * rng.next()))
    if (Date.now() > until) return
    count(kills, blow === 'both' ? 'web and worker' : blow)
    if (blow === 'web' || blow === 'both') rng.pick(webs).kill()
    if (blow === 'worker' || blow === 'both') rng.pick(workers).kill()
    if (blow === 'database') await database.crash()
    if (blow === 'freeze') await rng.pick(workers).freeze(2000)
  }
}

/** Waits until nothing is under way any more; what is left after the time will show as a violation. */
async function quiesce(q: Query, hooks: () => number, ms: number): Promise<number> {
  const started = Date.now()
  while (Date.now() - started < ms) {
    const [left] = await q<{ n: number }>({ text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox where state in ('pending', 'unknown'))
      + (select count(*) from orders where status = 1 or next_check_at is not null) as n` }).catch(() => [{ n: 1 }])
    if (left?.n === 0 && hooks() === 0) break
    await sleep(400)
  }
  return (Date.now() - started) / 1000
}

async function run(): Promise<number> {
  const rng = seeded(Number(values.seed))
  const kills: Tally = new Map()
  const figures: Tally = new Map()
  const findings: string[] = []
  const told: Told = { orders: new Map(), pointsPaid: new Set() }
  const dataDir = await mkdtemp(join(tmpdir(), 'hc-chaos-'))
  await chmod(dataDir, 0o755)
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = await startDatabase(dataDir)
  cleanups.push(() => database.stop())
  await migrate(database.url)
  const db: Pool = openDatabase(database.url, { max: 2, onError: () => undefined })
  cleanups.push(() => db.end())
  const players = await makePlayers(db.query, Number(values.players))

  const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
  const webPorts = ports.slice(0, 2)
  const world = await startWorld(rng.fork(), secrets, webPorts, OUTSIDE_TIMEOUT_MS)
  cleanups.push(() => world.stop())
  const env = {
    DATABASE_URL: database.url, DB_POOL: '8', DEMO: '0', LOG_LEVEL: 'fatal', PUBLIC_URL: `http://127.0.0.1:${ports[0]}`, CLIENT_KEY,
    SESSION_SECRET: 'chaos-session-secret', ANALYTICS_KEY: 'chaos-analytics', GAME_URL: `${world.url}/game/deliver`, GAME_WEBHOOK_SECRET: secrets.game,
    SANDBOX_URL: world.url, SANDBOX_API_KEY: secrets.apiKey, SANDBOX_WEBHOOK_SECRET: secrets.gateway, OUTSIDE_TIMEOUT_MS: String(OUTSIDE_TIMEOUT_MS),
    ORDER_EXPIRE_SECONDS: '9', REPAIR_AFTER_SECONDS: '2', LATE_CHECK_SECONDS: '3,5,8', LEASE_SECONDS: '3', RETRY_BASE_MS: '150', RETRY_CAP_MS: '1500', RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const processes = ports.map((port, at) => supervise(at < 2 ? `web ${at + 1}` : `worker ${at - 1}`, port, { ...env, ROLE: at < 2 ? 'web' : 'worker' }))
  for (const one of processes) cleanups.push(() => one.stop())
  for (const one of processes) if (!await one.ready(30_000)) throw new Error(`${one.name} does not start: ${one.endedAlone().join('; ')}`)

  const started = Date.now()
  const until = started + seconds * 1000
  const shop = { ports: webPorts, clientKey: CLIENT_KEY, password: PASSWORD, figures, findings, told, world, rng: rng.fork(), going: () => Date.now() < until }
  for (const player of players) if (!await signIn(shop, player)) throw new Error(`${player.login} cannot sign in`)
  await Promise.all([
    nemesis(rng.fork(), processes.slice(0, 2), processes.slice(2), database, kills, until - 1000),
    ...players.map((player) => play({ ...shop, rng: rng.fork() }, player, 650)),
  ])
  world.behave()
  for (const one of processes) if (!await one.ready(20_000)) findings.push(`${one.name} is not ready again`)
  const quiet = await quiesce(db.query, () => world.gateway.hooks.length, 60_000)
  await sleep(500)

  const inside = await checkInvariants(db.query, { atRest: true })
  const outside = await checkWorld(db.query, { ...world, told })
  const alone = processes.flatMap((one) => one.endedAlone())
  const [made] = await db.query<{ n: number }>({ text: 'select count(*) as n from orders' })
  const orders = made?.n ?? 0
  const killed = total(kills) - (kills.get('freeze') ?? 0) + (kills.get('web and worker') ?? 0)
  const violations: Violation[] = [
    ...inside.violations, ...outside.violations,
    ...[...new Set(findings)].map((name) => ({ name, rows: [] })),
    ...alone.map((text) => ({ name: 'a process ended by itself', rows: [text] })),
    ...(seconds >= 60 && (orders < 300 || killed < 5) ? [{ name: 'the run was too small to prove anything', rows: [{ orders, killed }] }] : []),
  ]
  const checks = inside.checks + outside.checks + 3
  process.stderr.write(violations.map(({ name, rows }) => `${name}: ${JSON.stringify(rows).slice(0, 1500)}\n`).join(''))
  process.stdout.write(`${JSON.stringify({ run: 'chaos', seed: Number(values.seed), seconds: Math.round((Date.now() - started) / 1000), quiesceSeconds: Math.round(quiet), orders, killed, kills: asObject(kills),
    ...asObject(figures), ...asObject(world.figures), faults: total(world.faults) + total(kills), faultsByKind: asObject(world.faults), checks, violations: violations.length })}\n`)
  process.stdout.write(`${checks - violations.length} passed, ${violations.length} failed\n`)
  return violations.length === 0 ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`chaos: ${error instanceof Error ? error.stack : String(error)}\n0 passed, 1 failed\n`)
  process.exitCode = 1
} finally { await clean() }
