import { rm } from 'node:fs/promises'
import pg from 'pg'
import { isBuilt } from '../../scripts/built.mjs'
import { serverMain } from '../../scripts/node-flags.mjs'
import { postgresOf } from '../proof/postgres/binaries.ts'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { testDataDir } from './data-dir.ts'
import { freePort, SOURCE_MAIN, stopProgram } from './program.ts'
import { launch } from './shop.ts'

/**
 * Makes a database of the demo as a shop's first start leaves it, because seeding each shop costs a second. A web
 * process makes it, so that no worker has run yet.
 */
async function makeDemo(base: string): Promise<void> {
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  await client.query('drop database if exists hc_demo')
  await client.query('create database hc_demo template hc_template')
  await client.end()
  const url = new URL(base)
  url.pathname = '/hc_demo'
  await stopProgram(await launch(await freePort(), url.href, { ROLE: 'web' }))
}

/**
 * Makes a database with all migrations and nothing else. The shops of a run copy it, because migrating each costs a
 * second.
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
  process.env.HC_TEST_MAIN = isBuilt('server') ? serverMain : SOURCE_MAIN
  await makeDemo(base)
}

type Programs = NonNullable<Parameters<typeof startEmbedded>[1]['programs']>

/**
 * Starts one PostgreSQL server for a whole test run: the installed one, or the one of `programs`. Each test file makes
 * its own database in it.
 */
export async function sharedPostgres(programs?: Programs): Promise<() => Promise<void>> {
  if (process.env.HC_TEST_PG) {
    await makeTemplate(process.env.HC_TEST_PG)
    return () => Promise.resolve()
  }
  const dir = await testDataDir('hc-test-')
  const embedded = await startEmbedded(dir, { fsync: false, ...(programs ? { programs } : {}) })
  process.env.HC_TEST_PG = embedded.url
  await makeTemplate(embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Tests of the API run on the oldest supported version: what holds there holds on newer ones. The simulator, the fuzzer
 * and the browser's tests run on the newest. `HC_TEST_POSTGRES` names another one for these tests: 17 or newest.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const wish = process.env.HC_TEST_POSTGRES ?? '15'
  if (wish !== '15' && wish !== '17' && wish !== 'newest')
    throw new Error(`HC_TEST_POSTGRES is ${wish}: 15, 17 or newest`)
  return await sharedPostgres(wish === 'newest' ? undefined : await postgresOf(wish))
}
