import { whoCannotSay } from '@hc/channels/registry'
import type { Query } from '../../platform/db.ts'
import { CHECK_MS, type Violation } from './invariants.ts'

/** The text of a violation, as in SQL. */
const EXAMPLES = 5

/**
 * Prices that are or will be charged, and that a gateway offered in their currency cannot say in its own units: players
 * could not pay them there. A price that is a multiple of its currency's step can be said everywhere, so this finds
 * what was written by hand, and a gateway whose units were changed.
 */
export async function checkUnits(q: Query): Promise<Violation[]> {
  const prices = await q<{ price_id: number; channel_code: string; currency: string; amount_minor: number }>({
    text: `select p.price_id::int, r.channel_code, b.currency, p.amount_minor::float8
      from price p join price_book b using (book_id) join channel_rule r using (currency)
        join payment_channel c using (channel_code)
      where c.enabled and (p.ends_at is null or p.ends_at > app_now()) order by 1, 2`,
    withinMs: CHECK_MS,
  })
  const rows = prices.filter(({ channel_code, currency, amount_minor }) =>
    whoCannotSay(amount_minor, currency).includes(channel_code),
  )
  return rows.length > 0
    ? [{ name: 'a gateway can say each price in its own units', rows: rows.slice(0, EXAMPLES) }]
    : []
}
