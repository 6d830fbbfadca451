import type { Filter } from '../../http/desk/bounded-lists.ts'
import type { Target } from './search-orders.ts'

/**
 * Rows of the orders that a search text names, in a list that is not the orders' own. An exact key decides; last signs
 * are looked for in the list's span.
 *
 * @param column has the order's number behind the prefix
 */
export function withOrders(filter: Filter, column: string, target: Target, prefix = ''): Filter {
  const conditions: string[] = []
  if (target.orders.length > 0)
    conditions.push(
      filter.holds(
        `${column} = any(?)`,
        target.orders.map((order) => prefix + order),
      ),
    )
  if (target.accounts.length > 0)
    conditions.push(
      filter.holds(
        `${column} = any(array(select '${prefix}' || x.order_no from orders x where x.account_id = any(?)))`,
        target.accounts,
      ),
    )
  if (conditions.length === 0 && target.suffix !== '')
    conditions.push(filter.holds(`${column} like '%' || ?`, target.suffix))
  return filter.plain(conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`)
}

/** The item and the player of an order `o` with its product `p`. */
export const ofOrder = `coalesce(p.icon, '') as icon,
  coalesce(p.texts->'en-US'->>'name', exact_name(o.cp_goods_id, o.points), o.cp_goods_id, '') as goods,
  coalesce(o.uid, '') as uid, coalesce(o.role_name, '') as role_name`
