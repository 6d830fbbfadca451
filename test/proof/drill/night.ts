import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
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
import { backupCommand, restoreCommand, shipCommand } from '../../../apps/box/src/backup/command.ts'
import { placeOf } from '../../../apps/box/src/backup/place.ts'
import { type BackupSite, tonightOf } from '../../../apps/box/src/backup/site.ts'
import { type FreshBackup, makeBackup, prove } from '../../../apps/box/src/backup/night.ts'
import { ship } from '../../../apps/box/src/backup/ship.ts'
import { realMachine as machine } from '../../../apps/box/src/real-machine.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/db.ts'
import { freePort, sleep, until } from '../../kit/shop.ts'
import { openPlayers } from '../faults/players.ts'
import { API_KEY, GAME_SECRET, openWorld, PAGES, SANDBOX_SECRET } from '../faults/world.ts'
import { seeded } from '../sim/rng.ts'
import { flip, openCluster, operator } from './night-box.ts'
import { needPackages } from './packages.ts'
import { quiet, shopOn, tool } from './shop-on.ts'

/**
 * The second part of `npm run drill:restore`: a night of a box, on Debian's PostgreSQL. A backup is taken while players
 * buy, proved from its place, damaged by one byte in each of its parts, and restored to a moment. Everything that runs
 * is what a box runs: its commands, backup.sh, age, zstd, pg_basebackup and pg_verifybackup.
 */
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}
const dir = mkdtempSync(join(tmpdir(), 'hc-night-'))
chmodSync(dir, 0o755)
const closing: (() => Promise<unknown>)[] = []
const report: Record<string, unknown> = {}
const failed: string[] = []
const expect = (what: string, isRight: boolean, has: unknown = ''): void => {
  if (!isRight) failed.push(`${what}: ${String(has)}`)
}

const shopEnv = (world: { url: string }): Record<string, string> => ({
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
})

