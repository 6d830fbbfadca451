import type { Log } from '../ctx.ts'
import { type Database, openDatabase, roleOf } from './db.ts'

export type Databases = {
  /** As the user that owns the tables: seeds, partitions, cleaning up, and the demo's other parties. Never a player's request. */
  owner: Database
  /** As `hc_app`: it adds to the books and cannot rewrite them (migrations/0016_roles.sql). */
  shop: Database
  /** As `hc_log`: it can hand in analytics events, and do nothing else. */
  events: Database
  end(): Promise<void>
}

const OWNER_CONNECTIONS = 4
const EVENT_CONNECTIONS = 2

export async function openDatabases(url: string, max: number, log: Log): Promise<Databases> {
  const onError = (error: Error): void => { log.warn({ err: error }, 'database connection lost') }
  const owner = openDatabase(url, { max: OWNER_CONNECTIONS, onError })
  const role = await roleOf(owner.query, 'hc_app')
  if (role === undefined) log.warn({}, 'this database has no role hc_app: the shop works as the owner of its tables')
  const shop = openDatabase(url, { max, onError, role })
  const events = openDatabase(url, { max: EVENT_CONNECTIONS, onError, role: await roleOf(owner.query, 'hc_log') })
  return { owner, shop, events, end: async () => { await Promise.all([shop.end(), events.end(), owner.end()]) } }
}
