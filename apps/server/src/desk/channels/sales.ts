import type { ProductSales } from '@hc/contract/desk/products'
import type { Who } from '../../http/desk/desk-calls.ts'
import type { Query, Row } from '../../platform/db.ts'

type Sales = NonNullable<ProductSales>
const none: Sales = { orders: 0, gross_cents: 0, refunded_cents: 0, points: 0, others: [] }
const DAYS = 30
const SINCE = `(app_now() at time zone 'UTC')::date - ${DAYS - 1}`
/** The totals of these days, with the sales that no total has yet: those of the last minute, or of a new history. */
const SPAN = `${SINCE}, (app_now() at time zone 'UTC')::date`

/** How often each product was sold on each of the last 30 days, the oldest first. It has no amounts. */
export async function soldByDay(q: Query): Promise<(id: string) => number[]> {
  const rows = await q<{ id: string; day: number; orders: number } & Row>({
    text: `select s.id, s.day - (${SINCE}) as day, sum(s.orders)::float8 as orders
      from (select cp_goods_id as id, day, orders from desk.totals_between(${SPAN})
        union all select cp_goods_id, day, orders from desk.totals_between_in(${SPAN})) s group by 1, 2`,
  })
  const soldOf = new Map<string, number[]>()
  for (const { id, day, orders } of rows) {
    const days = soldOf.get(id) ?? Array.from({ length: DAYS }, () => 0)
    if (day < DAYS) days[day] = orders
    soldOf.set(id, days)
  }
  return (id) => soldOf.get(id) ?? Array.from({ length: DAYS }, () => 0)
}

/**
 * The sales of a product, or of all of them (`item` ''), in the last 30 days, from the daily totals; nothing
 * without the right to see the shop's revenue.
 */
export async function salesOfItems(
  q: Query,
  { permissions }: Who,
  item: string,
): Promise<(id: string) => ProductSales> {
  if (!permissions['report.money']) return () => null
  const base = await q<Omit<Sales, 'others'> & { id: string } & Row>(
    {
      text: `select d.cp_goods_id as id, sum(d.orders)::float8 as orders, sum(d.gross_cents)::float8 as gross_cents,
          sum(d.refunded_cents)::float8 as refunded_cents, sum(d.points)::float8 as points
        from desk.totals_between(${SPAN}) d where $1 = '' or d.cp_goods_id = $1 group by 1`,
    },
    [item],
  )
  const others = await q<Sales['others'][number] & { id: string; orders: number } & Row>(
    {
      text: `select d.cp_goods_id as id, d.unit as currency, sum(d.orders)::float8 as orders,
          sum(d.gross_minor)::float8 as gross_minor, sum(d.refunded_minor)::float8 as refunded_minor
        from desk.totals_between_in(${SPAN}) d where $1 = '' or d.cp_goods_id = $1 group by 1, 2 order by 2`,
    },
    [item],
  )
  return (id) => {
    const { id: _id, ...sales } = base.find((row) => row.id === id) ?? { ...none, id }
    const ownOthers = others.filter((other) => other.id === id)
    return {
      ...sales,
      orders: sales.orders + ownOthers.reduce((sum, { orders }) => sum + orders, 0),
      others: ownOthers.map(({ id: _of, orders: _orders, ...money }) => money),
    }
  }
}
