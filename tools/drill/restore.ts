import { spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { checkInvariants } from '../../apps/server/src/modules/doctor/invariants.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'
import { freePort, sleep, until } from '../../apps/server/src/testing/shop.ts'
import { boot, type Machine } from '../faults/machines.ts'
import { openPlayers } from '../faults/players.ts'
import { API_KEY, GAME_SECRET, openWorld, PAGES, SANDBOX_SECRET } from '../faults/world.ts'
import { seeded } from '../sim/rng.ts'

/**
 * `npm run drill:restore`: a base backup and archived WAL under load, a moment that is noted, rows of a table that are gone, and the way
 * back to the moment in another folder. There the shop starts, finishes what was under way at that moment, and the doctor finds nothing.
 */
const dir = mkdtempSync(join(tmpdir(), 'hc-restore-'))
chmodSync(dir, 0o755)
const begun = Date.now()
const say = (text: string): void => { process.stderr.write(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${text}\n`) }
const archive = join(dir, 'archive')
const backup = join(dir, 'backup')
const closing: (() => Promise<unknown>)[] = []

/** PostgreSQL's own way to copy a running server's folder, for every version and with no other program. */
async function baseBackup(url: string, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('drill', true)`)
  cpSync(data, backup, { recursive: true, preserveTimestamps: true, filter: (from) => !/\/pg\/(pg_wal\/.+|pg_replslot\/.+|postmaster\.(pid|opts))$/.test(from) })
  const { rows: [label] } = await client.query<{ labelfile: string; spcmapfile: string }>('select labelfile, spcmapfile from pg_backup_stop()')
  writeFileSync(join(backup, 'backup_label'), label?.labelfile ?? '')
  if (label?.spcmapfile) writeFileSync(join(backup, 'tablespace_map'), label.spcmapfile)
  await client.end()
}

/** Gives a folder to the user whose server reads it. */
function give(path: string, like: string): void {
  const { uid, gid } = statSync(like)
  chownSync(path, uid, gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name), like)
}

