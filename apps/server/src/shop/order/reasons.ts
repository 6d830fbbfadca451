import type { ErrorKey } from '@hc/contract/errors'
import { type Reason, type ReasonKey, reasons } from '@hc/contract/player/why'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { UsedBonus } from '../catalog/bonuses.ts'
import type { Catalog, CatalogProduct } from '../catalog/catalog.ts'

/**
 * The reasons why an item or an order is as it is. The portal's "Why?", the refusal of webCreate and the operator's
 * timeline all read them here. Decision 386.
 */
export const reason = (key: ReasonKey, data: Reason['data'] = {}): Reason => ({ key, data })

/** Whether nothing can be bought, or paid, while the reason holds. */
export const stops = ({ key }: Reason): boolean => reasons[key].stops

/** The refusal that a client gets for a reason. @throws Error where the reason refuses nothing */
export function refusalOf({ key }: Reason): ErrorKey {
  const { refusal } = reasons[key]
  if (refusal === null) throw new Error(`${key} refuses nothing`)
  return refusal
}

/** The shop's own reasons against a purchase. `isTaken`: some channel accepts it. */
export function saleReasons(
  catalog: Pick<Catalog, 'paused'>,
  product: CatalogProduct | undefined,
  isTaken = true,
): Reason[] {
  return [
    ...(catalog.paused() ? [reason('paused')] : []),
    ...(product ? [] : [reason('not_sold_here')]),
    ...(product && !isTaken ? [reason('no_channel')] : []),
  ]
}

/** The bonus of an item for a character, as the item's card shows it. */
export function bonusReasons(product: CatalogProduct, had: UsedBonus | undefined): Reason[] {
  if (product.kind === 'coin') return []
  if (product.bonus_pct === 0) return [reason('bonus_none')]
  if (!had) return []
  if (had.heldBy !== '') return [reason('bonus_held', { order: had.heldBy })]
  return [reason('bonus_used', { at: had.at }), ...(had.again > 0 ? [reason('bonus_again', { from: had.again })] : [])]
}

type OrderFacts = {
  order_type: 'item' | 'coin'
  bonus_pct: number
  bonus_granted: number | null
  open: boolean
  /** The order that got the bonus of this order's character and item, and when it was paid. */
  owner: string | null
  owner_at: number | null
  before: boolean
  /** If no order has the bonus yet: the order that keeps it, or the last one that was promised it before this one. */
  earlier: string | null
  refused: boolean
}

const factsText = `select o.order_type, o.bonus_pct, o.bonus_granted, o.status = 1 as open,
    f.order_no as owner, ${epochSeconds('f.at')} as owner_at, coalesce(f.at <= o.created_at, false) as before,
    case when o.order_type = 'item' and (o.bonus_pct = 0 or o.bonus_granted = 0) and f.order_no is null then coalesce(
      (select h.order_no from bonus_hold h where h.server_id = o.server_id and h.role_id = o.role_id
        and h.cp_goods_id = o.cp_goods_id and h.epoch = e.epoch),
      (select p.order_no from orders p where p.account_id = o.account_id and p.order_no < o.order_no
        and p.cp_goods_id = o.cp_goods_id and p.server_id = o.server_id and p.role_id = o.role_id
        and p.bonus_pct > 0 and p.created_at >= e.epoch and p.expires_at > o.created_at
        order by p.order_no desc limit 1)) end as earlier,
    exists (select 1 from outbox b where b.outbox_id = 'dlv_' || o.order_no and b.state = 'refused')
      as refused
  from orders o cross join lateral (select bonus_epoch(o.cp_goods_id, o.created_at) as epoch) e
    left join first_top_up f on o.order_type = 'item' and f.server_id = o.server_id and f.role_id = o.role_id
      and f.cp_goods_id = o.cp_goods_id and f.epoch = e.epoch and f.order_no <> o.order_no
  where o.order_no = $1`

function bonusOf(o: OrderFacts): Reason {
  const owner = o.owner === null ? {} : { order: o.owner }
  if (o.bonus_granted !== null && o.bonus_granted > 0) return reason('bonus_given', { bonus: o.bonus_granted })
  if (o.bonus_pct > 0) {
    const had = o.owner ?? o.earlier
    if (o.bonus_granted === 0)
      return reason('bonus_late', { bonus: o.bonus_pct, ...(had === null ? {} : { order: had }) })
    return reason(o.open ? 'bonus_kept' : 'bonus_none', o.open ? { bonus: o.bonus_pct } : {})
  }
  // Paid before this order was made, the bonus was used then; paid later, it was kept for the other at that time.
  if (o.owner !== null)
    return o.before ? reason('bonus_used', { at: o.owner_at ?? 0, ...owner }) : reason('bonus_held', owner)
  return o.earlier === null ? reason('bonus_none') : reason('bonus_held', { order: o.earlier })
}

/** What there is to say of an order's bonus and of its delivery; nothing where there is no such order. */
export async function orderReasons(q: Query, orderNo: string): Promise<Reason[]> {
  const [o] = await q<OrderFacts>({ name: 'order-reasons', text: factsText }, [orderNo])
  if (!o) return []
  // An order that ended unpaid has no facts about its bonus.
  const ended = !o.open && o.bonus_granted === null
  return [
    ...(ended || (o.order_type === 'coin' && o.bonus_pct === 0) ? [] : [bonusOf(o)]),
    ...(o.refused ? [reason('game_refused')] : []),
  ]
}
