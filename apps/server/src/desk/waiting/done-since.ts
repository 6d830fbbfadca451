import type { Query } from '../../platform/db.ts'

/** The calls by which people end a row, by their area. */
const ending: Readonly<Record<string, readonly string[]>> = {
  approval: ['decide'],
  appeal: ['answer'],
  dispute: ['work'],
  finding: ['settle'],
  hold: ['points', 'release', 'seen'],
  inbox: ['close', 'rework'],
  order: ['retell'],
  recall: ['close'],
  refund: ['close', 'make', 'part', 'retry', 'settleElsewhere', 'settleGateway'],
  remark: ['done'],
  staff: ['review'],
  withdrawal: ['decide'],
}
const calls = Object.entries(ending).flatMap(([area, verbs]) => verbs.map((verb) => `${area}/${verb}`))

/** What people ended by hand since a moment, by the audit: a target once, however many calls it took. */
export async function doneSince(q: Query, from: number): Promise<number> {
  const [row] = await q<{ n: number }>(
    {
      text: `select count(distinct (a.kind, a.target))::int as n from desk.audit a
        where a.at >= to_timestamp($1) and a.actor like 'staff:%' and a.action = any($2)`,
    },
    [from, calls],
  )
  return row?.n ?? 0
}
