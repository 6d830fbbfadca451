import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer, until } from '../../testing/shop.ts'
import { awaitMigrations, migrate } from './migrate.ts'

const base = testServer()
const dirs: string[] = []
let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: base })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

let url: string
let db: pg.Client
beforeEach(async () => {
  const name = `m_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  url = base.replace(/\/postgres$/, `/${name}`)
  db = new pg.Client({ connectionString: url })
  await db.connect()
  return async () => {
    await db.end()
    await admin.query(`drop database ${name} with (force)`)
  }
})

/** A build with these migrations. */
function build(files: Record<string, string>): URL {
  const dir = mkdtempSync(join(tmpdir(), 'hc-migrations-'))
  dirs.push(dir)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, `${name}.sql`), text)
  return pathToFileURL(`${dir}/`)
}
const old = { '0001_a': 'create table a (x int);', '0029_closed_refunds': 'create table b (x int);' }
const newer = { ...old, '0030_c': 'create table c (x int);' }
const rows = async (table: string): Promise<string[]> =>
  (await db.query<{ name: string }>(`select name from ${table} order by name`)).rows.map(({ name }) => name)
const there = async (table: string): Promise<boolean> =>
  (await db.query<{ yes: boolean }>(`select to_regclass($1) is not null as yes`, [table])).rows[0]?.yes === true

describe('migrations', () => {
  it('are applied in order, once, and those that the landed version does not know leave no row where it looks', async () => {
    expect(await migrate(url, { from: build(newer) })).toEqual(['0001_a', '0029_closed_refunds', '0030_c'])
    expect(await migrate(url, { from: build(newer) })).toEqual([])
    expect(await rows('kysely_migration')).toEqual(['0001_a', '0029_closed_refunds'])
    expect(await rows('schema_migration')).toEqual(['0001_a', '0029_closed_refunds', '0030_c'])
    const own = readdirSync(new URL('../../migrations/', import.meta.url))
      .map((file) => file.slice(0, -4))
      .sort()
    expect(own[own.indexOf('0029_closed_refunds') + 1]).toMatch(/^003/)
  })

  it('of a newer build keep no older one from starting: it applies nothing', async () => {
    await migrate(url, { from: build(newer) })
    expect(await migrate(url, { from: build(old) })).toEqual([])
    await expect(awaitMigrations(url, () => undefined, { from: build(old) })).resolves.toBeUndefined()
  })

  it('that break older builds stop them, with one line that says why', async () => {
    await migrate(url, {
      from: build({ ...newer, '0031_d': '-- breaking: orders have another key\ncreate table d (x int);' }),
    })
    for (const run of [
      () => migrate(url, { from: build(newer) }),
      () => awaitMigrations(url, () => undefined, { from: build(newer) }),
    ]) {
      await expect(run()).rejects.toThrow(
        /^the database has migration 0031_d, which this version cannot run beside \(orders have another key\): [^\n]+$/,
      )
    }
  })

  it('that were changed after they were applied are refused by name', async () => {
    await migrate(url, { from: build(newer) })
    await expect(migrate(url, { from: build({ ...newer, '0030_c': 'create table c (x text);' }) })).rejects.toThrow(
      '0030_c was changed',
    )
    // Another machine's line ends are no change.
    expect(await migrate(url, { from: build({ ...newer, '0030_c': 'create table c (x int);' }) })).toEqual([])
  })

  it('that the landed version applied are taken over, and what comes after them is applied', async () => {
    await db.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`)
    await db.query(
      `create table a (x int); create table b (x int); insert into kysely_migration values ('0001_a', 'x'), ('0029_closed_refunds', 'x')`,
    )
    expect(await migrate(url, { from: build(newer) })).toEqual(['0030_c'])
    expect(await rows('kysely_migration')).toEqual(['0001_a', '0029_closed_refunds'])
    await expect(migrate(url, { from: build({ ...newer, '0001_a': 'create table a (y int);' }) })).rejects.toThrow(
      '0001_a was changed',
    )
  })

  it('are each applied wholly or not at all, and the next start goes on with the one that failed', async () => {
    await expect(
      migrate(url, {
        from: build({ ...old, '0030_c': 'create table c (x int); select 1 / 0;', '0031_d': 'create table d (x int);' }),
      }),
    ).rejects.toThrow('migration 0030_c: division by zero')
    expect([await there('b'), await there('c'), await there('d')]).toEqual([true, false, false])
    expect(await migrate(url, { from: build({ ...newer, '0031_d': 'create table d (x int);' }) })).toEqual([
      '0030_c',
      '0031_d',
    ])
  })

  it('are applied by one process at a time, however many start', async () => {
    const from = build({ ...newer, '0031_d': 'create table d (x int); select pg_sleep(0.2);' })
    const all = await Promise.all(Array.from({ length: 5 }, () => migrate(url, { from })))
    expect(all.flat().sort()).toEqual(['0001_a', '0029_closed_refunds', '0030_c', '0031_d'])
  })

  it("of two builds that each lack one of the other's are refused", async () => {
    await migrate(url, { from: build({ ...newer, '0032_e': 'select 1;' }) })
    await expect(migrate(url, { from: build({ ...newer, '0031_d': 'select 1;' }) })).rejects.toThrow(
      'has migration 0032_e, which this version does not know, and lacks 0031_d',
    )
  })

  it('end with a stop, whatever they wait for, and nothing of them stays', async () => {
    await migrate(url, { from: build(old) })
    await db.query('begin; lock table a')
    const stop = new AbortController()
    const run = migrate(url, {
      from: build({ ...old, '0030_c': 'create table c (x int); alter table a add column y int;' }),
      signal: stop.signal,
    })
    run.catch(() => undefined)
    await until(
      'it waits',
      async () =>
        (
          await admin.query(
            `select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = $1)`,
            [new URL(url).pathname.slice(1)],
          )
        ).rows.length > 0,
    )
    stop.abort()
    await expect(run).rejects.toThrow()
    await db.query('rollback')
    await until(
      'it is gone',
      async () =>
        (
          await admin.query(
            `select 1 from pg_stat_activity where datname = $1 and application_name = 'hc-portal migrations'`,
            [new URL(url).pathname.slice(1)],
          )
        ).rows.length === 0,
    )
    expect(await there('c')).toBe(false)
  })

  it('are waited for by a process that may not make them', async () => {
    const lacks: string[] = []
    const from = build(newer)
    const waiting = awaitMigrations(
      url,
      (name) => {
        lacks.push(name)
      },
      { from },
    )
    await until('it says what it waits for', async () => lacks.length > 0)
    await migrate(url, { from: build(old) })
    await migrate(url, { from })
    await waiting
    expect(lacks).toEqual(['0001_a'])
  })
})
