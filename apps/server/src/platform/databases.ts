import type { Log } from './log.ts'
import { type Database, openDatabase, roleOf } from './db.ts'

export type Databases = {
  /**
   * As the user that owns the tables, past any pooler: seeds, partitions, cleaning up, and the demo's other parties.
   * Never a player's request. A web process behind a pooler may have none.
   */
  owner: Database | null
  /** As `hc_app`: it adds to the books and cannot rewrite them (sql/migrations/0001_baseline.sql). */
  shop: Database
  /** As `hc_log`: it can hand in analytics events, and do nothing else. */
  events: Database
  /** As `hc_desk`: the publisher's desk. Null where this process has none. */
  desk: Database | null
  end(): Promise<void>
}
type Where = { url: string; directUrl: string | null; pooled: boolean; max: number; desk: boolean }

const OWNER_CONNECTIONS = 4
const EVENT_CONNECTIONS = 2
const DESK_CONNECTIONS = 4

/**
 * What a connection of our own asks for when it starts, a pooler's user must have by itself. @throws where it has not
 */
async function checkPooledUser(shop: Database): Promise<void> {
  const [row] = await shop.query<{ wrong: string | null }>({
    text: `
    select string_agg(format('%s is %s instead of %s', name, has, wants), ', ') as wrong from (values
      ('lock_timeout', current_setting('lock_timeout'), '3s'), ('idle_in_transaction_session_timeout',
      current_setting('idle_in_transaction_session_timeout'), '10s'),
      ('timezone', current_setting('timezone'), 'UTC'), ('role', current_user::text, 'hc_app')) s (name, has, wants)
     where has <> wants and (name <> 'role' or exists (select 1 from pg_roles where rolname = 'hc_app'))`,
  })
  if (row?.wrong)
    throw new Error(`the pooler's user of DATABASE_URL is not set up (deploy/database/shop-user.sql): ${row.wrong}`)
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
  // Its transactions say who acts, so they have a connection to themselves, past any pooler.
  const desk = withDesk
    ? openDatabase(directUrl ?? url, { max: DESK_CONNECTIONS, onError, role: await roleOf(plain.query, 'hc_desk') })
    : null
  if (pooled) await checkPooledUser(plain)
  else await plain.end()
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
