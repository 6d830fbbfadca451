import type { OrderRecord } from '@hc/contract/calls'
import type { ListAnswer } from '@hc/contract/envelope'
import type { Locale } from '@hc/contract/locales'
import { packPoints } from '@hc/domain/money'
import { toMajor } from '@hc/domain/money/currency-digits'
import { timeIdFloor } from '@hc/domain/order-no'
import { type OrderStatus, orderLabel } from '@hc/domain/order/order-status'
import { pointText } from '@hc/i18n/point-text'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { methodName } from '../document/purchase.ts'
import { type OrderTerms, termFields, termsOf } from '../document/terms.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { giftText } from '../campaign/rebate.ts'
import { payUrl } from '../payment/payments.ts'

/** What an order's record is made of beside its row. */
export type RecordParts = {
  catalog: Pick<Catalog, 'text' | 'quantity'>
  config: Pick<Config, 'brand' | 'game'>
  ctx: Pick<Ctx, 'channels' | 'order'>
}

export type OrderRow = {
  order_no: string
  uid: string
  status: OrderStatus
  cause: string
  order_type: 'item' | 'coin'
  cp_goods_id: string
  amount_cents: number
  currency: string
  refunded_cents: number
  bonus_pct: number
  bonus_granted: number | null
  channel_code: string
  server_id: string
  server_name: string
  role_id: string
  role_name: string
  opened: boolean
  staff: OrderRecord['staff']
  rebates: { points: number; gift: string | null; quantity: number }[] | null
  created: number
  expires: number
  paid: number
  delivered: number
  refunded: number
  bonus_held_by: string | null
  refund_ref: string | null
  withdraw: { until: number; waived: boolean; file: boolean; number: string } | null
  points: number | null
  terms: OrderTerms | null
  method: string | null
  promised: number
}
const ts = (column: string): string => `coalesce(${epochSeconds(column)}, 0)`
const columns = `order_no, uid, status, cause, order_type, cp_goods_id, amount_cents, currency, refunded_cents, bonus_pct, bonus_granted, channel_code,
  server_id, server_name, role_id, role_name, opened_at is not null as opened,
  case when hold_reason is not null or status = 5 then staff_sees_to(orders) else 'none' end as staff,
  (select jsonb_agg(jsonb_build_object('points', g.present_points, 'gift', g.gift_goods_id, 'quantity', g.gift_quantity) order by g.threshold_cents)
     from rebate_grant g where g.order_no = orders.order_no and g.taken_back_at is null) as rebates,
  case when status = 1 and order_type = 'item' and bonus_pct = 0 then (select h.order_no from bonus_hold h
    where h.server_id = orders.server_id and h.role_id = orders.role_id and h.cp_goods_id = orders.cp_goods_id
      and h.epoch = bonus_epoch(orders.cp_goods_id, orders.created_at)) end as bonus_held_by, points,
  case when status = 5 then (select g.refund_txn from capture c join gateway_refund g using (channel_code, txn)
    where c.order_no = orders.order_no and g.applied and g.dispute_id is null
      order by g.at desc limit 1) end as refund_ref,
  case when base_cents is not null then (select jsonb_build_object('until', ${epochSeconds('r.until')}, 'waived', r.waived,
    'file', waiver_waits(orders),
    'number', coalesce((select w.number from withdrawal w where w.order_no = orders.order_no
      and w.account_id = orders.account_id limit 1), '')) from withdraw_right(orders) r where r.until is not null) end as withdraw,
  ${termsOf('orders')}, method, case when status = 1 and channel_code <> 'hcpoint' then coalesce((select ${epochSeconds('p.until')}
    from order_promise p where p.order_no = orders.order_no), 0) else 0 end as promised, ${ts('created_at')} as created,
  ${ts('expires_at')} as expires, ${ts('paid_at')} as paid, ${ts('delivered_at')} as delivered, ${ts('refunded_at')} as refunded`

export type RecordQuery = {
  page: number
  size: number
  begin: number
  end: number
  sdk_order_id: string
  status: number
}

/** Orders on a page, as the portal asks for them. */
const USUAL_SIZE = 10

/** How far the clock of the process that numbered an order may be from the database's, which dated it. */
const SKEW_SECONDS = 3600

/**
 * Own orders, newest first. Order numbers begin with their time, so a range of time is nearly a range of the index; the
 * date decides.
 */
