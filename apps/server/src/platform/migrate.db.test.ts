import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer, until } from '@hc/test/shop'
import { checksumsOf, loadBuild, sqlFolder } from './build.ts'
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

type Sql = { functions?: Record<string, string>; number?: number }
/** A build with these migrations and functions. */
function build(migrations: Record<string, string>, { functions = {}, number = 1 }: Sql = {}): URL {
  const dir = mkdtempSync(join(tmpdir(), 'hc-migrations-'))
  dirs.push(dir)
  for (const [folder, files] of Object.entries({ migrations, functions })) {
    mkdirSync(join(dir, folder))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, folder, `${name}.sql`), text)
  }
  writeFileSync(join(dir, 'checksums.txt'), `functions any ${number}\n`)
  return pathToFileURL(`${dir}/`)
}
const old = { '0001_a': 'create table a (x int);', '0002_b': 'create table b (x int);' }
const newer = { ...old, '0030_c': 'create table c (x int);' }
const rows = async (table: string): Promise<string[]> =>
  (await db.query<{ name: string }>(`select name from ${table} order by name`)).rows.map(({ name }) => name)
const answer = async (): Promise<number | undefined> =>
  (await db.query<{ n: number }>('select answer() as n')).rows[0]?.n
const exists = async (table: string): Promise<boolean> =>
  (await db.query<{ yes: boolean }>(`select to_regclass($1) is not null as yes`, [table])).rows[0]?.yes === true

