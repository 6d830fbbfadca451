import type { DeskResult } from '@hc/contract/desk/calls'
import { gravityOf } from './acting.ts'

type Row = DeskResult<'waiting/list'>['rows'][number]

/** A note and a request are subjects of their own: each has its text, its author and its end. */
const apart = new Set(['note', 'approval'])

/** By deadline, then the most money, then the oldest first. */
const FAR = Number.MAX_SAFE_INTEGER
const urgent = (a: Row, b: Row): number =>
  (a.due ?? FAR) - (b.due ?? FAR) || (b.amount_cents ?? 0) - (a.amount_cents ?? 0) || a.since - b.since

/** What this person may act on comes first: it names the row. */
const graver = (a: Row, b: Row): number =>
  Number(b.mine ?? false) - Number(a.mine ?? false) || gravityOf(a.kind) - gravityOf(b.kind)

function mergedRow(parts: readonly Row[]): Row[] {
  const [first, ...others] = parts.toSorted(graver)
  if (!first || others.length === 0) return first ? [first] : []
  const dues = parts.flatMap(({ due }) => due ?? [])
  return [
    {
      ...first,
      since: Math.min(...parts.map(({ since }) => since)),
      due: dues.length > 0 ? Math.min(...dues) : null,
      // Of other kinds about the order, one may have read its money and its item from elsewhere.
      amount_cents:
        first.amount_cents ?? others.find(({ amount_cents: cents }) => cents !== null)?.amount_cents ?? null,
      also: others.map(({ kind, subject, what }) => ({ kind, subject, what })),
    },
  ]
}

/** One row for one subject: kinds about the same order are merged. */
export function mergedRows(rows: readonly Row[]): Row[] {
  const subjects = Map.groupBy(rows, ({ kind, subject, order_no, remark_id = '' }) =>
    order_no === '' || apart.has(kind) ? `${kind} ${subject} ${remark_id}` : order_no,
  )
  return [...subjects.values()].flatMap(mergedRow).toSorted(urgent)
}
