import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { checkInvariants } from '../../../apps/server/src/care/doctor/invariants.ts'
import { openDatabase } from '../../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../../apps/server/src/platform/embedded-postgres.ts'
import { freePort, sleep, until } from '../../kit/shop.ts'
import { openPlayers } from '../faults/players.ts'
import { API_KEY, GAME_SECRET, openWorld, PAGES, SANDBOX_SECRET } from '../faults/world.ts'
import { seeded } from '../sim/rng.ts'
import { needPackages } from './packages.ts'
import { quiet, shopOn as openShop, tool } from './shop-on.ts'

/**
 * `npm run drill:restore`: a base backup and archived WAL under load, sealed for a key that the server does not have; a
 * moment that is noted, rows of a table that are gone, and the way back to the moment in another folder, from the
 * sealed files alone. A wrong key is refused. There the shop starts, finishes what was under way at that moment, and
 * the doctor finds nothing. Needs age and zstd (Debian's packages; as root they are installed).
 */
const dir = mkdtempSync(join(tmpdir(), 'hc-restore-'))
chmodSync(dir, 0o755)
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}
const sealed = join(dir, 'sealed')
/** The folder of the private keys, which a real server does not have. */
const safe = join(dir, 'safe')
const closing: (() => Promise<unknown>)[] = []
const shopOn = (url: string, env: Record<string, string>): ReturnType<typeof openShop> => openShop(url, env, closing)
const script = join(dir, 'backup.sh')
const paths = { BACKUP_DIR: sealed, BACKUP_RECIPIENTS: join(dir, 'backup.pub') }
const inFront = (env: Record<string, string>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
const openWith = (key: string, ...args: string[]): { code: number | null; text: string; bytes: Buffer } => {
  const { status, stdout, stderr } = spawnSync('sh', [script, ...args], {
    env: { PATH: process.env.PATH, ...paths, BACKUP_IDENTITY: join(safe, key) },
    maxBuffer: 1 << 20,
  })
  return { code: status, text: stderr.toString(), bytes: stdout }
}

function makeKeys(): void {
  needPackages({ '/usr/bin/age': 'age', '/usr/bin/zstd': 'zstd' })
  mkdirSync(safe)
  for (const key of ['backup.key', 'another.key'])
    execFileSync('age-keygen', ['-o', join(safe, key)], { stdio: 'ignore' })
  writeFileSync(paths.BACKUP_RECIPIENTS, execFileSync('age-keygen', ['-y', join(safe, 'backup.key')]))
  copyFileSync('deploy/database/backup.sh', script)
}

/**
 * PostgreSQL's own method to copy a running server's folder, for every version and without other programs; nothing is
 * written in the clear.
 */
async function baseBackup(url: string, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('drill', true)`)
  // tar ends with 1 where a file changed as it was read: the WAL makes that good.
  execFileSync(
    'sh',
    [
      '-c',
      `{ tar -C "$1" -cf - --warning=no-file-changed --exclude='./pg_wal/*' --exclude='./pg_replslot/*' --exclude=./postmaster.pid --exclude=./postmaster.opts . || test $? = 1; } | sh "$2" seal base`,
      'sh',
      data,
      script,
    ],
    { env: { PATH: process.env.PATH, ...paths } },
  )
  const {
    rows: [label],
  } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  execFileSync('sh', [script, 'seal', 'base.label'], {
    input: label?.labelfile ?? '',
    env: { PATH: process.env.PATH, ...paths },
  })
  await client.end()
}

/** Restores a folder from the sealed base backup, which replays the WAL that a key opens. */
function unpack(to: string, key: string, target: string, like: string): void {
  mkdirSync(to)
  const { code, text } = openWith('backup.key', 'unpack', 'base', join(to, 'pg'))
  if (code !== 0) throw new Error(text)
  writeFileSync(join(to, 'pg/backup_label'), openWith('backup.key', 'open', 'base.label').bytes)
  appendFileSync(
    join(to, 'pg/postgresql.auto.conf'),
    `archive_mode = 'off'\nrestore_command = '${inFront({ BACKUP_DIR: sealed, BACKUP_IDENTITY: join(safe, key) })} sh ${script} fetch %f %p'\nrecovery_target_time = '${target}'\nrecovery_target_action = 'promote'\n`,
  )
  writeFileSync(join(to, 'pg/recovery.signal'), '')
  give(join(to, 'pg'), like)
  chmodSync(join(to, 'pg'), 0o700)
}

/** Gives a folder to the user whose server reads it. */
function give(path: string, like: string): void {
  const { uid, gid } = statSync(like)
  chownSync(path, uid, gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name), like)
}

/**
 * The result of a wrong key: nothing of the base, and no server that takes the end of the readable WAL
 * for the end of the log.
 */
async function wrongKey(target: string, password: Buffer): Promise<{ said: string; failed: string[] }> {
  const base = openWith('another.key', 'unpack', 'base', join(dir, 'nothing'))
  const wal = openWith(
    'another.key',
    'fetch',
    readdirSync(sealed)
      .find((name) => /^[0-9A-F]{24}\.age$/.test(name))
      ?.replace('.age', '') ?? '',
    join(dir, 'nothing.wal'),
  )
  const to = join(dir, 'wrong')
  unpack(to, 'another.key', target, sealed)
  writeFileSync(join(to, 'pg.password'), password)
  const started = await startEmbedded(to, { fsync: true }).then(
    async (server) => {
      await server.stop()
      return true
    },
    () => false,
  )
  const log = readFileSync(join(to, 'postgres.log'), 'utf8')
  const clearly = /base\.age is not for the key in .*another\.key/
  return {
    said:
      base.text
        .trim()
        .split('\n')
        .find((line) => clearly.test(line)) ?? '',
    failed: [
      ...(base.code !== 0 && clearly.test(base.text) && readdirSync(join(dir, 'nothing')).length === 0
        ? []
        : [`a wrong key opened the base backup: ${base.code} ${base.text}`]),
      ...(wal.code === 200 && !existsSync(join(dir, 'nothing.wal'))
        ? []
        : [`a wrong key opened WAL: ${wal.code} ${wal.text}`]),
      ...(!started && /is not for the key in .*another\.key/.test(log)
        ? []
        : [`a server started with the wrong key: ${log.slice(-500)}`]),
    ],
  }
}

/**
 * A file that is archived already is one to PostgreSQL's archiver, which asks again after a crash; another one under
 * its name is not.
 */
function archiveAgain(): string[] {
  const name =
    readdirSync(sealed)
      .find((text) => /^[0-9A-F]{24}\.age$/.test(text))
      ?.replace('.age', '') ?? ''
  const copy = join(dir, 'copy.wal')
  const archive = (): number | null =>
    spawnSync('sh', [script, 'archive', copy, name], { env: { PATH: process.env.PATH, ...paths }, stdio: 'ignore' })
      .status
  openWith('backup.key', 'fetch', name, copy)
  const same = archive()
  appendFileSync(copy, 'x')
  return same === 0 && archive() === 1 ? [] : [`${name}, archived again: ${same}`]
}

async function run(): Promise<{ report: Record<string, unknown>; failed: string[] }> {
  const dataDir = join(dir, 'data')
  let server = await startEmbedded(dataDir, { fsync: true })
  const data = join(dataDir, 'pg')
  makeKeys()
  mkdirSync(sealed)
  give(sealed, data)
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  for (const setting of [
    `archive_mode = 'on'`,
    `archive_command = '${inFront(paths)} sh ${script} archive %p %f'`,
    `archive_timeout = '10s'`,
  ])
    await admin.query(`alter system set ${setting}`)
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
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DB_POOL: '8',
    RATE_LIMIT_PER_MINUTE: '10000000',
    SANDBOX_URL: `${world.url}/sandbox`,
    SANDBOX_PAGE_URL: PAGES,
    SANDBOX_API_KEY: API_KEY,
    SANDBOX_WEBHOOK_SECRET: SANDBOX_SECRET,
    GAME_URL: `${world.url}/game`,
    GAME_WEBHOOK_SECRET: GAME_SECRET,
    REPAIR_AFTER_SECONDS: '2',
    ORDER_EXPIRE_SECONDS: '30',
    RETRY_BASE_MS: '500',
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
  await client.query(
    `begin; set local session_replication_role = replica; delete from outbox;
        delete from orders where paid_cents > 0; commit`,
  )
  client.release()
  const { code: sick } = await tool({ DATABASE_URL: server.url }, 'apps/server/src/commands/doctor.ts')
  say(`rows of orders and deliveries are gone; the doctor ends with ${sick}`)
  await before.end()
  const {
    rows: [last],
  } = await owner.pool.query('select pg_walfile_name(pg_switch_wal()) as file')
  await until(
    'the last WAL in the archive',
    () => Promise.resolve(existsSync(join(sealed, `${last.file}.age`))),
    60_000,
  )
  await owner.end()
  await server.stop()
  const clear = readdirSync(sealed).filter((name) =>
    name.endsWith('.age')
      ? !readFileSync(join(sealed, name)).subarray(0, 21).equals(Buffer.from('age-encryption.org/v1'))
      : !/^[0-9A-F]{8,24}(\.\w+)*\.sum$/.test(name),
  )
  const megabytes = readdirSync(sealed).reduce((sum, name) => sum + statSync(join(sealed, name)).size, 0) / 1e6
  // The restore uses only the sealed files.
  const password = readFileSync(join(dataDir, 'pg.password'))
  renameSync(dataDir, `${dataDir}.damaged`)
  give(safe, sealed)

  const restoreBegun = Date.now()
  // PostgreSQL takes an offset here, and no Z.
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
  const fresh = join(dir, 'restored')
  unpack(fresh, 'backup.key', target, sealed)
  writeFileSync(join(fresh, 'pg.password'), password)
  const restored = await startEmbedded(fresh, { fsync: true })
  closing.push(() => restored.stop())
  const db = openDatabase(restored.url, { max: 3, onError: () => undefined })
  closing.unshift(() => db.end())
  await until(
    'the end of the recovery',
    async () =>
      (await db.query<{ on: boolean }>({ text: 'select pg_is_in_recovery() as on' }).catch(() => [{ on: true }]))[0]
        ?.on === false,
    120_000,
  )
  const restoreMs = Date.now() - restoreBegun
  const stored = new Set(
    (await db.query<{ order_no: string }>({ text: 'select order_no from orders' })).map((row) => row.order_no),
  )
  const answer = [...players.made.values()].map((order, i) => ({ order, at: players.acknowledged[i] ?? 0 }))
  const missing = answer.filter(({ order, at }) => at <= moment.getTime() && !stored.has(order))
  const later = answer.filter(({ order }) => !stored.has(order)).length
  say(`restored in ${restoreMs} ms: ${stored.size} orders; ${later} that came after the moment are not there`)
  webhooksTo = (await shopOn(restored.url, env)).port
  await quiet(db)
  const faults = await wrongKey(target, password)
  say(faults.said.replaceAll(`${dir}/`, ''))
  const again = archiveAgain()
  const { checks, violations } = await checkInvariants(db.query, { atRest: true })
  const { code: healthy } = await tool({ DATABASE_URL: restored.url }, 'apps/server/src/commands/doctor.ts')
  const orphans = [...world.gateway.payments.values()]
    .filter((payment) => !stored.has(payment.order))
    .flatMap((payment) => payment.captures)
  await tool({ ...env, DATABASE_URL: restored.url }, 'apps/server/src/commands/reconcile.ts', '--days', '2')
  const matches = new Set(
    (await db.query<{ txn: string }>({ text: 'select txn from reconcile_finding where settled_at is null' })).map(
      (row) => row.txn,
    ),
  )
  const unseen = orphans.filter((orphan) => !matches.has(orphan.txn))
  const settled = new Set(
    (await db.query<{ order_no: string }>({ text: 'select order_no from orders where status = 4' })).map(
      (row) => row.order_no,
    ),
  )
  const unsettled = [...world.gateway.payments.values()].filter(
    (payment) => payment.captures.length > 0 && stored.has(payment.order) && !settled.has(payment.order),
  )
  const grants = [...world.game.grants.values()]
  const doubled = grants.length - new Set(grants.map((grant) => grant.order)).size
  const failed = [
    ...(clear.length > 0 ? [`not sealed: ${clear.join(' ')}`] : []),
    ...faults.failed,
    ...again,
    ...(missing.length > 0
      ? [
          `acknowledged before the moment and not there: ${missing
            .slice(0, 5)
            .map((item) => item.order)
            .join(' ')}`,
        ]
      : []),
    ...(sick === 0 ? ['the doctor did not see the damage'] : []),
    ...(healthy === 0 ? [] : [`the doctor ends with ${healthy} on the restored database`]),
    ...violations.map((violation) => `${violation.name}: ${JSON.stringify(violation.rows).slice(0, 300)}`),
    ...(unsettled.length > 0
      ? [
          `paid at the gateway and without goods: ${unsettled
            .slice(0, 5)
            .map((payment) => payment.order)
            .join(' ')}`,
        ]
      : []),
    ...(unseen.length > 0
      ? [
          `money of lost orders that reconcile does not find: ${unseen
            .slice(0, 5)
            .map((capture) => capture.txn)
            .join(' ')}`,
        ]
      : []),
    ...(doubled > 0 ? [`deliveries doubled: ${doubled}`] : []),
  ]
  return {
    failed,
    report: {
      'orders acknowledged before the moment': answer.filter(({ at }) => at <= moment.getTime()).length,
      'of them missing after the restore': missing.length,
      'orders after the moment, gone with it': later,
      'captures of those at the gateway': orphans.length,
      'of them not found by reconcile --days 2': unseen.length,
      'base backup under load, sealed, ms': backupMs,
      'sealed files, MB': Math.round(megabytes),
      'files that are not sealed': clear.length,
      'the wrong key': faults.failed.length === 0 ? 'refused, by backup.sh and by the server' : 'taken',
      'restore until writable, ms': restoreMs,
      'the doctor on the damage': `exit ${sick}`,
      'the doctor after the restore': `exit ${healthy}`,
      'invariants checked at rest': checks,
      broken: violations.length,
      'paid before the moment and without goods': unsettled.length,
      'deliveries that the game had had already, asked again under the same id': grants.filter(
        (grant) => grant.arrivals > 1,
      ).length,
      'deliveries doubled': doubled,
    },
  }
}

let code = 1
const stopAll = async (): Promise<void> => {
  for (const close of closing) await close().catch((error: unknown) => say(`while cleaning up: ${String(error)}`))
  rmSync(dir, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)))
try {
  const { report, failed } = await run()
  process.stdout.write(
    `${Object.entries(report)
      .map(([name, value]) => `${name.padEnd(72)} ${String(value)}`)
      .join(
        '\n',
      )}\n${failed.map((name) => `FAILED ${name}\n`).join('')}${failed.length === 0 ? 'the shop is back at its moment, and whole\n' : ''}`,
  )
  code = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stdout.write(
    `FAILED ${error instanceof Error ? (error.stack ?? '') : String(error)}\n${existsSync(join(dir, 'restored/postgres.log')) ? readFileSync(join(dir, 'restored/postgres.log'), 'utf8').slice(-3000) : ''}\n`,
  )
} finally {
  await stopAll()
}
process.exit(code)
