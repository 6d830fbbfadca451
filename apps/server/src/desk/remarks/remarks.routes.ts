import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister, Who } from '../../http/desk/desk-calls.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { type NoteKind, noteKinds, noteRights } from './note-rights.ts'

type Remark = DeskResult<'remark/list'>[number]

/** @throws AppError NotAllowed */
function mayRead({ permissions }: Who, kind: NoteKind): void {
  if (!permissions[noteRights[kind]]) throw new AppError('NotAllowed', { permission: noteRights[kind] })
}

/** Notes of the staff, and their saved filters. */
export function remarkRoutes(register: DeskRegister): void {
  register('remark/write', async ({ kind, target, text, ticket, for_role }, { q, who }) => {
    mayRead(who(), kind)
    if (for_role !== '' && (await q({ text: 'select 1 from desk.role where role_key = $1' }, [for_role])).length === 0)
      throw new AppError('RoleUnknown')
    const [row] = await q<{ remark_id: number }>(
      {
        text: `insert into desk.remark (kind, target, staff_id, text, ticket, for_role, at)
          values ($1, $2, $3, $4, $5, nullif($6, ''), app_now()) returning remark_id`,
      },
      [kind, target, who().staff_id, text, ticket, for_role],
    )
    return { remark_id: row?.remark_id ?? 0 }
  })
  register('remark/done', async ({ remark_id, done }, { q, who }) => {
    const { staff_id, roles, permissions } = who()
    const [note] = await q<{ done: boolean }>(
      {
        text: `select done_at is not null as done from desk.remark
          where remark_id = $1 and for_role = any($2) and kind = any($3) for update`,
      },
      [remark_id, roles, noteKinds((right) => permissions[right] !== undefined)],
    )
    if (!note) throw new AppError('RowNotFound')
    if (note.done !== done)
      await q(
        {
          text: `update desk.remark
            set done_at = case when $2 then app_now() end, done_by = case when $2 then $3::bigint end
            where remark_id = $1`,
        },
        [remark_id, done, staff_id],
      )
    return { did: note.done !== done }
  })
  register('remark/list', async ({ kind, target }, { q, who }) => {
    mayRead(who(), kind)
    return await q<Remark>(
      {
        text: `select r.remark_id, ${epochSeconds('r.at')} as at, p.name as by, r.text, r.ticket,
            coalesce(r.for_role, '') as for_role, coalesce(r.for_role = any($3), false) as own,
            ${epochSeconds('r.done_at')} as done_at, coalesce(d.name, '') as done_by
          from desk.remark r join desk.staff p using (staff_id) left join desk.staff d on d.staff_id = r.done_by
          where r.kind = $1 and r.target = $2 order by r.remark_id desc limit 200`,
      },
      [kind, target, who().roles],
    )
  })
}
