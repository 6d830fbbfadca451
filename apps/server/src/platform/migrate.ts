import { errorCode } from './error-code.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { directly } from './db.ts'
import { type Build, loadBuild, type Migration, sqlFolder } from './build.ts'

type Applied = { name: string; checksum: string | null; breaking: string | null }
/** What was applied to a database. `functions`: null if no function files were loaded yet. */
type State = { migrations: readonly Applied[]; functions: { number: number; hash: string } | null }
type Options = { signal?: AbortSignal; from?: URL }

/** The advisory lock under which one process at a time migrates. */
const LOCK = '3853314791062309107'
const LOCK_TIMEOUT = '10s'
const CONNECT_MS = 10_000
const ASK_AGAIN_MS = 500

const tables = `
create table if not exists schema_migration (
  name text primary key, checksum text not null, breaking text, applied_at timestamptz not null default now());
create table if not exists schema_functions (
  one boolean primary key default true check (one), number integer not null, hash text not null,
  applied_at timestamptz not null default now());`

/** SQLSTATE: the table does not exist yet. */
const MISSING = '42P01'
/** SQLSTATE: we have no right to read the table yet. */
const DENIED = '42501'

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  none: readonly string[],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(text)).rows
  } catch (error) {
    if (none.includes(errorCode(error))) return []
    throw error
  }
}

async function stateOf(client: pg.Client, none: readonly string[] = [MISSING]): Promise<State> {
  const migrations = await rowsOf<Applied>(client, 'select name, checksum, breaking from schema_migration', none)
  const [functions] = await rowsOf<{ number: number; hash: string }>(
    client,
    'select number, hash from schema_functions',
    none,
  )
  return { migrations, functions: functions ?? null }
}

/**
 * The migrations that a build still has to apply, and whether it has to replace the functions. @throws if this build
 * must not run on that database
 */
function lacking(build: Build, state: State): { migrations: Migration[]; functions: boolean } {
  const byName = new Map(build.migrations.map((file) => [file.name, file]))
  const had = new Set(state.migrations.map(({ name }) => name))
  const newer = state.migrations.filter(({ name }) => !byName.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, breaking } of newer) {
    if (breaking !== null)
      throw new Error(
        `the database has migration ${name}, which this version cannot run beside (${breaking}): ` +
          'start a version that has it',
      )
  }
  for (const { name, checksum } of state.migrations) {
    const file = byName.get(name)
    if (file && checksum !== null && checksum !== file.checksum)
      throw new Error(`migration ${name} was changed after it was applied: put the change into a new file`)
  }
  const migrations = build.migrations.filter(({ name }) => !had.has(name))
  if (newer[0] && migrations[0])
    throw new Error(
      `the database has migration ${newer[0].name}, which this version does not know, ` +
        `and lacks ${migrations[0].name}: start a version that has both`,
    )
  const { files, number, hash } = build.functions
  const older = newer.length > 0 || (state.functions !== null && state.functions.number > number)
  return { migrations, functions: files.length > 0 && !older && state.functions?.hash !== hash }
}

/**
 * True if everybody may make temporary tables in this database and this user can end that. The right belongs to the
 * database: a copy or a restored backup has it again.
 */
const temporaryIsOpen = async (client: pg.Client): Promise<boolean> =>
  (
    await client.query<{ open: boolean }>(
      `select has_database_privilege('public', oid, 'temporary') and pg_has_role(datdba, 'member') as open
         from pg_database where datname = current_database()`,
    )
  ).rows[0]?.open === true

async function connect(
  address: { connectionString: string; options?: string },
  signal: AbortSignal | undefined,
): Promise<{ client: pg.Client; close: () => Promise<void> }> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'hc-portal migrations',
  })
  client.on('error', () => undefined)
  // A stop does not wait for a lock or for a long statement: the database rolls back what was not committed.
  const leave = (): void => void client.end().catch(() => undefined)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', leave, { once: true })
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', leave)
    await client.end().catch(() => undefined)
  }
  try {
    await client.connect()
  } catch (error) {
    await close()
    throw error
  }
  return { client, close }
}

async function run(client: pg.Client, what: string, text: string): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const note = (client: pg.Client, { name, checksum, breaking }: Migration): Promise<unknown> =>
  client.query('insert into schema_migration (name, checksum, breaking) values ($1, $2, $3)', [
    name,
    checksum,
    breaking,
  ])

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await run(client, `migration ${migration.name}`, migration.text)
  await note(client, migration)
}

/**
 * Replaces every function with its present text. The files come in no order, so a text may name something that does not
 * exist yet.
 */
async function replaceFunctions(client: pg.Client, { files, number, hash }: Build['functions']): Promise<void> {
  await client.query('set local check_function_bodies = off')
  for (const { name, text } of files) await run(client, `functions/${name}`, text)
  // A build of a test may have other functions alone.
  if (files.some(({ name }) => name === 'rights'))
    await run(client, 'functions/rights', 'select give_rights_on_functions()')
  await client.query(
    `insert into schema_functions (number, hash) values ($1, $2)
     on conflict (one) do update set number = excluded.number, hash = excluded.hash, applied_at = now()`,
    [number, hash],
  )
}

/**
 * SQLSTATEs of a deadlock and of a lock time-out, after which a migration is tried again: it has had no effect. A
 * running shop holds rows of the tables that a migration locks.
 */
const AGAIN = new Set(['40P01', '55P03'])
/** SQLSTATEs of a table that could not be locked in time. */
const BUSY = new Set([...AGAIN, '57014'])
const TRIES = 5
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause) || error

