import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'
import { type Databases, openDatabases } from './databases.ts'
import { startEmbedded } from './embedded-postgres.ts'
import { awaitMigrations, mayMigrate, migrate } from './migrate.ts'

export type DatabaseSettings = {
  /** undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The URL past the pooler, if `databaseUrl` is of a pooler. */
  directUrl: string | null
  pooled: boolean
  dbPool: number
  dbFsync: boolean
  dataDir: string
  role: 'all' | 'web' | 'worker' | 'console'
  /** null: this process has no desk, and needs no connections for it. `databaseUrl`: the desk's own login. */
  desk: { databaseUrl: string | null } | null
}

/**
 * Opens the database once it is migrated, by this process or, if its user may not, by another one. `direct` is a URL
 * for long-lived connections; null behind a pooler without a way past it.
 */
export async function openShopDatabase(
  { databaseUrl, directUrl, pooled, dbPool, dbFsync, dataDir, role, desk }: DatabaseSettings,
  log: Log,
  life: Pick<Lifecycle, 'add' | 'signal'>,
): Promise<{ databases: Databases; direct: string | null }> {
  const { signal } = life
  const embedded = databaseUrl ? null : await startEmbedded(dataDir, { fsync: dbFsync, signal })
  if (embedded) life.add(() => embedded.stop())
  const url = databaseUrl ?? embedded?.url ?? ''
  const straight = directUrl ?? (pooled ? null : url)
  const owns = straight !== null && (await mayMigrate(straight, signal))
  if (!owns && (role === 'all' || role === 'worker'))
    throw new Error(
      `${directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'}: its user may not become the owner of the tables, ` +
        `which ROLE=${role} needs`,
    )
  if (owns) await migrate(straight, { signal })
  else
    await awaitMigrations(
      url,
      (lacks) =>
        log.warn(
          { lacks },
          'the database is not migrated yet: waiting for a process that comes as the owner of its tables',
        ),
      { signal },
    )
  const databases = await openDatabases(
    { url, directUrl: straight, owns, pooled, max: dbPool, desk: desk && { url: desk.databaseUrl } },
    log,
  )
  life.add(() => databases.end())
  return { databases, direct: straight ?? desk?.databaseUrl ?? null }
}
