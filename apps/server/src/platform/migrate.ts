import { readdir } from 'node:fs/promises'
import pg from 'pg'

export const folder = new URL('../../migrations/', import.meta.url)

/** The names of the migrations that this database has had; null where it has had none. */
async function applied(url: string): Promise<string[] | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    return rows.map((row) => row.name)
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return null
    throw error
  } finally { await client.end() }
}

/** Brings the database to this version. @throws the first failure; nothing is half done. */
export async function migrate(url: string): Promise<string[]> {
  const wanted = (await readdir(folder)).filter((name) => name.endsWith('.sql')).map((name) => name.slice(0, -4)).sort()
  if ((await applied(url))?.join() === wanted.join()) return []
  const { runMigrations } = await import('./run-migrations.ts')
  return await runMigrations(url)
}
