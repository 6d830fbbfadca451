import { createHash, randomBytes } from 'node:crypto'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { must, type Say, type Step, StepError } from '../steps.ts'
import { secretsOf, shadowUnit } from '../templates/units.ts'
import { compare, type Difference, type Lock, slowerSales, wrongMigration, wrongSales } from './compare.ts'
import { booksOf, wrongBooks } from './look.ts'
import type { Upgrade } from './plan.ts'
import type { ProbeAnswer, ProbeInput } from './probe.ts'

/**
 * A release is tried on a copy of the database: the old one answers and sells there, the new one migrates the copy, and
 * both answer and sell again. Neither has a network, so no gateway, no game and no mailbox hears of it.
 */
const DATABASE_UNIT = 'hc-shadow-database'
const UNIT = 'hc-shadow'
const PORT = 8190
const COPY_MS = 3_600_000
const READY_MS = 180_000
const LOOK_MS = 100

type Place = { folder: string; pg: string; socket: string; bin: string; unit: string; env: string }
const placeOf = (postgres: string): Place => {
  const folder = `/var/lib/postgresql/${postgres}/hc-shadow`
  return {
    folder,
    pg: `${folder}/pg`,
    // The shop's user reaches it, and nobody without a socket does.
    socket: `${paths.run}/shadow`,
    bin: `/usr/lib/postgresql/${postgres}/bin`,
    unit: `/run/systemd/system/${UNIT}.service`,
    env: `${paths.run}/shadow.env`,
  }
}

const inCopy = (machine: Machine, { socket }: Place, sql: string): Promise<string> =>
  must(
    machine,
    'runuser',
    ['-u', 'postgres', '--', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', '-h', socket, 'hc_portal'],
    {
      input: sql,
      timeoutMs: 120_000,
    },
  )

async function openCopy(machine: Machine, place: Place): Promise<void> {
  await machine.run('install', ['-d', '-o', 'postgres', '-g', 'postgres', '-m', '700', place.folder])
  await machine.run('install', ['-d', '-o', 'postgres', '-g', 'hc-core', '-m', '750', place.socket])
  await must(
    machine,
    'runuser',
    [
      '-u',
      'postgres',
      '--',
      `${place.bin}/pg_basebackup`,
      '-D',
      place.pg,
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-manifest',
    ],
    { timeoutMs: COPY_MS },
  )
  const config = `listen_addresses = ''
unix_socket_directories = '${place.socket}'
hba_file = '${place.folder}/hba.conf'
ident_file = '${place.folder}/ident.conf'
shared_buffers = 64MB
max_connections = 200
archive_mode = off
fsync = off
timezone = 'UTC'
`
  for (const [name, content] of Object.entries({
    'copy.conf': config,
    'hba.conf': 'local all all trust\n',
    'ident.conf': '',
  }))
    await machine.files.write(`${place.folder}/${name}`, content)
  await machine.files.write(`${place.pg}/postgresql.auto.conf`, '', 0o600)
  await must(machine, 'chown', ['-R', 'postgres:postgres', place.folder])
  const properties = ['User=postgres', 'PrivateNetwork=yes', 'CPUWeight=20', 'IOWeight=20', 'KillSignal=SIGINT']
  await must(machine, 'systemd-run', [
    `--unit=${DATABASE_UNIT}`,
    '--collect',
    '-q',
    ...properties.flatMap((text) => ['-p', text]),
    `${place.bin}/postgres`,
    '-D',
    place.pg,
    '-c',
    `config_file=${place.folder}/copy.conf`,
  ])
  for (const end = machine.now() + READY_MS; ;) {
    const { code } = await machine.run('runuser', [
      '-u',
      'postgres',
      '--',
      `${place.bin}/pg_isready`,
      '-q',
      '-h',
      place.socket,
    ])
    if (code === 0) return
    if (machine.now() > end) throw new StepError('the copy of the database does not start')
    await machine.pause(300)
  }
}

/** The copy's mark, and a player who buys there: in no other database is either. */
async function prepare(machine: Machine, place: Place): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await inCopy(
    machine,
    place,
    `create schema shadow_copy;
     insert into payment_channel (channel_code, enabled) values ('sandbox', true)
       on conflict (channel_code) do update set enabled = true, countries = null, currencies = null, min_cents = null,
         max_cents = null;
     insert into game_server (server_id, name, status) values ('shadow', 'Shadow', 0) on conflict do nothing;
     with buyer as (insert into account (uid, login) values ('shadow-player', 'shadow-player') returning account_id),
       role as (insert into game_role (server_id, role_id, account_id, name, level)
         select 'shadow', 'shadow-role', account_id, 'Shadow', 50 from buyer)
     insert into session (token_hash, account_id, remember, expires_at)
       select '\\x${hash}', account_id, true, now() + interval '1 day' from buyer;`,
  )
  return token
}

