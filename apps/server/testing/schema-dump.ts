import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/platform/migrate.ts'

const parts = `
select format(E'create table %s (\\n%s\\n);', c.relname, string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then ' not null' else '' end,
         case when a.attidentity <> '' then ' generated as identity' else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end), E',\\n' order by a.attnum)) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
 where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%' group by c.relname
union all select format('alter table %s add constraint %s %s;', r.relname, c.conname, pg_get_constraintdef(c.oid))
  from pg_constraint c join pg_class r on r.oid = c.conrelid where r.relnamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f', 'c') and r.relname not like 'kysely%'
union all select pg_get_indexdef(i.indexrelid) || ';' from pg_index i join pg_class r on r.oid = i.indrelid
 where r.relnamespace = 'public'::regnamespace and r.relname not like 'kysely%' and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
union all select pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class r on r.oid = t.tgrelid
 where not t.tgisinternal and r.relnamespace = 'public'::regnamespace
union all select format('function %s(%s) returns %s;', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid))
  from pg_proc p where p.pronamespace = 'public'::regnamespace
order by 1`

/**
 * What a running process of a release asks of the database: functions with their arguments and results, and columns
 * with their types.
 */
const promises = `
select format('function %s(%s) returns %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)) as line
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
union all select format('column %s.%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod))
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
order by 1`

/** A freshly migrated database, asked once. */
async function ask(query: string, from?: URL): Promise<string[]> {
  const url = new URL(process.env.HC_TEST_PG ?? '')
  const admin = new pg.Client({ connectionString: url.toString() })
  await admin.connect()
  const name = `dump_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  url.pathname = `/${name}`
  try {
    await migrate(url.toString(), from ? { from } : {})
    const client = new pg.Client({ connectionString: url.toString() })
    await client.connect()
    try {
      return (await client.query<{ line: string }>(query)).rows.map((row) => row.line)
    } finally {
      await client.end()
    }
  } finally {
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
}

/** Tables, constraints, indexes, triggers and function signatures of a freshly migrated database, in a fixed order. */
export const dumpSchema = async (): Promise<string> =>
  `-- What the migrations together make; written by npm run db:dump, compared by a test.\n${(await ask(parts)).join('\n')}\n`

/** What the migrations in a folder (this version's, by default) promise to running processes. */
export const dumpPromises = (from?: URL): Promise<string[]> => ask(promises, from)
