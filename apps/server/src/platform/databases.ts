import type { Log } from './log.ts'
import { type Database, openDatabase, roleOf, sessionSettings } from './db.ts'

export type Databases = {
  /**
   * Connects as the owner of the tables, past any pooler: for seeds, partitions, clean-up, and the demo's other
   * parties, never for a player's request. Null in a process that cannot.
   */
  owner: Database | null
  /** Connects as `hc_app`, which adds to the books and cannot rewrite them (sql/migrations/0001_baseline.sql). */
  shop: Database
  /** Connects as `hc_log`, which can hand in analytics events and do nothing else. */
  events: Database
  /** Connects as `hc_desk`, for the publisher's desk. Null in a process without a desk. */
  desk: Database | null
  end(): Promise<void>
}
type Where = {
  url: string
  /** The address past a pooler, or `url` itself; null: this process has no way past the pooler. */
  directUrl: string | null
  /** This process comes as the owner of the tables. */
  owns: boolean
  pooled: boolean
  max: number
  /** `url`: the desk's own login; null: it comes as the owner. Null in a process without a desk. */
  desk: { url: string | null } | null
}

const OWNER_CONNECTIONS = 4
const EVENT_CONNECTIONS = 2
const DESK_CONNECTIONS = 4

/**
 * Checks that a session has the settings that the shop relies on. A direct connection of ours asks for them at its
 * start, which a pooler may drop. A pooler's user has them by default.
 * @throws if one differs
 */
async function checkSession(shop: Database, pooled: boolean, setting = 'DATABASE_URL'): Promise<void> {
  const settings = Object.entries(sessionSettings).map(([name, [, ...values]]) => ({ name, shown: values }))
  const [row] = await shop.query<{ wrong: string | null }>(
    {
      text: `
    select string_agg(format('%s is %s instead of %s', name, has, shown ->> 0), ', ' order by name) as wrong from (
      select name, current_setting(name) as has, shown from jsonb_to_recordset($1) w (name text, shown jsonb)
      union all select 'role', current_user::text, '["hc_app"]' where $2 and exists (
        select 1 from pg_roles where rolname = 'hc_app')) s
     where not shown ? has`,
    },
    [JSON.stringify(settings), pooled],
  )
  if (!row?.wrong) return
  throw new Error(
    pooled
      ? `the pooler's user of DATABASE_URL is not set up (deploy/database/shop-user.sql): ${row.wrong}`
      : `${setting}: the server does not take our settings; is it a pooler (DATABASE_POOLER=1)? ${row.wrong}`,
  )
}

/**
 * Checks that the desk's own login can be nothing but `hc_desk`: its process may then reset its role, and is nobody
 * (decision 592).
 * @throws what else it can be
 */
async function checkDeskLogin(desk: Database): Promise<void> {
  const [row] = await desk.query<{ login: string; wrong: string | null }>({
    text: `select session_user::text as login, string_agg(w.what, ', ') as wrong from (
        select 'is a superuser' as what from pg_roles where rolname = session_user and rolsuper
        union all select 'may make roles' from pg_roles where rolname = session_user and rolcreaterole and not rolsuper
        union all select 'is no member of hc_desk' where not exists (
          select 1 from pg_roles where rolname = 'hc_desk' and pg_has_role(session_user, oid, 'member'))
        union all select 'may become ' || r.rolname || case when r.oid = (select relowner from pg_class
            where oid = to_regclass('public.orders')) then ', the owner of the tables' else '' end
          from pg_roles r where r.rolname not in (session_user, 'hc_desk') and pg_has_role(session_user, r.oid, 'member')
            and not pg_has_role('hc_desk', r.oid, 'member')
            and not exists (select 1 from pg_roles where rolname = session_user and rolsuper)
        union all select 'owns the tables' from pg_class c join pg_roles r on r.oid = c.relowner
          where c.oid = to_regclass('public.orders') and r.rolname = session_user) w`,
  })
  if (row?.wrong != null)
    throw new Error(
      `CONSOLE_DATABASE_URL: its user ${row.login} must be nothing but hc_desk (deploy/database/desk-user.sql): ` +
        `it ${row.wrong}`,
    )
}

/** Opens the desk's database, with a login of its own or as the owner that takes the desk's role. */
async function openDesk(
  ownUrl: string | null,
  { url: mainUrl, owns }: { url: string; owns: boolean },
  onError: (error: Error) => void,
  log: Log,
): Promise<Database> {
  const url = ownUrl ?? mainUrl
  const plain = openDatabase(url, { max: 1, onError })
  try {
    await checkSession(plain, false, ownUrl === null ? 'DATABASE_URL' : 'CONSOLE_DATABASE_URL')
    if (ownUrl !== null) await checkDeskLogin(plain)
    const role = await roleOf(plain.query, 'hc_desk')
    if (role === undefined && !owns)
      throw new Error('CONSOLE_DATABASE_URL: is required, because the user of DATABASE_URL may not be hc_desk')
    if (role === undefined)
      log.warn({}, 'this database has no role hc_desk for us: the desk works as the owner of the tables')
    return openDatabase(url, { max: DESK_CONNECTIONS, onError, role })
  } finally {
    await plain.end()
  }
}

export async function openDatabases(
  { url, directUrl, owns, pooled, max, desk: deskUrl }: Where,
  log: Log,
): Promise<Databases> {
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection lost')
  const owner = owns ? openDatabase(directUrl ?? url, { max: OWNER_CONNECTIONS, onError }) : null
  const plain = openDatabase(url, { max: pooled ? max : 1, onError, pooled })
  const role = await roleOf(plain.query, 'hc_app')
  if (role === undefined) log.warn({}, 'this database has no role hc_app: the shop works as the owner of its tables')
  const events = openDatabase(url, {
    max: EVENT_CONNECTIONS,
    onError,
    pooled,
    role: await roleOf(plain.query, 'hc_log'),
  })
  // The desk's transactions set the actor on their connection, so the desk has its own pool, past any pooler.
  const desk = deskUrl && (await openDesk(deskUrl.url, { url: directUrl ?? url, owns }, onError, log))
  await checkSession(plain, pooled)
  if (!pooled) await plain.end()
  const shop = pooled ? plain : openDatabase(url, { max, onError, role })
  return {
    owner,
    shop,
    events,
    desk,
    end: async () => {
      await Promise.all([shop.end(), events.end(), owner?.end(), desk?.end()])
    },
  }
}
