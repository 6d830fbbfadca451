import type { Query } from '../../platform/db.ts'
import { CHECK_MS, checkInvariants, type Violation } from './invariants.ts'
import { checkUnits } from './chargeable-prices.ts'
import { waitingForOperators } from './waiting.ts'

export { CLOSED_TOTALS } from './invariants.ts'
export { DOCUMENT_CHAIN } from './money-invariants.ts'

/** Rows that no worker will move again: somebody must decide. `oldest` in ISO 8601. */
export type Waits = { what: string; n: number; oldest: string; example: string }

/** Every invariant over the whole database, and what waits for an operator. */
export async function examine(q: Query): Promise<{ checks: number; violations: Violation[]; waiting: Waits[] }> {
  const { checks, violations } = await checkInvariants(q, { atRest: false })
  const units = await checkUnits(q)
  const rows = await q<{ what: string; n: number; oldest: Date | null; example: string | null }>({
    text: `select what, n, oldest, example from (${waitingForOperators}) lines order by line`,
    withinMs: CHECK_MS,
  })
  return {
    checks: checks + 1,
    violations: [...violations, ...units],
    waiting: rows
      .filter((row) => row.n > 0)
      .map(({ what, n, oldest, example }) => ({
        what,
        n,
        oldest: oldest?.toISOString() ?? '',
        example: example ?? '',
      })),
  }
}
