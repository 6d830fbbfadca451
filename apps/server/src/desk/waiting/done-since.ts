import type { DeskCallName } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'

/** The calls by which people end a row. */
const ending = [
  'approval/decide',
  'appeal/answer',
  'dispute/work',
  'finding/settle',
  'hold/points',
  'hold/release',
  'hold/seen',
  'inbox/close',
  'inbox/rework',
  'order/retell',
  'recall/close',
  'refund/close',
  'refund/make',
  'refund/part',
  'refund/retry',
  'refund/settleElsewhere',
  'refund/settleGateway',
  'remark/done',
  'staff/review',
  'withdrawal/decide',
] as const satisfies readonly DeskCallName[]

/** What people ended by hand since a moment, by the audit: a target once, however many calls it took. */
export async function doneSince(q: Query, from: number): Promise<number> {
  const [row] = await q<{ n: number }>(
    {
      text: `select count(distinct (a.kind, a.target))::int as n from desk.audit a
        where a.at >= to_timestamp($1) and a.actor like 'staff:%' and a.action = any($2)`,
    },
    [from, ending],
  )
  return row?.n ?? 0
}