describe('migrations', () => {
  it('are applied in order, once', async () => {
    expect(await migrate(url, { from: build(newer) })).toEqual(['0001_a', '0002_b', '0030_c'])
    expect(await migrate(url, { from: build(newer) })).toEqual([])
    expect(await rows('schema_migration')).toEqual(['0001_a', '0002_b', '0030_c'])
  })

  it('of a newer build let an older build start, which applies nothing', async () => {
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
    // Other line ends, as another machine may write them, are no change.
    expect(await migrate(url, { from: build({ ...newer, '0030_c': 'create table c (x int);' }) })).toEqual([])
  })

  it('are applied together or not at all, and the next start retries', async () => {
    await expect(
      migrate(url, {
        from: build({ ...old, '0030_c': 'create table c (x int); select 1 / 0;', '0031_d': 'create table d (x int);' }),
      }),
    ).rejects.toThrow('migration 0030_c: division by zero')
    expect([await exists('b'), await exists('c'), await exists('d')]).toEqual([false, false, false])
    expect(await migrate(url, { from: build({ ...newer, '0031_d': 'create table d (x int);' }) })).toEqual([
      '0001_a',
      '0002_b',
      '0030_c',
      '0031_d',
    ])
  })

  it('are applied by one process at a time, however many start', async () => {
    const from = build({ ...newer, '0031_d': 'create table d (x int); select pg_sleep(0.2);' })
    const all = await Promise.all(Array.from({ length: 5 }, () => migrate(url, { from })))
    expect(all.flat().sort()).toEqual(['0001_a', '0002_b', '0030_c', '0031_d'])
  })

  it('of two builds that each miss a migration of the other are refused', async () => {
    await migrate(url, { from: build({ ...newer, '0032_e': 'select 1;' }) })
    await expect(migrate(url, { from: build({ ...newer, '0031_d': 'select 1;' }) })).rejects.toThrow(
      'has migration 0032_e, which this version does not know, and lacks 0031_d',
    )
  })

  it('end when the process stops, even while they wait, and leave nothing behind', async () => {
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
    expect(await exists('c')).toBe(false)
  })

  it('lock the tables of a running shop all at once, so that no deadlock arises', async () => {
    const wide = { '0001_a': 'create table a (x int); create table b (x int); insert into a values (1), (2);' }
    await migrate(url, { from: build(wide) })
    // Another client locks the tables in the other order all the time. It must never lose to a deadlock.
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const traffic = { open: true, rounds: 0 }
    const running = (async () => {
      while (traffic.open) {
        await other.query('begin; select 1 from b; select pg_sleep(0.05); select 1 from a for update; commit')
        traffic.rounds++
      }
    })()
    await until('somebody is at work', () => Promise.resolve(traffic.rounds > 3))
    const text = '-- locks: b, a\nalter table a add column y int; select pg_sleep(0.3); alter table b add column y int;'
    const migrations = await migrate(url, { from: build({ ...wide, '0002_b': text }) })
    traffic.open = false
    await running
    await other.end()
    expect(migrations).toEqual(['0002_b'])
    expect((await db.query('select y from a union all select y from b')).rows).toHaveLength(2)
  })

  it('are awaited by a process without the right to make them', async () => {
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

/** A function file whose function returns the file's number. */
const answers = (n: number): string =>
  `create or replace function answer() returns int language sql as $$ select ${n} $$;`

describe('functions', () => {
  it('have the text of their file, and are replaced when a build brings another text', async () => {
    expect(await migrate(url, { from: build(old, { functions: { all: answers(1) } }) })).toContain('functions')
    expect(await answer()).toBe(1)
    const next = build(old, { functions: { all: answers(2) }, number: 2 })
    expect(await migrate(url, { from: next })).toEqual(['functions'])
    expect(await answer()).toBe(2)
    expect(await migrate(url, { from: next })).toEqual([])
  })

  it('replace the stand-ins of migrations', async () => {
    const standIn = {
      ...old,
      '0003_answer': 'create function answer() returns int language sql as $$ select 0 $$;',
    }
    await migrate(url, { from: build(standIn, { functions: { all: answers(1) } }) })
    expect(await answer()).toBe(1)
  })

  it('may use functions of a later file, and tables that the same start makes', async () => {
    const functions = {
      a: 'create or replace function first() returns int language sql as $$ select second() $$;',
      b: 'create or replace function second() returns int language sql as $$ select count(*)::int from b $$;',
    }
    await migrate(url, { from: build(old, { functions }) })
    expect((await db.query('select first() as n')).rows).toEqual([{ n: 0 }])
  })

  it('of a newer build stay when an older one starts beside it', async () => {
    await migrate(url, { from: build(old, { functions: { all: answers(2) }, number: 2 }) })
    const older = build(old, { functions: { all: answers(1) }, number: 1 })
    expect(await migrate(url, { from: older })).toEqual([])
    await expect(awaitMigrations(url, () => undefined, { from: older })).resolves.toBeUndefined()
    expect(await answer()).toBe(2)
  })

  it('stay if the database has a migration that the build does not know', async () => {
    await migrate(url, { from: build(newer, { functions: { all: answers(2) }, number: 1 }) })
    expect(await migrate(url, { from: build(old, { functions: { all: answers(1) }, number: 1 }) })).toEqual([])
    expect(await answer()).toBe(2)
  })

  it('that fail roll back the migrations of the same start', async () => {
    const broken = build(newer, { functions: { all: 'create or replace function answer() returns nothing;' } })
    await migrate(url, { from: build(old) })
    await expect(migrate(url, { from: broken })).rejects.toThrow('functions/all: ')
    expect(await exists('c')).toBe(false)
  })

  it('are awaited by a process without the right to replace them', async () => {
    await migrate(url, { from: build(old, { functions: { all: answers(1) } }) })
    const lacks: string[] = []
    const from = build(old, { functions: { all: answers(2) }, number: 2 })
    const waiting = awaitMigrations(
      url,
      (name) => {
        lacks.push(name)
      },
      { from },
    )
    await until('it says what it waits for', async () => lacks.length > 0)
    await migrate(url, { from })
    await waiting
    expect(lacks).toEqual(['functions'])
  })
})

describe('what is committed', () => {
  it('has its checksums in a file, and functions get a new number with a new text: run npm run db:dump', async () => {
    const storedChecksums = readFileSync(new URL('checksums.txt', sqlFolder), 'utf8')
    expect(checksumsOf(await loadBuild(), storedChecksums)).toBe(storedChecksums)
  })

  it('has a number for each migration, and no number twice', async () => {
    const names = (await loadBuild()).migrations.map(({ name }) => name)
    expect(names.filter((name) => !/^\d{4}_[a-z_]+$/.test(name))).toEqual([])
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  })

  it('has no function text in a migration, but for stand-ins of trigger functions', async () => {
    const declared = /^ *(?:execute format\(')?create (?:or replace )?function ([\w.%]+)\(.*/gim
    const standIn =
      /create function [\w.%]+\(\) returns trigger language plpgsql as \$f\$ begin return (?:null|new|old); end \$f\$/
    const others = (await loadBuild()).migrations.flatMap(({ name, text }) =>
      [...text.matchAll(declared)].flatMap(([line, fn]) => (standIn.test(line) ? [] : [`${name}: ${fn}`])),
    )
    // These migrations were frozen before this rule. Decision 481.
    expect(others).toEqual([
      '0034_withdrawal: withdrawal_frozen',
      '0034_withdrawal: law_changed',
      '0034_withdrawal: waiver_mailed',
      // An index is built from its result, so the migration needed its text.
      '0045_audit_address: desk.line_address',
    ])
  })

  it('has functions whose bodies PostgreSQL accepts, each with one text', async () => {
    await migrate(url)
    const { files } = (await loadBuild()).functions
    await db.query('begin; set local check_function_bodies = on')
    for (const { text } of files) await db.query(text)
    await db.query('rollback')
    const functionCount = await db.query<{ n: number }>(
      `select count(*)::int as n from pg_proc where pronamespace in ('public'::regnamespace, 'desk'::regnamespace)`,
    )
    const texts = files.flatMap(({ text }) => text.match(/^create or replace function /gm) ?? [])
    expect(functionCount.rows[0]?.n).toBe(texts.length)
  })
})
