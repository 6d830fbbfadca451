import { bounded } from '../../http/desk/bounded-lists.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database } from '../../platform/db.ts'
import { readerOf, waitingRows } from './waiting-rows.ts'

/** All that waits for a person, and whose work it is. */
export function waitingRoutes(register: DeskRegister, db: Pick<Database, 'pool'>): void {
  register('waiting/list', async ({ kind, mine, nobody, hours }, { who }) => {
    const reader = readerOf(who())
    return await bounded(db, (q) => waitingRows(q, { kind, mine, nobody, hours, ...reader }))
  })
  register('waiting/claim', async ({ kind, subject, on }, { q, who }) => {
    const { staff_id, name } = who()
    if (on)
      await q(
        {
          text: `insert into desk.task_claim (task, subject, staff_id, at) values ($1, $2, $3, app_now())
            on conflict (task, subject) do update set staff_id = excluded.staff_id, at = excluded.at`,
        },
        [kind, subject, staff_id],
      )
    else await q({ text: 'delete from desk.task_claim where task = $1 and subject = $2' }, [kind, subject])
    return { claimed_by: on ? name : '' }
  })
}
