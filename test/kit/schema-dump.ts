import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../apps/server/src/platform/migrate.ts'

const PUBLIC_ONLY = `relnamespace = 'public'::regnamespace`
/** Rights that an owner has anyway are left out. */
const rights = (acl: string, owner: string): string =>
  `lateral (select grantee, string_agg(lower(privilege_type), ', ' order by privilege_type) as what
     from aclexplode(${acl}) where grantee <> ${owner} group by grantee)`
const who = `case when x.grantee = 0 then 'public' else x.grantee::regrole::text end`
const signature = `format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid))`

const parts = `
select format(E'create table %s (\\n%s\\n);', c.relname, string_agg(format('  %s %s%s%s', a.attname,
         format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
         case when a.attidentity <> '' then ' generated as identity'
           else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end), E',\\n' order by a.attnum)) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
 where c.relkind in ('r', 'p') and c.${PUBLIC_ONLY} group by c.relname
union all select format('alter table %s set (%s);', c.relname, array_to_string(c.reloptions, ', '))
  from pg_class c where c.relkind in ('r', 'p') and c.${PUBLIC_ONLY} and c.reloptions is not null
union all select format('alter table %s add constraint %s %s;', r.relname, c.conname, pg_get_constraintdef(c.oid))
  from pg_constraint c join pg_class r on r.oid = c.conrelid
 where r.${PUBLIC_ONLY} and c.contype in ('p', 'u', 'f', 'c', 'x')
union all select pg_get_indexdef(i.indexrelid) || ';' from pg_index i join pg_class r on r.oid = i.indrelid
 where r.${PUBLIC_ONLY} and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
union all select pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class r on r.oid = t.tgrelid
 where not t.tgisinternal and r.${PUBLIC_ONLY}
union all select format('function %s(%s) returns %s%s%s%s;', p.proname, pg_get_function_arguments(p.oid),
    pg_get_function_result(p.oid),
    case p.provolatile when 'i' then ' immutable' when 's' then ' stable' else ' volatile' end,
    case when p.prosecdef then ' security definer' else '' end,
    coalesce(' set ' || array_to_string(p.proconfig, ', '), ''))
  from pg_proc p where p.pronamespace = 'public'::regnamespace
union all select format('grant %s on %s to %s;', x.what, c.relname, ${who})
  from pg_class c, ${rights('c.relacl', 'c.relowner')} x where c.relkind in ('r', 'p') and c.${PUBLIC_ONLY}
union all select format('grant %s (%s) on %s to %s;', x.what, a.attname, c.relname, ${who})
  from pg_class c join pg_attribute a on a.attrelid = c.oid, ${rights('a.attacl', 'c.relowner')} x where c.${PUBLIC_ONLY}
union all select format('grant %s on function %s to %s;', x.what, ${signature}, ${who})
  from pg_proc p, ${rights('p.proacl', 'p.proowner')} x where p.pronamespace = 'public'::regnamespace and p.prosecdef
union all select format('grant usage on schema public to %s;', ${who})
  from pg_namespace n, ${rights('n.nspacl', 'n.nspowner')} x where n.nspname = 'public' and x.grantee <> 0
union all select format('alter default privileges grant %s on tables to %s;', x.what, ${who})
  from pg_default_acl d, ${rights('d.defaclacl', 'd.defaclrole')} x where d.defaclobjtype = 'r'
order by 1`

/**
 * The parts of the schema that a release depends on: functions with their arguments and results, columns with their
 * types, and the checksums of the migrations that databases have applied.
 */
const promises = `
select format('function %s(%s) returns %s', p.proname, pg_get_function_arguments(p.oid),
    pg_get_function_result(p.oid)) as line
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
union all select format('column %s.%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod))
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
union all select format('migration %s %s', name, checksum) from schema_migration
order by 1`

/** A line for each text of the database that may call a function: the function that it is of, or `-`, and the text. */
const texts = `
select format('%s %s', p.proname, p.prosrc) as line
  from pg_proc p where p.pronamespace in ('public'::regnamespace, 'desk'::regnamespace)
union all select format('- %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
union all select format('- %s', pg_get_expr(adbin, adrelid)) from pg_attrdef
union all select format('- %s', pg_get_constraintdef(oid)) from pg_constraint where contype = 'c'
union all select format('- %s', pg_get_indexdef(indexrelid)) from pg_index where indexprs is not null
union all select format('- %s %s', qual, with_check) from pg_policies
union all select format('- %s', definition) from pg_views where schemaname in ('public', 'desk')`

/** Runs one query on a freshly migrated database. */
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

/** The schema of a freshly migrated database in a fixed order, without the functions' texts and without rows. */
export const dumpSchema = async (): Promise<string> =>
  [
    '-- What migrations and functions together make; written by npm run db:dump, compared by a test.',
    ...(await ask(parts)),
    '',
  ].join('\n')

/**
 * What names functions inside the database: for each function its name and its text, and under the name `-` each
 * trigger, default, check, index, policy and view.
 */
export const dumpTexts = async (): Promise<{ name: string; text: string }[]> =>
  (await ask(texts)).map((line) => ({ name: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ')) }))

/** The `promises` of a folder's SQL, by default this version's: running processes depend on them. */
export const dumpPromises = (from?: URL): Promise<string[]> => ask(promises, from)
