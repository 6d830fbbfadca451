import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Query } from '../../apps/server/src/platform/db.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { testServer } from './shop.ts'

/** A connection as the `Query` of the shop's modules. */
export const queryOf = (db: pg.Client): Query =>
  (async ({ text }: { text: string }, args?: unknown[]) => (await db.query(text, args)).rows) as unknown as Query

/**
 * A connection to a new, migrated database without a shop, for the tests of one file. `beforeAll` makes the database
 * and runs `prepare` in it; `afterAll` drops it.
 */
export function ownDatabase(prefix: string, prepare = ''): pg.Client {
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: testServer() })
  const url = new URL(testServer())
  url.pathname = `/${name}`
  const db = new pg.Client({ connectionString: url.toString() })
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`create database ${name}`)
    await migrate(url.toString())
    await db.connect()
    if (prepare !== '') await db.query(prepare)
  })
  afterAll(async () => {
    await db.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return db
}
