import type { DeskResult } from '@hc/contract/desk/calls'
import { viewRights } from '@hc/contract/desk/pages'
import { AppError } from '@hc/contract/errors'
import { lackingFor } from '../../http/desk/data-rights.ts'
import type { DeskRegister, Who } from '../../http/desk/desk-calls.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { noteKinds, type NoteKind, noteRights } from './note-rights.ts'

type Remark = DeskResult<'remark/list'>[number]
type View = { view_id: number; name: string; query: string; shared: boolean; own: boolean }

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
  register('view/list', async ({ page }, { q, who }) => {
    const { staff_id, permissions } = who()
    const right = viewRights[page]
    const views = await q<View>(
      {
        text: `select view_id, name, query, shared, staff_id = $2 as own from desk.saved_view
          where page = $1 and (shared and $3 or staff_id = $2) order by name, view_id limit 100`,
      },
      [page, staff_id, right !== undefined && permissions[right] !== undefined],
    )
    // A colleague's filter may name a player or an order.
    return views.filter(({ own, query }) => own || lackingFor(new URLSearchParams(query), permissions) === undefined)
  })
  register('view/save', async ({ page, name, query, shared }, { q, who }) => {
    const [row] = await q<{ view_id: number }>(
      {
        text: `insert into desk.saved_view (staff_id, page, name, query, shared, at)
          values ($1, $2, $3, $4, $5, app_now())
          on conflict (staff_id, page, name) do update set query = excluded.query, shared = excluded.shared,
            at = excluded.at returning view_id`,
      },
      [who().staff_id, page, name, query, shared],
    )
    return { view_id: row?.view_id ?? 0 }
  })
  register('view/drop', async ({ view_id }, { q, who }) => ({
    did:
      (
        await q({ text: 'delete from desk.saved_view where view_id = $1 and staff_id = $2 returning view_id' }, [
          view_id,
          who().staff_id,
        ])
      ).length > 0,
  }))
}