async function withShop<T>(machine: Machine, place: Place, release: string, work: () => Promise<T>): Promise<T> {
  const names = await machine.files.list(paths.secrets)
  await machine.files.write(place.unit, shadowUnit({ release, port: PORT, socket: place.socket, env: place.env }))
  await machine.files.write(`${place.unit}.d/secrets.conf`, secretsOf(names))
  // What comes last holds: one player buys more than a player may.
  await machine.files.write(place.env, 'ORDERS_UNPAID_MAX=0\nORDERS_PER_MINUTE_PER_ADDRESS=0\n', 0o600)
  await must(machine, 'systemctl', ['daemon-reload'])
  await must(machine, 'systemctl', ['start', UNIT])
  try {
    return await work()
  } finally {
    await machine.run('systemctl', ['stop', UNIT])
  }
}

async function probe(machine: Machine, release: string, input: ProbeInput): Promise<ProbeAnswer> {
  const { stdout: pid } = await machine.run('systemctl', ['show', '-p', 'MainPID', '--value', UNIT])
  const program = [`${release}/node/bin/node`, `${release}/apps/server/dist/hc.js`, 'probe']
  const { code, stdout, stderr } = await machine.run('nsenter', ['-t', pid.trim(), '-n', '--', ...program], {
    input: JSON.stringify(input),
    env: { HC_COMMAND: 'hc' },
    timeoutMs: 300_000,
  })
  if (code === 0) return JSON.parse(stdout) as ProbeAnswer
  const log = await machine.run('journalctl', ['--namespace=+hc', '-u', UNIT, '-n', '8', '-o', 'cat'])
  throw new StepError(`${stderr.trim().split('\n').at(-1)}\n${log.stdout.trim()}`)
}

/** What the new release says of itself that it answers otherwise. */
async function differencesOf(machine: Machine, release: string): Promise<Difference[]> {
  const text = await machine.files.read(`${release}/differences.json`)
  return text === undefined ? [] : (JSON.parse(text) as { differences: Difference[] }).differences
}

async function checkBooks(machine: Machine, place: Place, release: string, say: Say): Promise<void> {
  const url = `postgres://hc_owner@${encodeURIComponent(place.socket)}/hc_portal`
  const wrong = wrongBooks(await booksOf(machine, release, { say, env: { DATABASE_URL: url } }))
  if (wrong !== null) throw new StepError(`on the copy ${wrong}`)
}

async function closeCopy(machine: Machine, place: Place): Promise<void> {
  await machine.run('systemctl', ['stop', UNIT, DATABASE_UNIT])
  for (const path of [place.folder, place.socket, place.unit, `${place.unit}.d`, place.env])
    await machine.files.remove(path)
  await machine.run('systemctl', ['daemon-reload'])
}

/** Looks which tables are locked against players' reads or writes, until `work` is over. */
async function withLocks<T>(machine: Machine, place: Place, work: () => Promise<T>): Promise<[T, Lock[]]> {
  const spans = new Map<string, { from: number; to: number }>()
  const over = new AbortController()
  const look = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const text = await inCopy(
        machine,
        place,
        `select distinct c.oid::regclass::text from pg_locks l join pg_class c on c.oid = l.relation
           join pg_namespace n on n.oid = c.relnamespace
          where l.granted and c.relkind in ('r', 'p') and n.nspname in ('public', 'desk') and l.mode in
            ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
            and l.pid in (select pid from pg_stat_activity where now() - xact_start > interval '0.1 s');`,
      ).catch(() => '')
      const now = machine.now()
      for (const table of text.split('\n').filter(Boolean))
        spans.set(table, { from: spans.get(table)?.from ?? now, to: now })
      await machine.pause(LOOK_MS)
    }
  }
  const looking = look()
  try {
    const result = await work()
    over.abort()
    await looking
    return [result, [...spans].map(([table, { from, to }]) => ({ table, ms: to - from }))]
  } finally {
    over.abort()
  }
}

