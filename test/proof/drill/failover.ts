import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { checkInvariants } from '../../../apps/server/src/care/doctor/invariants.ts'
import { openDatabase } from '../../../apps/server/src/platform/db.ts'
import { freePort, sleep, until } from '../../kit/shop.ts'
import { booksAgree } from '../faults/books.ts'
import { deskAgrees, endsOf, openDesk } from '../faults/desk.ts'
import { boot, type Machine, ready } from '../faults/machines.ts'
import { openPlayers, type Players } from '../faults/players.ts'
import { API_KEY, GAME_SECRET, openWorld, PAGES, SANDBOX_SECRET } from '../faults/world.ts'
import { seeded } from '../sim/rng.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { showAnother, tryDoors } from './doors.ts'
import { startPgbouncer } from './pgbouncer.ts'

/**
 * `npm run drill:failover`: three PostgreSQL nodes under Patroni, HAProxy and PgBouncer, two web processes and a
 * worker of the shop, its desk with people at work, players who buy. Everything speaks TLS; doors that must be closed
 * are tried, and every certificate is renewed meanwhile. The primary is killed, later the new one is cut off the
 * network for 40 s. Exit code 0 when nothing that was acknowledged is lost, nothing is doubled, the books hold and no
 * door was open. On Debian, as root; the cluster's programs are those of Debian 13, in a root of their own. `--keep`
 * leaves the logs.
 */
const CUT_MS = 40_000
const dir = mkdtempSync(join(tmpdir(), 'hc-drill-'))
chmodSync(dir, 0o755)
const verified = (secrets: string): string => `?sslmode=verify-full&sslrootcert=${join(secrets, 'ca.crt')}`
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}
const machines: Machine[] = []
const closing: (() => Promise<unknown>)[] = []

/** The longest time between two acknowledged orders around a fault: how long the shop sold nothing. */
function withoutWrites(players: Players, from: number, to: number): number {
  const times = [from, ...players.acknowledged.filter((at) => at >= from && at <= to), to].sort((a, b) => a - b)
  return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at))) / 1000
}

/** The owner, the database and the pooler's user, by the same script as in compose.yaml. */
function makeDatabase({ secrets, secret, host, port }: Cluster): string {
  execFileSync('sh', ['deploy/database/entry.sh', 'prepare'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      SECRETS: secrets,
      TEMPLATES: 'deploy/database',
      DATABASE_HOST: host,
      PGPORT: String(port),
    },
  })
  return `postgres://hc_owner:${secret('owner_password')}@${host}:${port}/hc_portal${verified(secrets)}`
}

