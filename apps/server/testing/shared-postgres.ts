import { rm } from 'node:fs/promises'
import pg from 'pg'
import { startEmbedded } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { testDataDir } from './data-dir.ts'

/**
 * A database with all migrations and nothing else, which the shops of a run begin as copies of: migrating anew costs a
 * second each.
 */
async function makeTemplate(base: string): Promise<void> {
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  await client.query('drop database if exists hc_template')
  await client.query('create database hc_template')
  await client.end()
  const url = new URL(base)
  url.pathname = '/hc_template'
  await migrate(url.href)
}

/** One PostgreSQL server for a whole test run; each test file makes a database of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.HC_TEST_PG) {
    await makeTemplate(process.env.HC_TEST_PG)
    return () => Promise.resolve()
  }
  const dir = await testDataDir('hc-test-')
  const embedded = await startEmbedded(dir, { fsync: false })
  process.env.HC_TEST_PG = embedded.url
  await makeTemplate(embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
