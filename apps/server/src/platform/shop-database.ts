import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'
import { type Databases, openDatabases } from './databases.ts'
import { startEmbedded } from './embedded-postgres.ts'
import { awaitMigrations, migrate } from './migrate.ts'

export type DatabaseSettings = {
  /** undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The URL past the pooler, if `databaseUrl` is of a pooler. */
  directUrl: string | null
  pooled: boolean
  dbPool: number
  dbFsync: boolean
  dataDir: string
  /** null: this process has no desk, and needs no connections for it. */
  desk: object | null
}

/**
 * Opens the database once it is migrated. `direct` is a URL for long-lived connections; null behind a pooler without
 * DATABASE_DIRECT_URL.
 */
export async function openShopDatabase(
  { databaseUrl, directUrl, pooled, dbPool, dbFsync, dataDir, desk }: DatabaseSettings,
  log: Log,
  life: Pick<Lifecycle, 'add' | 'signal'>,
): Promise<{ databases: Databases; direct: string | null }> {
  const { signal } = life
  const embedded = databaseUrl ? null : await startEmbedded(dataDir, { fsync: dbFsync, signal })
  if (embedded) life.add(() => embedded.stop())
  const url = databaseUrl ?? embedded?.url ?? ''
  const direct = directUrl ?? (pooled ? null : url)
  if (direct !== null) await migrate(direct, { signal })
  else
    await awaitMigrations(
      url,
      (lacks) => {
        log.warn({ lacks }, 'the database is not migrated yet: waiting for a process with DATABASE_DIRECT_URL')
      },
      { signal },
    )
  const databases = await openDatabases({ url, directUrl, pooled, max: dbPool, desk: desk !== null }, log)
  life.add(() => databases.end())
  return { databases, direct }
}