async function ordersOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select count(*) || md5(string_agg(order_no || status || coalesce(paid_cents, 0), ',' order by order_no)) as sum
      from orders`,
  )
  await client.end()
  return rows[0].sum
}

async function sells(players: Players, since: number, ms = 90_000): Promise<void> {
  await until(
    'an order after the fault',
    () => Promise.resolve(players.acknowledged.filter((at) => at > since).length >= 5),
    ms,
  )
}

async function run(): Promise<{ report: Record<string, unknown>; failed: string[] }> {
  say('building the cluster')
  const cluster = await openCluster(dir)
  closing.unshift(() => cluster.stop())
  say(`${cluster.versions}; nodes as ${cluster.network.kind}`)
  const direct = makeDatabase(cluster)
  const owner = openDatabase(direct, { max: 3, onError: () => undefined })
  closing.unshift(() => owner.end())
  const rng = seeded(1)
  const [a, b, c, d, pool] = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()]
  const world = await openWorld(await freePort(), rng, () => rng.pick([a, b]))
  world.calm()
  closing.unshift(() => world.close())
  const env = {
    DATABASE_DIRECT_URL: direct,
    DATABASE_URL: `postgres://hc_shop:${cluster.secret('shop_password')}@127.0.0.1:${pool}/hc_portal${verified(cluster.secrets)}`,
    DATABASE_POOLER: '1',
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
    REPAIR_AFTER_SECONDS: '5',
    ORDER_EXPIRE_SECONDS: '60',
  }
  const bouncer = await startPgbouncer({
    dir: join(dir, 'pgbouncer'),
    host: '127.0.0.1',
    port: pool,
    to: { host: cluster.host, port: cluster.port, name: 'hc_portal' },
    users: { hc_shop: cluster.secret('shop_password') },
    tls: cluster.secrets,
    inside: cluster.inside,
  })
  closing.unshift(() => bouncer.stop())
  for (const [name, role, port] of [
    ['web-1', 'web', a],
    ['web-2', 'web', b],
    ['worker-1', 'worker', c],
    ['desk-1', 'console', d],
  ] as const) {
    const machine: Machine = { name, role, port, child: null, log: () => '' }
    machines.push(machine)
    boot(machine, env)
    await until(name, () => ready(machine), 60_000)
  }
  const players = await openPlayers(owner.query, () => [a, b], world, rng, 120_000)
  let open = true
  const shopping = players.shop(() => open)
  shopping.catch(() => undefined)
  const desk = await openDesk({
    q: owner.query,
    databaseUrl: direct,
    base: `http://localhost:${d}`,
    players,
    rng,
    faults: world.faults,
  })
  const atWork = desk.work(() => open)
  atWork.catch(() => undefined)
  closing.unshift(() => {
    open = false
    return Promise.resolve()
  })
  await sells(players, Date.now())
  await sleep(10_000)
  const before = players.made.size
  say(
    `players buy: ${before} orders; longest pause ${withoutWrites(players, players.acknowledged[0] ?? 0, Date.now()).toFixed(1)} s`,
  )

  const doors = await tryDoors(cluster, pool)
  say(`${doors.tried} doors tried, ${doors.open.length} open`)
  const renewedAt = Date.now()
  cluster.renew()
  bouncer.reload()
  const renewed = await until(
    'the new certificates',
    async () => (await showAnother(cluster, pool)).length === 0,
    30_000,
  ).catch(() => false)
  await sleep(5000)
  const renewGap = withoutWrites(players, renewedAt, Date.now())
  say(`every certificate is a new one; longest pause ${renewGap.toFixed(1)} s`)

  const first = await cluster.primary()
  const killedAt = Date.now()
  cluster.kill(first)
  say(`kill -9 of postgres and Patroni on n${first + 1}, the primary`)
  await sells(players, killedAt + 3000)
  const afterKill = Date.now()
  const second = await until(
    'a new primary',
    async () => {
      const at = await cluster.primary(first)
      return at >= 0 && at !== first ? String(at) : false
    },
    60_000,
  ).then(Number)
  say(`orders are taken again; n${second + 1} is the primary`)
  await sleep(5000)
  const killGap = withoutWrites(players, killedAt, Date.now())
  cluster.restart(first)
  await cluster.whole(120_000)
  say(`n${first + 1} is back as a standby`)
  await sleep(8000)

  const cutAt = Date.now()
  cluster.network.cut(second)
  say(
    `n${second + 1}, the primary, is ${cluster.network.kind === 'namespaces' ? 'cut off the network' : 'stopped (SIGSTOP: no namespaces here)'}`,
  )
  await sells(players, cutAt + 3000)
  const third = await until(
    'a third primary',
    async () => {
      const at = await cluster.primary(second)
      return at >= 0 && at !== second ? String(at) : false
    },
    60_000,
  ).then(Number)
  say(`orders are taken again; n${third + 1} is the primary`)
  await sleep(Math.max(0, CUT_MS - (Date.now() - cutAt)))
  cluster.network.heal(second)
  say(`n${second + 1} has its network back`)
  await cluster.whole(120_000)
  const cutGap = withoutWrites(players, cutAt, Date.now())
  say(`the cluster is whole; n${(await cluster.primary()) + 1} is the primary`)
  await sleep(8000)
  open = false
  await Promise.all([shopping, atWork])
  say('the shop is closed; everything comes to rest')
  await until(
    'rest',
    async () =>
      (
        await owner
          .query<{ n: number }>({
            text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox
              where state in ('pending', 'unknown'))
    + (select count(*) from orders where status = 1) as n`,
          })
          .catch(() => [{ n: 1 }])
      )[0]?.n === 0,
    200_000,
  )
  const { checks, violations } = await checkInvariants(owner.query, { atRest: true })
  const books = await booksAgree(owner.query, world, players)
  const atDesk = await deskAgrees(owner.query, desk)
  const ends = endsOf(desk)
  const byName = new Map(
    (
      await owner.query<{ idem_key: string; order_no: string; status: number }>({
        text: 'select idem_key, order_no, status from orders where idem_key is not null',
      })
    ).map((row) => [row.idem_key, row]),
  )
  const missing = [...players.made].filter(([key, order]) => byName.get(key)?.order_no !== order)
  // Refunds by the desk have ended, too.
  const settled = new Set(
    [...byName.values()]
      .filter((row) => row.status === 4 || (row.status === 5 && players.told.refunds.has(row.order_no)))
      .map((row) => row.order_no),
  )
  const unpaid = [...players.told.pointsPaid].filter((order) => !settled.has(order))
  const paid = [...world.gateway.payments.values()].filter((payment) => payment.captures.length > 0)
  const unsettled = paid.filter((payment) => !settled.has(payment.order))
  const grants = [...world.game.grants.values()]
  const doubled = grants.length - new Set(grants.map((grant) => grant.order)).size
  const same = await until(
    'the same orders on all nodes',
    async () => {
      const sums = await Promise.all(
        cluster.network.nodes.map((host) =>
          ordersOf(
            `postgres://postgres:${cluster.secret('superuser_password')}@${host}:5432/hc_portal${verified(cluster.secrets)}`,
          ),
        ),
      )
      return new Set(sums).size === 1
    },
    20_000,
  ).catch(() => false)
  const ended = machines
    .filter(({ child }) => child?.exitCode !== null || child.signalCode !== null)
    .map(({ name }) => name)
  const failed = [
    ...violations.map((violation) => `${violation.name}: ${JSON.stringify(violation.rows).slice(0, 300)}`),
    ...books.failed,
    ...atDesk.failed,
    ...(missing.length > 0 ? [`acknowledged orders lost: ${missing.slice(0, 5).join(' ')}`] : []),
    ...(unpaid.length > 0 ? [`acknowledged payments with points lost: ${unpaid.slice(0, 5).join(' ')}`] : []),
    ...(unsettled.length > 0
      ? [
          `captures without an item: ${unsettled
            .slice(0, 5)
            .map((payment) => payment.order)
            .join(' ')}`,
        ]
      : []),
    ...doors.open.map((name) => `open: ${name}`),
    ...(renewed ? [] : [`old certificates are shown: ${(await showAnother(cluster, pool)).join(' ')}`]),
    ...(renewGap > 5 ? [`new certificates stopped the shop for ${renewGap.toFixed(1)} s`] : []),
    ...(doubled > 0 ? [`deliveries doubled: ${doubled}`] : []),
    ...(ended.length > 0 ? [`processes of the shop ended: ${ended.join(', ')}`] : []),
    ...(same ? [] : ['the three nodes do not hold the same orders']),
  ]
  return {
    failed,
    report: {
      versions: cluster.versions,
      'the cut': cluster.network.kind === 'namespaces' ? 'own network namespaces' : 'SIGSTOP, for want of namespaces',
      'doors tried that must be closed, and such as must not': doors.tried,
      'not as they must be': doors.open.length,
      'seconds without an acknowledged order, every certificate renewed': Number(renewGap.toFixed(1)),
      'seconds without an acknowledged order, primary killed -9': Number(killGap.toFixed(1)),
      'the same, new primary cut off for 40 s': Number(cutGap.toFixed(1)),
      'orders acknowledged': players.made.size,
      'of them after the first fault': players.acknowledged.filter((at) => at > afterKill).length,
      'acknowledged orders lost': missing.length,
      'payments with points acknowledged': players.told.pointsPaid.size,
      'of them lost': unpaid.length,
      'payments at the gateway': paid.length,
      'of them without their goods': unsettled.length,
      'deliveries at the game': grants.length,
      'deliveries doubled': doubled,
      'deliveries that arrived again under the same id': grants.filter((grant) => grant.arrivals > 1).length,
      'nodes with the same orders': same ? 3 : 'not all',
      'calls of the players': players.calls,
      'calls of the desk, and those that went out again under their key': `${desk.calls}, ${desk.repeated}`,
      'answers with which the desk said that it does not know': desk.unknowing,
      'the longest that a call of the desk went unanswered, in seconds': desk.longest.toFixed(1),
      'actions of the desk done, asked, refused, never answered': Object.values(ends).join(', '),
      'actions of the desk done twice, or told and not done': atDesk.failed.length,
      'shop processes that ended': ended.length,
      'checks of the books': checks + books.checks + atDesk.checks,
      broken: violations.length + books.failed.length,
    },
  }
}

let code = 1
const stopAll = async (): Promise<void> => {
  for (const { child } of machines) child?.kill('SIGKILL')
  for (const close of closing) await close().catch((error: unknown) => say(`while cleaning up: ${String(error)}`))
  if (!process.argv.includes('--keep')) rmSync(dir, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)))
try {
  const { report, failed } = await run()
  process.stdout.write(
    `${Object.entries(report)
      .map(([name, value]) => `${name.padEnd(68)} ${String(value)}`)
      .join(
        '\n',
      )}\n${failed.map((name) => `FAILED ${name}\n`).join('')}${failed.length === 0 ? 'nothing lost, nothing doubled\n' : ''}`,
  )
  code = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stdout.write(
    `FAILED ${error instanceof Error ? (error.stack ?? '') : String(error)}\n${machines.map(({ name, log }) => `${name}: ${log().slice(-1500)}`).join('\n')}\n`,
  )
} finally {
  await stopAll()
}
process.exit(code)
