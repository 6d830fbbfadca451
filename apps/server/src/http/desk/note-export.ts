import type { Database } from '../../platform/db.ts'
import { type Actor, deskTransaction } from './transaction.ts'

/** The most rows that a screen shows. */
export const SCREEN = 50
type Paged = { size: number; after: string | number }

/**
 * Writes the audit line of an export: a list that is read in pages larger than any screen's. The line is written after
 * the first page was read, and before it is sent. The line names filters without their values, which may be personal
 * data.
 */
export async function noteExport(
  db: Pick<Database, 'pool'>,
  by: Actor,
  list: string,
  body: Paged,
  screen = SCREEN,
): Promise<void> {
  if (body.size <= screen || (body.after !== '' && body.after !== 0)) return
  const { size: _size, after: _after, ...filters } = body
  const filled = Object.entries(filters).filter(([, value]) => value !== '' && value !== 0 && value !== false)
  const filteredBy = filled.filter(([, value]) => !Array.isArray(value) || value.length > 0).map(([name]) => name)
  await noteFile(db, by, list, { filters: filteredBy })
}

/** Writes the audit line of a list that leaves as a whole, before it is sent. */
export const noteFile = (
  db: Pick<Database, 'pool'>,
  by: Actor,
  list: string,
  about: Record<string, unknown>,
): Promise<unknown> =>
  deskTransaction(db, by, (q) => q({ text: `select desk.note('list', $1, $2)` }, [list, JSON.stringify(about)]))
