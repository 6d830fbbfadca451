import { bounded } from '../../http/desk/bounded-lists.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { DeskCallName } from '@hc/contract/desk/calls'
import type { Database, Query } from '../../platform/db.ts'
import { readerOf, waitingRows } from './waiting-rows.ts'

/** All that waits for a person, and whose work it is. */
export function waitingRoutes(register: DeskRegister, db: Pick<Database, 'pool'>): void {
  register('waiting/list', async ({ day_from, ...filter }, { who }) => {
    const reader = readerOf(who())
    return await bounded(db, async (q) => {
      const answer = await waitingRows(q, { ...filter, ...reader })
      return day_from === undefined ? answer : { ...answer, done: await doneSince(q, day_from) }
    })
  })
  register('waiting/claim', async ({ kind, subject, on, also }, { q, who }) => {
    const { staff_id, name } = who()
    const tasks = [
      [kind, ...also.map((other) => other.kind)],
      [subject, ...also.map((other) => other.subject)],
    ]
    if (on)
      await q(
        {
          text: `insert into desk.task_claim (task, subject, staff_id, at)
            select distinct x.task, x.subject, $3::int, app_now() from unnest($1::text[], $2::text[]) x (task, subject)
            on conflict (task, subject) do update set staff_id = excluded.staff_id, at = excluded.at`,
        },
        [...tasks, staff_id],
      )
    else
      await q(
        {
          text: `delete from desk.task_claim c using unnest($1::text[], $2::text[]) x (task, subject)
            where (c.task, c.subject) = (x.task, x.subject)`,
        },
        tasks,
      )
    return { claimed_by: on ? name : '' }
  })
}

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
async function doneSince(q: Query, from: number): Promise<number> {
  const [row] = await q<{ n: number }>(
    {
      text: `select count(distinct (a.kind, a.target))::int as n from desk.audit a
        where a.at >= to_timestamp($1) and a.actor like 'staff:%' and a.action = any($2)`,
    },
    [from, ending],
  )
  return row?.n ?? 0
}
