import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A numbered SQL file. `breaking` says why no older build may run beside it. */
type Migration = { name: string; text: string; checksum: string; breaking: string | null }
type Applied = { name: string; checksum: string | null; breaking: string | null }
type Options = { signal?: AbortSignal; from?: URL }

const folder = new URL('../../migrations/', import.meta.url)
/**
 * Builds up to this migration keep their rows in kysely_migration, and do not start beside a row there that they do not
 * know.
 */
const LAST_SHARED = '0029_closed_refunds'
/** The lock that those builds take to migrate, too. */
const LOCK = '3853314791062309107'
const LOCK_TIMEOUT = '10s'
const CONNECT_MS = 10_000
const ASK_AGAIN_MS = 500

const tables = `
create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing;
create table if not exists schema_migration (
  name text primary key, checksum text not null, breaking text, applied_at timestamptz not null default now());`

async function load(from: URL): Promise<Migration[]> {
  const files = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const text = (await readFile(new URL(file, from), 'utf8')).replaceAll('\r\n', '\n')
      return {
        name: file.slice(0, -4),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        breaking: /^-- breaking: (.+)/.exec(text)?.[1] ?? null,
      }
    }),
  )
}

const missing = (error: unknown): boolean => (error as { code?: string }).code === '42P01'

/** What this database has had; null where it has had none. */
async function applied(client: pg.Client): Promise<Applied[] | null> {
  const rows = async (text: string): Promise<Applied[] | null> => {
    try {
      return (await client.query<Applied>(text)).rows
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }
  const own = await rows('select name, checksum, breaking from schema_migration')
  const shared = await rows('select name, null as checksum, null as breaking from kysely_migration')
  if (own === null && shared === null) return null
  const known = new Set(own?.map(({ name }) => name))
  return [...(own ?? []), ...(shared ?? []).filter(({ name }) => !known.has(name))]
}

/** What is still to be applied. @throws where this build must not run on that database */
function pendingOf(files: readonly Migration[], done: readonly Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  const had = new Set(done.map(({ name }) => name))
  const newer = done.filter(({ name }) => !known.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, breaking } of newer) {
    if (breaking !== null)
      throw new Error(
        `the database has migration ${name}, which this version cannot run beside (${breaking}): ` +
          'start a version that has it',
      )
  }
  for (const { name, checksum } of done) {
    const file = known.get(name)
    if (file && checksum !== null && checksum !== file.checksum)
      throw new Error(`migration ${name} was changed after it was applied: put the change into a new file`)
  }
  const pending = files.filter(({ name }) => !had.has(name))
  if (newer[0] && pending[0])
    throw new Error(
      `the database has migration ${newer[0].name}, which this version does not know, and lacks ${pending[0].name}: ` +
        'start a version that has both',
    )
  return pending
}

async function connect(
  url: string,
  signal: AbortSignal | undefined,
): Promise<{ client: pg.Client; close: () => Promise<void> }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'hc-portal migrations',
  })
  client.on('error', () => undefined)
  // A stop does not wait for a lock or for a long statement: the database takes back what was not committed.
  const leave = (): void => {
    void client.end().catch(() => undefined)
  }
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

async function apply(client: pg.Client, { name, text, checksum, breaking }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum, breaking) values ($1, $2, $3)', [
      name,
      checksum,
      breaking,
    ])
    if (name <= LAST_SHARED)
      await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
        name,
        new Date().toISOString(),
      ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`migration ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/**
 * Brings the database to this version: what is missing is applied in order, each file wholly or not at all, by one
 * process at a time. A database that a newer
 * version has migrated is left as it is. Gives the names of what was applied. @throws the first failure, or why this
 * build must not run on that database
 */
export async function migrate(url: string, { signal, from = folder }: Options = {}): Promise<string[]> {
  const files = await load(from)
  const { client, close } = await connect(url, signal)
  try {
    const seen = await applied(client)
    // Rows of before this table was there are taken over, with the files as they are now.
    const complete =
      seen !== null && files.every((file) => seen.some((row) => row.name === file.name && row.checksum !== null))
    if (complete && pendingOf(files, seen).length === 0) return []
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(tables)
    const done = (await applied(client)) ?? []
    const pending = pendingOf(files, done)
    for (const { name, checksum } of files.filter((file) =>
      done.some((row) => row.name === file.name && row.checksum === null),
    )) {
      await client.query('insert into schema_migration (name, checksum) values ($1, $2) on conflict do nothing', [
        name,
        checksum,
      ])
    }
    for (const migration of pending) {
      signal?.throwIfAborted()
      await apply(client, migration)
    }
    return pending.map(({ name }) => name)
  } finally {
    await close()
  }
}

/**
 * For a process that may not migrate: waits until another one has. `waiting` is told once. @throws why this build must
 * not run on that database
 */
export async function awaitMigrations(
  url: string,
  waiting: (lacks: string) => void,
  { signal, from = folder }: Options = {},
): Promise<void> {
  const files = await load(from)
  for (let told = false; ; told = true) {
    const { client, close } = await connect(url, signal)
    try {
      const { rows } = await client
        .query<Applied>('select name, checksum, breaking from schema_migration')
        .catch((error: unknown) => {
          // Not there yet, or not yet ours to read.
          if (missing(error) || (error as { code?: string }).code === '42501') return { rows: [] }
          throw error
        })
      const [next] = rows.length === 0 ? files : pendingOf(files, rows)
      if (!next) return
      if (!told) waiting(next.name)
    } finally {
      await close()
    }
    await sleep(ASK_AGAIN_MS, undefined, signal ? { signal } : {})
  }
}
