import { viewRights } from '@hc/contract/desk/pages'
import { AppError } from '@hc/contract/errors'
import type { Query } from '../../platform/db.ts'
import { lackingFor } from '../../http/desk/data-rights.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'

type View = {
  view_id: number
  page: string
  name: string
  query: string
  shared: boolean
  own: boolean
  pinned: boolean
}

/** Views that a person may have in the menu. */
const PINS = 6

/** The pinned views of a person without one, which its number names, or its page and name. */
async function otherPins(q: Query, values: readonly [staff: number, view: number, page: string, name: string]) {
  const [row] = await q<{ n: number }>(
    {
      text: `select count(*)::int as n from desk.saved_view
        where staff_id = $1 and pinned and view_id <> $2 and ($2 <> 0 or (page, name) <> ($3, $4))`,
    },
    [...values],
  )
  return row?.n ?? 0
}

/** Filters of lists that a person saved. */
export function viewRoutes(register: DeskRegister): void {
  register('view/list', async ({ page }, { q, who }) => {
    const { staff_id, permissions } = who()
    const right = viewRights[page]
    const views = await q<View>(
      {
        text: `select view_id, page, name, query, shared, staff_id = $2 as own, pinned and staff_id = $2 as pinned
          from desk.saved_view
          where case when $1 = '' then pinned and staff_id = $2 else page = $1 and (shared and $3 or staff_id = $2) end
          order by name, view_id limit 100`,
      },
      [page, staff_id, right !== undefined && permissions[right] !== undefined],
    )
    // A colleague's filter may name a player or an order.
    return views.filter(({ own, query }) => own || lackingFor(new URLSearchParams(query), permissions) === undefined)
  })
  register('view/save', async ({ view_id, page, name, query, shared, pinned }, { q, who }) => {
    const { staff_id } = who()
    if (pinned && (await otherPins(q, [staff_id, view_id, page, name])) >= PINS)
      throw new AppError('NotPossible', { why: 'pins_full' })
    const [row] =
      view_id === 0
        ? await q<{ view_id: number }>(
            {
              text: `insert into desk.saved_view (staff_id, page, name, query, shared, pinned, at)
                values ($1, $2, $3, $4, $5, $6, app_now())
                on conflict (staff_id, page, name) do update set query = excluded.query, shared = excluded.shared,
                  pinned = excluded.pinned, at = excluded.at returning view_id`,
            },
            [staff_id, page, name, query, shared, pinned],
          )
        : await q<{ view_id: number }>(
            {
              text: `update desk.saved_view v set name = $3, query = $4, shared = $5, pinned = $6, at = app_now()
                where view_id = $1 and staff_id = $2 and not exists (select 1 from desk.saved_view o
                  where o.staff_id = $2 and o.page = v.page and o.name = $3 and o.view_id <> $1) returning view_id`,
            },
            [view_id, staff_id, name, query, shared, pinned],
          )
    if (!row) throw new AppError('NotPossible', { why: 'name_taken' })
    return row
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
