import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { folder } from './migrate.ts'

/** Numbered SQL files, forward only; each runs once, all pending ones in one transaction. */
async function load(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = await Promise.all(files.map(async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.slice(0, -4), {
      up: async (db: Kysely<unknown>) => {
        await sql`set local lock_timeout = '10s'`.execute(db)
        await sql.raw(text).execute(db)
      },
    }] as const
  }))
  return Object.fromEntries(entries)
}

/** Runs what is pending. Loaded where something is: kysely takes more memory than a whole shop's catalog. @throws the first failure */
export async function runMigrations(url: string): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: load } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}