async function bringUp(client: pg.Client, build: Build, signal: AbortSignal | undefined): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bringUpOnce(client, build, signal)
    } catch (error) {
      if (!AGAIN.has(errorCode(causeOf(error))) || attempt >= TRIES) throw error
    }
  }
}

/** How often we try to lock the tables; the longest wait for one table, for all of them, and between two tries. */
const LOCK_TRIES = 150
const LOCK_WAIT = '100ms'
const LOCKS_WAIT = '700ms'
const LOCK_PAUSE_MS = 60

/**
 * Locks all tables of the pending migrations at once, all or none: locking them one by one could deadlock with a
 * running shop. If a table is not free soon, all are released and tried again, within the second after which
 * PostgreSQL looks for deadlocks. Decision 364.
 */
async function lockTables(client: pg.Client, migrations: readonly Migration[], signal?: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality t (name, n) where to_regclass(name) is not null order by n`,
    // The latest migration that names a table determines its place in the order.
    [[...new Set(migrations.toReversed().flatMap(({ locks }) => locks))]],
  )
  if (rows.length === 0) return
  const text = `lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    await client.query(
      `savepoint free; set local lock_timeout = '${LOCK_WAIT}'; set local statement_timeout = '${LOCKS_WAIT}'`,
    )
    try {
      await client.query(text)
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'; set local statement_timeout = 0`)
      return
    } catch (error) {
      if (!BUSY.has(errorCode(error)) || attempt >= LOCK_TRIES) throw error
      await client.query('rollback to savepoint free')
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

/** Applies everything in one transaction, so that a process of the last version never meets half of a new one. */
async function bringUpOnce(client: pg.Client, build: Build, signal: AbortSignal | undefined): Promise<string[]> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    await client.query(tables)
    const { migrations, functions } = lacking(build, await stateOf(client))
    await lockTables(client, migrations, signal)
    for (const migration of migrations) {
      signal?.throwIfAborted()
      await apply(client, migration)
    }
    if (functions) await replaceFunctions(client, build.functions)
    // With a temporary schema, somebody could put a table of their own before ours.
    if (await temporaryIsOpen(client))
      await client.query(`do $$ begin execute format('revoke temporary on database %I from public', current_database());
        end $$`)
    await client.query('commit')
    return [...migrations.map(({ name }) => name), ...(functions ? ['functions'] : [])]
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Brings the database to this version, in one transaction and by one process at a time. It applies the missing
 * migrations in order, then the present text of every function. A database that a newer version has migrated stays as
 * it is. Returns the names of the applied migrations, and `functions` if those were replaced. @throws the first
 * failure, or why this build must not run on that database
 */
export async function migrate(url: string, { signal, from = sqlFolder }: Options = {}): Promise<string[]> {
  const build = await loadBuild(from)
  // A migration has its own bounds, and may wait for another process's one.
  const address = directly(url, ['lock_timeout=0', 'idle_in_transaction_session_timeout=0'])
  const { client, close } = await connect(address, signal)
  try {
    const state = await stateOf(client)
    if (state.migrations.length > 0) {
      const { migrations, functions } = lacking(build, state)
      if (migrations.length === 0 && !functions && !(await temporaryIsOpen(client))) return []
    }
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await bringUp(client, build, signal)
  } finally {
    await close()
  }
}

/** Whether the database has the mark of a copy on which an upgrade is tried. `hc upgrade` writes it into its copy. */
export async function isShadowCopy(url: string, signal?: AbortSignal): Promise<boolean> {
  const { client, close } = await connect({ connectionString: url }, signal)
  try {
    const { rows } = await client.query<{ has: boolean }>(`select to_regnamespace('shadow_copy') is not null as has`)
    return rows[0]?.has === true
  } finally {
    await close()
  }
}

/** Whether this user may migrate: it may become the owner of the tables, or make the first ones. */
export async function mayMigrate(url: string, signal?: AbortSignal): Promise<boolean> {
  const { client, close } = await connect(directly(url), signal)
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `select coalesce((select pg_has_role(session_user, relowner, 'member') from pg_class
          where oid = to_regclass('public.schema_migration')), has_schema_privilege(session_user, 'public', 'create')) as may`,
    )
    return rows[0]?.may === true
  } finally {
    await close()
  }
}

/**
 * What a process without the right to migrate still waits for: the first missing migration, `functions`, or null for
 * nothing.
 */
function awaited(build: Build, state: State): string | null {
  if (state.migrations.length === 0) return build.migrations[0]?.name ?? null
  const { migrations, functions } = lacking(build, state)
  return migrations[0]?.name ?? (functions ? 'functions' : null)
}

/**
 * Waits until another process has migrated, for a process without the right to. It calls `waiting` once at most.
 * @throws why this build must not run on that database
 */
export async function awaitMigrations(
  url: string,
  onWait: (lacks: string) => void,
  { signal, from = sqlFolder }: Options = {},
): Promise<void> {
  const build = await loadBuild(from)
  for (let hasReported = false; ; hasReported = true) {
    // It may come through a pooler, whose connections take no settings from a client.
    const { client, close } = await connect({ connectionString: url }, signal)
    try {
      const next = awaited(build, await stateOf(client, [MISSING, DENIED]))
      if (next === null) return
      if (!hasReported) onWait(next)
    } finally {
      await close()
    }
    await sleep(ASK_AGAIN_MS, undefined, signal ? { signal } : {})
  }
}
