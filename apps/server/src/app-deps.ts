import type { Config } from './config.ts'
import type { Ctx } from './ctx.ts'
import type { Wakeable } from './jobs/workers.ts'
import type { Bonuses } from './modules/catalog/bonuses.ts'
import type { Law } from './modules/law/law.ts'
import type { Catalog } from './modules/catalog/catalog.ts'
import type { Books } from './modules/market/books.ts'
import type { Markets } from './modules/market/markets.ts'
import type { Messages } from './modules/message/messages.ts'
import type { Content } from './modules/setting/content.ts'
import type { Passwords } from './modules/identity/password.ts'
import type { Sessions } from './modules/identity/session.ts'
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
