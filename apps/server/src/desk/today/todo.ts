import { AppError } from '@hc/contract/errors'
import { bounded } from '../../http/desk/bounded-lists.ts'
import type { Who } from '../../http/desk/desk-calls.ts'
import type { Database } from '../../platform/db.ts'
import { readerOf, waitingRows } from '../waiting/waiting-rows.ts'

/** Every open page of a person asks four times a minute. */
const KEEPS_MS = 10_000
const MOST_KEPT = 500

/**
 * How many rows of To do wait for a person: those of `waiting/list`, merged, that they may act on and nobody else has
 * taken.
 * Null: the rows cannot be read in time. A count is up to ten seconds old.
 */
export function todoCounts(db: Pick<Database, 'pool'>, nowMs: () => number): (who: Who) => Promise<number | null> {
  const counts = new Map<string, { untilMs: number; n: Promise<number | null> }>()
  const count = async (who: Who): Promise<number | null> => {
    try {
      const everything = { kind: '', mine: false, nobody: false, hours: 0, merged: true }
      const { rows } = await bounded(db, (q) => waitingRows(q, { ...everything, ...readerOf(who) }))
      return rows.filter(({ mine }) => mine).length
    } catch (error) {
      if (error instanceof AppError && error.key === 'TooWide') return null
      throw error
    }
  }
  return async (who) => {
    // A person whose rights change is counted anew.
    const key = JSON.stringify([who.staff_id, who.permissions, who.decides, who.roles])
    const now = nowMs()
    const recent = counts.get(key)
    if (recent && now < recent.untilMs && recent.untilMs <= now + KEEPS_MS) return await recent.n
    const n = count(who)
    counts.delete(key)
    counts.set(key, { untilMs: now + KEEPS_MS, n })
    for (const oldest of counts.keys()) {
      if (counts.size <= MOST_KEPT) break
      counts.delete(oldest)
    }
    n.catch(() => counts.delete(key))
    return await n
  }
}