/** Each order that the shop calls delivered stands in the built-in game, once. */
async function checkGrants(machine: Machine, place: Place): Promise<void> {
  const text = await inCopy(
    machine,
    place,
    `select count(*) from outbox b where b.kind = 'deliver' and b.state = 'confirmed'
       and b.order_no in (select order_no from orders where role_id = 'shadow-role' and server_id = 'shadow')
       and (select count(*) from demo_game.granted g where g.sdk_order_id = b.order_no) <> 1;`,
  )
  if (text.trim() !== '0')
    throw new StepError(`on the copy ${text.trim()} orders were called delivered, and the game has none`)
}

async function trial(
  machine: Machine,
  place: Place,
  { version, oldVersion, times, isBreaking }: Upgrade,
  say: Say,
): Promise<void> {
  const [oldRelease, release] = [`${paths.releases}/${oldVersion}`, `${paths.releases}/${version}`]
  const from = machine.now()
  await openCopy(machine, place)
  const token = await prepare(machine, place)
  say(`the copy stands after ${((machine.now() - from) / 1000).toFixed(1)} s`)
  const ask = (orders: number, makes: number): ProbeInput => ({ port: PORT, token, orders, makes, readyMs: READY_MS })
  const sell = ask(times.shadowOrders, times.shadowMakes)
  const ofOld = async (): Promise<[ProbeAnswer, ProbeAnswer]> => [
    await probe(machine, oldRelease, sell),
    await probe(machine, oldRelease, ask(0, 0)),
  ]
  const [first, again] = await withShop(machine, place, oldRelease, ofOld)
  await checkGrants(machine, place)
  await checkBooks(machine, place, oldRelease, say)
  const begin = machine.now()
  const next = await withShop(machine, place, release, async () => {
    const [ready, locks] = await withLocks(machine, place, () => probe(machine, oldRelease, ask(0, 0)))
    const ms = machine.now() - begin
    const [longest] = locks.toSorted((a, b) => b.ms - a.ms)
    say(
      `${version} has migrated the copy and was ready after ${(ms / 1000).toFixed(1)} s` +
        (longest ? `, with a lock of ${(longest.ms / 1000).toFixed(1)} s on ${longest.table}` : ''),
    )
    // Nobody waits for it in a closed shop.
    const why = isBreaking ? null : wrongMigration(ms, locks)
    if (why !== null) throw new StepError(why)
    return { ...(await probe(machine, oldRelease, sell)), reads: ready.reads }
  })
  await checkGrants(machine, place)
  const wrong = wrongSales(first, next)
  if (wrong !== null) throw new StepError(`on the copy ${wrong}`)
  const slower = slowerSales(first, next)
  if (!isBreaking) {
    const migrated = await withShop(machine, place, oldRelease, () => probe(machine, oldRelease, sell)).catch(
      (error: unknown) => {
        const why = error instanceof StepError ? error.message : String(error)
        throw new StepError(`its migration breaks ${oldVersion}: on the copy ${why}`)
      },
    )
    const wrongOld = wrongSales(first, migrated)
    if (wrongOld !== null) throw new StepError(`its migration breaks ${oldVersion}: on the copy ${wrongOld}`)
    // A busy moment makes one of them slow: the new one must be slower than the old one before and after it.
    if (slower !== null && slowerSales(migrated, next) !== null) throw new StepError(`on the copy ${slower}`)
  } else if (slower !== null) throw new StepError(`on the copy ${slower}`)
  for (const each of isBreaking ? [release] : [oldRelease, release]) await checkBooks(machine, place, each, say)
  const lines = compare(first.reads, again.reads, next.reads, await differencesOf(machine, release))
  if (lines.length > 0) throw new StepError(`on the copy it answers otherwise: ${lines.slice(0, 5).join('; ')}`)
  const sales = (isBreaking ? 2 : 3) * (times.shadowOrders + times.shadowMakes)
  say(
    `on the copy both answered ${Object.keys(first.reads).length} reads alike and sold ${sales} orders, ${((machine.now() - from) / 1000).toFixed(0)} s`,
  )
}

/** Tries the release on a copy, which is deleted afterwards. */
export function shadowStep(upgrade: Upgrade, postgres: string): Step {
  const place = placeOf(postgres)
  let isDone = false
  return {
    name: 'shadow',
    look: () => Promise.resolve(isDone ? null : `tries ${upgrade.version} on a copy of the database`),
    async do(machine, say) {
      await closeCopy(machine, place)
      try {
        await trial(machine, place, upgrade, say)
      } finally {
        await closeCopy(machine, place)
      }
      isDone = true
    },
    undo: (machine) => closeCopy(machine, place),
  }
}