export async function listRecords(q: Query, accountId: number, query: RecordQuery): Promise<ListAnswer<OrderRow[]>> {
  const args: unknown[] = [accountId]
  const where = ['account_id = $1']
  const add = (condition: string, value: unknown): void => {
    args.push(value)
    where.push(condition.replace('?', `$${args.length}`))
  }
  // One prepared statement for each set of conditions: parsing and planning would cost as much as the work.
  const shape = [query.begin !== 0, query.end !== 0, query.sdk_order_id !== '', query.status > 0].map(Number).join('')
  if (query.begin) {
    add('order_no >= ?', timeIdFloor((query.begin - SKEW_SECONDS) * 1000))
    add('created_at >= to_timestamp(?)', query.begin)
  }
  if (query.end) {
    add('order_no < ?', timeIdFloor((query.end + 1 + SKEW_SECONDS) * 1000))
    add('created_at < to_timestamp(?)', query.end + 1)
  }
  if (query.sdk_order_id) add('order_no = ?', query.sdk_order_id)
  if (query.status > 0) add('status = ?', query.status)
  const filter = where.join(' and ')
  const [count] = await q<{ total: number }>(
    { name: `count-orders-${shape}`, text: `select count(*) as total from orders where ${filter}` },
    args,
  )
  const total = count?.total ?? 0
  const offset = (query.page - 1) * query.size
  const list = `select ${columns} from orders where ${filter} order by order_no desc`
  // A limit that is a parameter has PostgreSQL plan each call anew, which costs more than the page. Decision 229.
  const usual = offset === 0 && query.size === USUAL_SIZE
  const statement = usual
    ? { name: `list-orders-${shape}-first`, text: `${list} limit ${USUAL_SIZE}` }
    : { name: `list-orders-${shape}`, text: `${list} limit $${args.length + 1} offset $${args.length + 2}` }
  const rows = total <= offset ? [] : await q<OrderRow>(statement, usual ? args : [...args, query.size, offset])
  return { result: rows, total }
}

/** Own orders among the asked numbers, in the asked order. */
export async function findOrders(q: Query, accountId: number, orderNos: readonly string[]): Promise<OrderRow[]> {
  const rows = await q<OrderRow>(
    { name: 'find-orders', text: `select ${columns} from orders where account_id = $1 and order_no = any($2)` },
    [accountId, orderNos],
  )
  const byNo = new Map(rows.map((row) => [row.order_no, row]))
  return [...new Set(orderNos)].flatMap((no) => byNo.get(no) ?? [])
}

/** The rebates that an order earned and that were not taken back, in words. */
function rebateTexts(
  catalog: RecordParts['catalog'],
  { rebates }: OrderRow,
  locale: Locale,
): { rebate: string; gift: string } {
  const points = (rebates ?? []).reduce((sum, rebate) => sum + rebate.points, 0)
  return {
    rebate: points > 0 ? pointText(locale, points) : '',
    gift: (rebates ?? [])
      .map((rebate) => giftText(catalog, rebate.gift, rebate.quantity, locale))
      .filter(Boolean)
      .join(', '),
  }
}

/** The units of an order without its bonus, and those of the bonus that it promises or granted. */
function unitsOf(catalog: RecordParts['catalog'], row: OrderRow): Pick<OrderRecord, 'quantity' | 'bonus_units'> {
  const percent = row.bonus_granted ?? row.bonus_pct
  if (row.order_type === 'coin') {
    const { basic, present } = packPoints(row.points ?? row.amount_cents, percent)
    return { quantity: basic, bonus_units: present }
  }
  const quantity = catalog.quantity(row.cp_goods_id)
  return { quantity, bonus_units: Math.floor((quantity * percent) / 100) }
}

/** An order in the form of the wire. */
export function toRecord(app: RecordParts, row: OrderRow, locale: Locale): OrderRecord {
  const { name, desc } = app.catalog.text(row.cp_goods_id, locale, row.points)
  const channel = app.ctx.channels.get(row.channel_code)
  return {
    sdk_order_id: row.order_no,
    name,
    amount: toMajor(row.amount_cents, row.currency),
    refunded: toMajor(row.refunded_cents, row.currency),
    currency: row.currency,
    channel_name: channel?.name ?? row.channel_code,
    channel_code: row.channel_code,
    status: row.status,
    status_label: orderLabel(row.status, row.opened),
    create_ts: row.created,
    pay_expire_ts: row.expires,
    pay_ts: row.paid,
    arrive_ts: row.delivered,
    refund_ts: row.refunded,
    // Decision 142.
    pay_url: row.status === 1 && row.staff === 'none' ? payUrl(app.ctx, row.channel_code, row.order_no) : '',
    server_id: row.server_id,
    server_name: row.server_name,
    role_id: row.role_id,
    role_name: row.role_name,
    staff: row.staff,
    uid: row.uid,
    game_name: app.config.game.name,
    order_type: row.order_type,
    cp_goods_id: row.cp_goods_id,
    content: desc ? `${name} · ${desc}` : name,
    ...rebateTexts(app.catalog, row, locale),
    bonus: row.bonus_granted ?? row.bonus_pct,
    bonus_lost: row.bonus_pct - (row.bonus_granted ?? row.bonus_pct),
    bonus_held_by: row.bonus_held_by ?? '',
    ...unitsOf(app.catalog, row),
    ...(row.status === 3 && { fail_reason: row.cause === 'cancelled' ? ('canceled' as const) : ('declined' as const) }),
    ...(row.refund_ref !== null && { refund_ref: row.refund_ref }),
    ...(row.withdraw && {
      withdraw_until_ts: row.withdraw.until,
      waived: row.withdraw.waived,
      withdrawal: row.withdraw.number,
      ...(row.withdraw.file && { confirmation_file: true }),
    }),
    ...(row.method !== null && { method: row.method.split('/')[0] ?? '' }),
    method_name: app.config.brand.named(locale, methodName(app.ctx.channels, locale, row.channel_code, row.method)),
    ...(row.promised > 0 && { promised_ts: row.promised }),
    ...termFields(app.ctx.order.publicUrl, row),
  }
}
