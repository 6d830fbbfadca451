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

/** The content of a preview link; undefined for an expired or unknown link. */
export async function previewed(q: Query, token: string): Promise<Previewed | undefined> {
  const rows = await q<Row>(
    { name: 'preview-of', text: `select ${epochSeconds('moment')} as moment, kind, target, patch from preview_of($1)` },
    [createHash('sha256').update(token).digest()],
  )
  const [first] = rows
  if (!first) return undefined
  const then: Previewed = { moment: first.moment, article: new Map(), block: new Map(), product: new Map() }
  // Planned changes by time first, then drafts.
  for (const { kind, target, patch } of rows) {
    if (kind !== 'article' && kind !== 'block' && kind !== 'product') continue
    then[kind].set(target, { ...then[kind].get(target), ...patch })
  }
  return then
}
