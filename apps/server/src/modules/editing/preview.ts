import { createHash } from 'node:crypto'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

type Fields = Record<string, unknown>
export type Previewed = {
  /** Unix seconds. */
  moment: number
  article: Map<string, Fields>
  block: Map<string, Fields>
  product: Map<string, Fields>
}
type Row = { moment: number; kind: string | null; target: string; patch: Fields }

/** What a preview's link shows; undefined where the link is over, or was none. */
export async function previewed(q: Query, token: string): Promise<Previewed | undefined> {
  const rows = await q<Row>(
    { name: 'preview-of', text: `select ${epochSeconds('moment')} as moment, kind, target, patch from preview_of($1)` },
    [createHash('sha256').update(token).digest()],
  )
  const [first] = rows
  if (!first) return undefined
  const then: Previewed = { moment: first.moment, article: new Map(), block: new Map(), product: new Map() }
  // In their order: what is planned first, then what is planned after it, then drafts.
  for (const { kind, target, patch } of rows) {
    if (kind !== 'article' && kind !== 'block' && kind !== 'product') continue
    then[kind].set(target, { ...then[kind].get(target), ...patch })
  }
  return then
}