/** A backup and tonight's key, as `night` has them; the drill changes bytes between the two halves of a night. */
async function takeBackup(site: BackupSite): Promise<{ fresh: FreshBackup; key: string }> {
  const pair = execFileSync('age-keygen', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  writeFileSync(tonightOf(site), `${/public key: (age1\w+)/.exec(pair)?.[1]}\n`)
  const fresh = await makeBackup(machine, site)
  const { fault } = await ship(machine, site, placeOf(machine, site))
  if (fault) throw fault
  return { fresh, key: `${/AGE-SECRET-KEY-1\w+/.exec(pair)?.[0]}\n` }
}

/** One flipped byte in the base, in the log and in box.tar: the proof names the file, and holds without it. */
async function flippedBytes(site: BackupSite): Promise<void> {
  const { fresh, key } = await takeBackup(site)
  const proveIt = async () => await prove(machine, site, placeOf(machine, site), fresh, key)
  for (const name of [`${fresh.name}.age`, `${fresh.segment}.age`, `${fresh.name}.box.age`]) {
    const back = flip(join(site.place, name))
    const { equal, detail } = await proveIt()
    expect(`a flipped byte in ${name} is named`, equal === false && detail.startsWith(`${name} is damaged`), detail)
    say(`a flipped byte: ${detail}`)
    back()
  }
  const segmentPath = join(site.place, `${fresh.segment}.age`)
  renameSync(segmentPath, `${segmentPath}.away`)
  const missing = await proveIt()
  expect('a missing piece of log is named', missing.detail.startsWith(`${fresh.segment}.age is not at`), missing.detail)
  renameSync(`${segmentPath}.away`, segmentPath)
  const whole = await proveIt()
  expect('the same backup, whole again, is the shop', whole.equal === true, whole.detail)
  rmSync(tonightOf(site))
}

/** A row that only one side has, and a day that is not what was noted: each is named by table and day. */
async function changedRows(site: BackupSite, db: Database): Promise<void> {
  const { fresh, key } = await takeBackup(site)
  const replica = async (text: string): Promise<void> => {
    const client = await db.pool.connect()
    await client.query(`begin; set local session_replication_role = replica; ${text}; commit`)
    client.release()
  }
  const victim = `event_id = (select min(event_id) from order_event)`
  await replica(
    `create table kept_event as select * from order_event where ${victim}; delete from order_event where ${victim}`,
  )
  const firstProof = await prove(machine, site, placeOf(machine, site), fresh, key)
  expect(
    'a row that the shop lost is named',
    firstProof.equal === false && /not the shop: order_events of /.test(firstProof.detail),
    firstProof.detail,
  )
  say(firstProof.detail)
  await replica(`insert into order_event overriding system value select * from kept_event; drop table kept_event`)
  const noted = `(current_date - 1, 'captures', 5, 100, 'x', now())`
  await replica(`insert into day_digest (day, tbl, n, sum, hash, noted_at) values ${noted}`)
  const other = await prove(machine, site, placeOf(machine, site), fresh, key)
  expect(
    'a past day that was changed by hand is named',
    /own history .* captures of \S+ has 0 rows/.test(other.detail),
    other.detail,
  )
  say(other.detail)
  await replica(`delete from day_digest`)
  rmSync(tonightOf(site))
}

/** What is refused before anything is touched, each with its own sentence. */
async function refusals(site: BackupSite, key: string): Promise<void> {
  const box = {
    closeShop: () => Promise.reject(new Error('the shop was closed')),
    openShop: () => Promise.reject(new Error('the shop was opened')),
    stopServer: () => Promise.reject(new Error('the server was stopped')),
    startServer: () => Promise.reject(new Error('the server was started')),
    reconcile: () => Promise.resolve(''),
  }
  const refused = async (
    what: string,
    changed: Partial<BackupSite>,
    args: readonly string[],
    sentence: RegExp,
  ): Promise<void> => {
    const { code, text } = await operator({ ...site, ...changed }, [key, 'n'])((parts) =>
      restoreCommand(args, { ...parts, yes: false, box }),
    )
    expect(what, code !== 0 && sentence.test(text), `${code} ${text}`)
  }
  await refused(
    'a backup of a newer release',
    { version: '1.3.9' },
    ['latest'],
    /is of release 1\.4\.0, this machine runs 1\.3\.9/,
  )
  const other = join(dir, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 99.1"\n', { mode: 0o755 })
  await refused('another PostgreSQL', { bin: other }, ['latest'], /this machine has 99: apt-get install postgresql-\d+/)
  await refused('a moment before all backups', {}, ['--at', '2020-01-01T00:00:00Z'], /has no backup from before 2020/)
  await refused('a moment without its zone', {}, ['--at', '2026-01-31 14:05'], /A moment has its zone/)
  await refused('a no to the question', {}, ['latest'], /Nothing was changed/)
  expect(
    'no copy is left of them',
    readdirSync(site.scratch).every((name) => name.startsWith('lost-')),
    readdirSync(site.scratch),
  )
}

/** A disk of a quarter of a megabyte: as a place it is full, and a copy has no room on it, which is no proof. */
async function fullDisks(site: BackupSite): Promise<void> {
  const small = join(dir, 'small')
  mkdirSync(small)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=755', 'tmpfs', small])
  closing.unshift(async () => void execFileSync('umount', [small]))
  const file = join(dir, 'large.age')
  writeFileSync(file, Buffer.alloc(400_000, 7))
  const full = await placeOf(machine, { ...site, place: small })
    .put(file, 'large.age')
    .catch((error: unknown) => String(error))
  expect(
    'a full place is said, and keeps no half of a file',
    /is full: large\.age/.test(String(full)) && readdirSync(small).length === 0,
    full,
  )
  const { fresh, key } = await takeBackup(site)
  const scant = { ...site, scratch: small }
  const { equal, detail } = await prove(machine, scant, placeOf(machine, site), fresh, key)
  expect('a copy without room is not proved', equal === null && /A copy needs \S+ GB/.test(detail), detail)
  rmSync(tonightOf(site))
}

/** A place that is away, other bytes, and one that is reached by SFTP. */
async function places(site: BackupSite, db: Database): Promise<void> {
  renameSync(site.place, `${site.place}.away`)
  await db.pool.query('select pg_switch_wal()')
  await until('a piece of log in the spool', () =>
    Promise.resolve(readdirSync(site.spool).some((name) => /^[0-9A-F]{24}\.age$/.test(name))),
  )
  const away = await operator(site)(shipCommand)
  expect('a place that is away is said', away.code === 1 && away.text.includes('cannot be reached'), away.text)
  const [row] = await db.query<{ waiting: number }>({ text: 'select waiting from desk.backup_place' })
  expect('the desk knows what waits', (row?.waiting ?? 0) > 0, row?.waiting)
  renameSync(`${site.place}.away`, site.place)
  const back = await operator(site)(shipCommand)
  expect('what waited goes once the place is back', back.code === 0, back.text)
  if (existsSync('/usr/bin/rclone')) await bySftp(site)
  else report['a place by SFTP'] = 'not tried: rclone is not installed'
}

async function bySftp(site: BackupSite): Promise<void> {
  const root = join(dir, 'sftp')
  mkdirSync(root)
  const port = await freePort()
  const keyFile = join(site.secrets, 'backup_ssh')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile])
  const host = join(dir, 'host_key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', host])
  writeFileSync(join(site.secrets, 'backup_known_hosts'), `[127.0.0.1]:${port} ${readFileSync(`${host}.pub`, 'utf8')}`)
  const server = spawn(
    'rclone',
    ['serve', 'sftp', root, '--addr', `127.0.0.1:${port}`, '--key', host, '--authorized-keys', `${keyFile}.pub`],
    { stdio: 'ignore', env: { PATH: process.env.PATH, RCLONE_CONFIG: '/dev/null' } },
  )
  closing.unshift(() => Promise.resolve(server.kill('SIGTERM')))
  const place = placeOf(machine, { ...site, place: `sftp://hc@127.0.0.1:${port}/backups` })
  const file = join(dir, 'some.age')
  writeFileSync(file, Buffer.alloc(300_000, 7))
  const sum = execFileSync('sha256sum', [file], { encoding: 'utf8' }).slice(0, 64)
  await until(
    'the SFTP server',
    async () =>
      await place.put(file, 'some.age').then(
        () => true,
        () => false,
      ),
  )
  await place.get('some.age', `${file}.back`)
  const isSame = readFileSync(file).equals(readFileSync(`${file}.back`))
  const listed = await place.list()
  expect('a place by SFTP gives back what it was given', isSame && (await place.sum('some.age')) === sum, listed.length)
  expect(
    'it lists and deletes',
    listed[0]?.bytes === 300_000 && (await place.remove('some.age')) && (await place.list()).length === 0,
  )
  const none = await place.get('none.age', `${file}.none`).catch((error: unknown) => String(error))
  expect('a file that is not there is said', String(none).includes('none.age is not at sftp://'), none)
  report['a place by SFTP'] = 'put, read back, listed, deleted'
}

