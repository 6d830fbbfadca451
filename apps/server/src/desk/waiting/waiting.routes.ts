import { bounded } from '../../http/desk/bounded-lists.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database } from '../../platform/db.ts'
import { doneSince } from './done-since.ts'
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