/** A web process and a worker on a database; gives what ends them. */
async function shopOn(url: string, env: Record<string, string>): Promise<{ port: number; end(): Promise<void> }> {
  const machines: Machine[] = []
  for (const role of ['web', 'worker'] as const) {
    const machine: Machine = { name: role, role, port: await freePort(), child: null, log: '' }
    machines.push(machine)
    boot(machine, { ...env, DATABASE_URL: url })
    closing.unshift(() => { machine.child?.kill('SIGKILL'); return Promise.resolve() })
    await until(`the ${role}: ${machine.log}`, () => fetch(`http://127.0.0.1:${machine.port}/readyz`).then((answer) => answer.status === 200, () => false), 60_000)
  }
  return { port: machines[0]?.port ?? 0, async end() {
    for (const { child } of machines) child?.kill('SIGTERM')
    await until('the end of the shop', () => Promise.resolve(machines.every(({ child }) => child?.exitCode !== null)), 30_000)
  } }
}
const quiet = (db: Database): Promise<true> => until('rest', async () => (await db.query<{ n: number }>({ text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox where state in ('pending', 'unknown'))
  + (select count(*) from orders where status = 1) as n` }))[0]?.n === 0, 120_000)
const tool = (env: Record<string, string>, ...args: string[]): Promise<{ code: number | null; text: string }> => new Promise((done) => {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => { text += chunk.toString() })
  child.on('close', (code) => { done({ code, text }) })
})

async function run(): Promise<{ report: Record<string, unknown>; failed: string[] }> {
  const dataDir = join(dir, 'data')
  let server = await startEmbedded(dataDir, { fsync: true })
  const data = join(dataDir, 'pg')
  mkdirSync(archive)
  give(archive, data)
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  for (const setting of [`archive_mode = 'on'`, `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`, `archive_timeout = '10s'`]) await admin.query(`alter system set ${setting}`)
  await admin.end()
  await server.stop()
  server = await startEmbedded(dataDir, { fsync: true })
  closing.push(() => server.stop())
  const rng = seeded(1)
  let webhooksTo = 0
  const world = await openWorld(await freePort(), rng, () => webhooksTo)
  world.calm()
  closing.unshift(() => world.close())
  const env = {
    HOST: '127.0.0.1', LOG_LEVEL: 'error', DB_POOL: '8', RATE_LIMIT_PER_MINUTE: '10000000', SANDBOX_URL: `${world.url}/sandbox`, SANDBOX_PAGE_URL: PAGES, SANDBOX_API_KEY: API_KEY, SANDBOX_WEBHOOK_SECRET: SANDBOX_SECRET,
    GAME_URL: `${world.url}/game`, GAME_WEBHOOK_SECRET: GAME_SECRET, REPAIR_AFTER_SECONDS: '2', ORDER_EXPIRE_SECONDS: '30', RETRY_BASE_MS: '500',
  }
  const before = await shopOn(server.url, env)
  webhooksTo = before.port
  const owner = openDatabase(server.url, { max: 3, onError: () => undefined })
  const players = await openPlayers(owner.query, () => [before.port], world, rng)
  let open = true
  const shopping = players.shop(() => open)
  shopping.catch(() => undefined)
  await sleep(4000)
  const backupBegun = Date.now()
  await baseBackup(server.url, data)
  const backupMs = Date.now() - backupBegun
  say(`base backup taken under load in ${backupMs} ms`)
  await sleep(8000)
  const moment = new Date()
  const orders = players.made.size
  say(`the moment to come back to: ${moment.toISOString()}, after ${orders} orders`)
  await sleep(4000)
  open = false
  await shopping
  const client = await owner.pool.connect()
  await client.query('begin; set local session_replication_role = replica; delete from outbox; delete from orders where paid_cents > 0; commit')
  client.release()
  const { code: sick } = await tool({ DATABASE_URL: server.url }, 'tools/doctor.ts')
  say(`rows of orders and deliveries are gone; the doctor ends with ${sick}`)
  await before.end()
  const { rows: [last] } = await owner.pool.query('select pg_walfile_name(pg_switch_wal()) as file')
  await until('the last WAL in the archive', () => Promise.resolve(existsSync(join(archive, last.file))), 60_000)
  await owner.end()
  await server.stop()

  const restoreBegun = Date.now()
  // PostgreSQL takes an offset here, and no Z.
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
  const fresh = join(dir, 'restored')
  mkdirSync(fresh)
  cpSync(backup, join(fresh, 'pg'), { recursive: true, preserveTimestamps: true })
  cpSync(join(dataDir, 'pg.password'), join(fresh, 'pg.password'))
  appendFileSync(join(fresh, 'pg/postgresql.auto.conf'), `archive_mode = 'off'\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${target}'\nrecovery_target_action = 'promote'\n`)
  writeFileSync(join(fresh, 'pg/recovery.signal'), '')
  give(join(fresh, 'pg'), data)
  chmodSync(join(fresh, 'pg'), 0o700)
  const restored = await startEmbedded(fresh, { fsync: true })
  closing.push(() => restored.stop())
  const db = openDatabase(restored.url, { max: 3, onError: () => undefined })
  closing.unshift(() => db.end())
  await until('the end of the recovery', async () => (await db.query<{ on: boolean }>({ text: 'select pg_is_in_recovery() as on' }).catch(() => [{ on: true }]))[0]?.on === false, 120_000)
  const restoreMs = Date.now() - restoreBegun
  const there = new Set((await db.query<{ order_no: string }>({ text: 'select order_no from orders' })).map((row) => row.order_no))
  const made = [...players.made.values()].map((order, i) => ({ order, at: players.acknowledged[i] ?? 0 }))
  const missing = made.filter(({ order, at }) => at <= moment.getTime() && !there.has(order))
  const later = made.filter(({ order }) => !there.has(order)).length
  say(`restored in ${restoreMs} ms: ${there.size} orders; ${later} that came after the moment are not there`)
  webhooksTo = (await shopOn(restored.url, env)).port
  await quiet(db)
  const { checks, violations } = await checkInvariants(db.query, { atRest: true })
  const { code: healthy } = await tool({ DATABASE_URL: restored.url }, 'tools/doctor.ts')
  const orphans = [...world.gateway.payments.values()].filter((payment) => !there.has(payment.order)).flatMap((payment) => payment.captures)
  await tool({ ...env, DATABASE_URL: restored.url }, 'tools/reconcile.ts', '--days', '2')
  const found = new Set((await db.query<{ txn: string }>({ text: 'select txn from reconcile_finding where settled_at is null' })).map((row) => row.txn))
  const unseen = orphans.filter((one) => !found.has(one.txn))
  const settled = new Set((await db.query<{ order_no: string }>({ text: 'select order_no from orders where status = 4' })).map((row) => row.order_no))
  const unsettled = [...world.gateway.payments.values()].filter((payment) => payment.captures.length > 0 && there.has(payment.order) && !settled.has(payment.order))
  const grants = [...world.game.grants.values()]
  const doubled = grants.length - new Set(grants.map((grant) => grant.order)).size
  const failed = [
    ...(missing.length > 0 ? [`acknowledged before the moment and not there: ${missing.slice(0, 5).map((one) => one.order).join(' ')}`] : []), ...(sick === 0 ? ['the doctor did not see the damage'] : []),
    ...(healthy === 0 ? [] : [`the doctor ends with ${healthy} on the restored database`]), ...violations.map((one) => `${one.name}: ${JSON.stringify(one.rows).slice(0, 300)}`),
    ...(unsettled.length > 0 ? [`paid at the gateway and without goods: ${unsettled.slice(0, 5).map((one) => one.order).join(' ')}`] : []), ...(unseen.length > 0 ? [`money of lost orders that reconcile does not find: ${unseen.slice(0, 5).map((one) => one.txn).join(' ')}`] : []), ...(doubled > 0 ? [`deliveries doubled: ${doubled}`] : []),
  ]
  return { failed, report: {
    'orders acknowledged before the moment': made.filter(({ at }) => at <= moment.getTime()).length, 'of them missing after the restore': missing.length, 'orders after the moment, gone with it': later, 'captures of those at the gateway': orphans.length, 'of them not found by reconcile --days 2': unseen.length,
    'base backup under load, ms': backupMs, 'restore until writable, ms': restoreMs, 'the doctor on the damage': `exit ${sick}`, 'the doctor after the restore': `exit ${healthy}`, 'invariants checked at rest': checks, 'broken': violations.length,
    'paid before the moment and without goods': unsettled.length, 'deliveries that the game had had already, asked again under the same id': grants.filter((grant) => grant.arrivals > 1).length, 'deliveries doubled': doubled,
  } }
}

let code = 1
const stopAll = async (): Promise<void> => {
  for (const close of closing) await close().catch((error: unknown) => { say(`while cleaning up: ${String(error)}`) })
  rmSync(dir, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { void stopAll().finally(() => process.exit(130)) })
try {
  const { report, failed } = await run()
  process.stdout.write(`${Object.entries(report).map(([name, value]) => `${name.padEnd(72)} ${String(value)}`).join('\n')}\n${failed.map((one) => `FAILED ${one}\n`).join('')}${failed.length === 0 ? 'the shop is back at its moment, and whole\n' : ''}`)
  code = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stdout.write(`FAILED ${error instanceof Error ? error.stack ?? '' : String(error)}\n${existsSync(join(dir, 'restored/postgres.log')) ? readFileSync(join(dir, 'restored/postgres.log'), 'utf8').slice(-3000) : ''}\n`)
} finally { await stopAll() }
process.exit(code)
