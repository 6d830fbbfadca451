import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'
import { type Databases, openDatabases } from './databases.ts'
import { startEmbedded } from './embedded-postgres.ts'
import { awaitMigrations, isShadowCopy, mayMigrate, migrate } from './migrate.ts'

export type DatabaseSettings = {
  /** undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The URL past the pooler, if `databaseUrl` is of a pooler. */
  directUrl: string | null
  pooled: boolean
  dbPool: number
  dbFsync: boolean
  dataDir: string
  /** This process tries a release on a copy, and on nothing else. */
  shadow: boolean
  role: 'all' | 'web' | 'worker' | 'console'
  /** null: this process has no desk, and needs no connections for it. `databaseUrl`: the desk's own login. */
  desk: { databaseUrl: string | null } | null
}

/** A copy that a release is tried on never becomes a shop, and a shop never becomes one. @throws for either */
async function checkShadow(url: string, shadow: boolean, signal: AbortSignal): Promise<void> {
  const isCopy = await isShadowCopy(url, signal)
  if (shadow && !isCopy)
    throw new Error('SHADOW=1: this database is no copy for a trial (it has no mark shadow_copy); nothing was touched')
  if (!shadow && isCopy)
    throw new Error('this database is a copy on which an upgrade was tried (mark shadow_copy): it is no shop')
}

/**
 * Opens the database once it is migrated, by this process or, if its user may not, by another one. `direct` is a URL
 * for long-lived connections; null behind a pooler without a way past it.
 */
export async function openShopDatabase(
  { databaseUrl, directUrl, pooled, dbPool, dbFsync, dataDir, shadow, role, desk }: DatabaseSettings,
  log: Log,
  life: Pick<Lifecycle, 'add' | 'signal'>,
): Promise<{ databases: Databases; direct: string | null }> {
  const { signal } = life
  const embedded = databaseUrl ? null : await startEmbedded(dataDir, { fsync: dbFsync, signal })
  if (embedded) life.add(() => embedded.stop())
  const url = databaseUrl ?? embedded?.url ?? ''
  const straight = directUrl ?? (pooled ? null : url)
  await checkShadow(straight ?? url, shadow, signal)
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
