import type { Log } from './log.ts'
import { type Database, openDatabase, roleOf, sessionSettings } from './db.ts'

export type Databases = {
  /**
   * Connects as the owner of the tables, past any pooler: for seeds, partitions, clean-up, and the demo's other
   * parties, never for a player's request. Null behind a pooler without a direct URL.
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
type Where = { url: string; directUrl: string | null; pooled: boolean; max: number; desk: boolean }

const OWNER_CONNECTIONS = 4
const EVENT_CONNECTIONS = 2
const DESK_CONNECTIONS = 4

/**
 * Checks that a session has the settings that the shop relies on. A direct connection of ours asks for them at its
 * start, which a pooler may drop. A pooler's user has them by default.
 * @throws if one differs
 */
async function checkSession(shop: Database, pooled: boolean): Promise<void> {
  const wanted = Object.entries(sessionSettings).map(([name, [, ...shown]]) => ({ name, shown }))
  const [row] = await shop.query<{ wrong: string | null }>(
    {
      text: `
    select string_agg(format('%s is %s instead of %s', name, has, shown ->> 0), ', ' order by name) as wrong from (
      select name, current_setting(name) as has, shown from jsonb_to_recordset($1) w (name text, shown jsonb)
      union all select 'role', current_user::text, '["hc_app"]' where $2 and exists (
        select 1 from pg_roles where rolname = 'hc_app')) s
     where not shown ? has`,
    },
    [JSON.stringify(wanted), pooled],
  )
  if (!row?.wrong) return
  throw new Error(
    pooled
      ? `the pooler's user of DATABASE_URL is not set up (deploy/database/shop-user.sql): ${row.wrong}`
      : `DATABASE_URL: the server does not take our settings; is it a pooler (DATABASE_POOLER=1)? ${row.wrong}`,
  )
}

export async function openDatabases(
  { url, directUrl, pooled, max, desk: withDesk }: Where,
  log: Log,
): Promise<Databases> {
  const onError = (error: Error): void => {
    log.warn({ err: error }, 'database connection lost')
  }
  const owner =
    pooled && directUrl === null ? null : openDatabase(directUrl ?? url, { max: OWNER_CONNECTIONS, onError })
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
  const desk = withDesk
    ? openDatabase(directUrl ?? url, { max: DESK_CONNECTIONS, onError, role: await roleOf(plain.query, 'hc_desk') })
    : null
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