async function run(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('this part of the drill needs root: its servers have users of their own')
  needPackages({ '/usr/bin/age': 'age', '/usr/bin/zstd': 'zstd', '/usr/bin/pg_ctlcluster': 'postgresql' })
  const { site, start, stop, url } = await openCluster(dir)
  const keyed = await operator(site)((parts) => backupCommand(['key'], parts))
  const key = /AGE-SECRET-KEY-1\w+/.exec(keyed.text)?.[0] ?? ''
  start()
  closing.push(async () => stop())
  const rng = seeded(1)
  let webhooksTo = 0
  const world = await openWorld(await freePort(), rng, () => webhooksTo)
  world.calm()
  closing.unshift(() => world.close())
  const env = shopEnv(world)
  let shop = await shopOn(url, env, closing)
  webhooksTo = shop.port
  let db = openDatabase(url, { max: 3, onError: () => undefined })
  const players = await openPlayers(db.query, () => [shop.port], world, rng)
  await db.query({ text: `insert into account (uid, login, email) values ('leaver', 'leaver', 'leaver@example.com')` })
  let open = true
  const shopping = players.shop(() => open)
  shopping.catch(() => undefined)
  await sleep(4000)

  const nightBegun = Date.now()
  const proved = await operator(site)((parts) => backupCommand(['prove'], parts))
  report['a night under load: backup, restored from its place and compared, ms'] = Date.now() - nightBegun
  expect('a backup under load is the shop', proved.code === 0 && proved.text.includes('equal to the shop'), proved.text)
  say(proved.text)
  expect('tonight’s key is gone', !existsSync(tonightOf(site)))
  expect('the copy is gone', readdirSync(site.scratch).length === 0, readdirSync(site.scratch))

  await sleep(2000)
  open = false
  await shopping
  await quiet(db)
  await sleep(site.restMs + 500)
  await flippedBytes(site)
  await changedRows(site, db)
  await places(site, db)

  const [other] = execFileSync('age-keygen', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).match(
    /AGE-SECRET-KEY-1\w+/,
  ) ?? ['']
  const check = (typed: string) => operator(site, [typed])((parts) => backupCommand(['key', '--check'], parts))
  const wrong = await check(other)
  expect(
    'another key is refused by its own sentence',
    wrong.code === 1 && /The key is not the one that base-\S+ was sealed for/.test(wrong.text),
    wrong.text,
  )
  const noKey = await check('hunter2')
  expect('what is no key is refused', noKey.code === 1 && noKey.text.includes('That is no recovery key'), noKey.text)
  const right = await check(key)
  await refusals(site, key)
  await fullDisks(site)
  expect('the recovery key opens a backup', right.code === 0, right.text)
  const [opened] = await db.query<{ n: number }>({ text: 'select count(*)::int as n from desk.backup_key' })
  expect('the desk knows that it did', opened?.n === 1, opened?.n)

  const moment = new Date(Math.floor(Date.now() / 1000) * 1000)
  const [before] = await db.query<{ digests: unknown; orders: number }>(
    { text: 'select desk.digests_to_prove($1) as digests, (select count(*)::int from orders) as orders' },
    [moment],
  )
  await sleep(1200)
  const [leaver] = await db.query<{ account_id: string; uid: string; outcome: string }>({
    text: `select account_id, uid, forget_account(account_id, 'gone-0123456789abcdef') as outcome from account
      where uid = 'leaver'`,
  })
  expect('a player deleted their data', leaver?.outcome === 'done', leaver?.outcome)
  open = true
  const ordersBefore = players.made.size
  const more = players.shop(() => open)
  more.catch(() => undefined)
  // They sign in first, which takes long on a busy machine.
  await until('orders after the moment', () => Promise.resolve(players.made.size >= ordersBefore + 10), 60_000)
  open = false
  await more
  await quiet(db)
  const [after] = await db.query<{ orders: number }>({ text: 'select count(*)::int as orders from orders' })
  await operator(site)(shipCommand)
  await db.end()

  const restoreBegun = Date.now()
  let closedAt = 0
  const at = moment.toISOString().replace('.000Z', 'Z')
  const restored = await operator(site, [key, 'y'])((parts) =>
    restoreCommand(['--at', at], {
      ...parts,
      yes: false,
      box: {
        async closeShop() {
          closedAt = Date.now()
          await shop.end()
        },
        stopServer: async () => stop(),
        startServer: async () => start(),
        async openShop() {
          shop = await shopOn(url, env, closing)
          webhooksTo = shop.port
          report['of it closed, ms'] = Date.now() - closedAt
        },
        async reconcile() {
          const { text } = await tool(
            { ...env, DATABASE_URL: url },
            'apps/server/src/commands/reconcile.ts',
            '--days',
            '2',
          )
          return text
        },
      },
    }),
  )
  report['restore --at, in the place of the shop, ms'] = Date.now() - restoreBegun
  say(restored.text.split('\n').slice(0, 5).join('\n          '))
  expect('the restore ends well', restored.code === 0, restored.text)
  db = openDatabase(url, { max: 3, onError: () => undefined })
  closing.unshift(() => db.end())
  const lostOrders = Number(/Lost would be (\d+) orders after/.exec(restored.text)?.[1])
  expect(
    'it says how many orders would be lost',
    lostOrders === (after?.orders ?? 0) - (before?.orders ?? 0),
    lostOrders,
  )
  report['orders that came after the moment, said before the swap'] = lostOrders
  const [now] = await db.query<{ differ: unknown[]; orders: number; deleted: boolean; name: string }>(
    {
      text: `select desk.digests_that_differ($1) as differ,
        (select count(*)::int from orders where created_at <= $2) as orders,
        (select deleted_at is not null from account where account_id = $3) as deleted,
        (select uid from account where account_id = $3) as name`,
    },
    [JSON.stringify(before?.digests), moment, leaver?.account_id],
  )
  expect(
    'the books are those of the moment',
    JSON.stringify(now?.differ) === '[]',
    JSON.stringify(now?.differ).slice(0, 300),
  )
  expect('the orders are those of the moment', now?.orders === before?.orders, `${now?.orders} ${before?.orders}`)
  expect('a deleted player stays deleted', now?.deleted === true && now.name !== leaver?.uid, now?.name)
  expect(
    'what was there before is kept',
    readdirSync(dir).some((name) => name.startsWith('data.before-')),
  )
  await quiet(db)
  const { code } = await tool({ DATABASE_URL: url }, 'apps/server/src/commands/doctor.ts')
  expect('the doctor finds nothing after the restore', code === 0, code)
  const next = await operator(site)((parts) => backupCommand(['prove'], parts))
  expect('the night after the restore is proved, too', next.code === 0, next.text)
  const inClear = [...readdirSync(site.place), ...readdirSync(site.spool)]
    .map((name) => (existsSync(join(site.place, name)) ? join(site.place, name) : join(site.spool, name)))
    .filter(
      (path) =>
        path.endsWith('.age') && !readFileSync(path).subarray(0, 21).equals(Buffer.from('age-encryption.org/v1')),
    )
  expect('everything is sealed', inClear.length === 0, inClear)
  report['files at the place, MB'] =
    Math.round(readdirSync(site.place).reduce((sum, name) => sum + statSync(join(site.place, name)).size, 0) / 1e5) / 10
}

let code = 1
try {
  await run()
  report['the whole of this part, s'] = Math.round((Date.now() - startMs) / 1000)
  const lines = Object.entries(report).map(([name, value]) => `${name.padEnd(72)} ${String(value)}`)
  process.stdout.write(`${lines.join('\n')}\n${failed.map((text) => `FAILED ${text}\n`).join('')}`)
  if (failed.length === 0) process.stdout.write('each night’s backup is the shop, and says so only then\n')
  code = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stdout.write(`FAILED ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`)
} finally {
  for (const close of closing) await close().catch((error: unknown) => say(`while cleaning up: ${String(error)}`))
  rmSync(dir, { recursive: true, force: true })
}
process.exit(code)
