import type { Config } from './config/config.ts'
import type { Ctx } from './ctx.ts'
import type { Wakeable } from './jobs/workers.ts'
import type { Bonuses } from './shop/catalog/bonuses.ts'
import type { Law } from './shop/law/law.ts'
import type { Catalog } from './shop/catalog/catalog.ts'
import type { Books } from './shop/market/books.ts'
import type { Markets } from './shop/market/markets.ts'
import type { Messages } from './shop/message/messages.ts'
import type { Content } from './shop/setting/content.ts'
import type { Passwords } from './shop/identity/password.ts'
import type { Sessions } from './shop/identity/session.ts'
import type { Query } from './platform/db.ts'
import type { Bus } from './platform/bus.ts'
import type { Metrics } from './metrics.ts'

/** The parts of the server's HTTP side. */
export type AppDeps = {
  config: Config
  ctx: Ctx
  bus: Bus
  sessions: Sessions
  passwords: Passwords
  catalog: Catalog
  law: Law
  bonuses: Bonuses
  books: Books
  markets: Markets
  content: Content
  messages: Messages
  /** The database of the demo's other parties, with schemas of their own that the shop never reads. */
  partyQuery: Query
  /** The database in the role that stores analytics events. */
  eventQuery: Query
  metrics: Metrics
  /** Wakes this process's workers for a job that is due now. */
  wake: (job: Wakeable) => void
  /** Statements of this process that are under way or wait for a connection. */
  pending: () => number
  /** True if the database is reachable and migrated, and this process has started. */
  ready: () => Promise<boolean>
}
