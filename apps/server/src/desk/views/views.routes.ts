import { viewRights } from '@hc/contract/desk/pages'
import { lackingFor } from '../../http/desk/data-rights.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'

type View = { view_id: number; name: string; query: string; shared: boolean; own: boolean }

/** Filters of lists that a person saved. */
export function viewRoutes(register: DeskRegister): void {
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
