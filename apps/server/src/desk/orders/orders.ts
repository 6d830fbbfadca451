import { AppError } from '@hc/contract/errors'
import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { type WaitingKind, waitingKinds } from '../../care/doctor/waiting.ts'
import type { Database, Query } from '../../platform/db.ts'
import { badgesOf, recallOf } from './badges.ts'
import { targetOf, type Target } from '../kit/search-orders.ts'
import { bounded, Filter, numbered, PAGE, pageOf, span, totalOf, totalsOf } from '../../http/desk/bounded-lists.ts'

const seconds = (column: string): string => `floor(extract(epoch from ${column}))::bigint`

/** The columns of an order's row in a list; `b` is its delivery. */
export const orderColumns = `o.order_no, ${seconds('o.created_at')} as created_at, o.status, o.uid, o.role_name,
  o.server_name, coalesce(p.texts->'en-US'->>'name', exact_name(o.cp_goods_id, o.points), o.cp_goods_id) as goods,
  o.order_type as type, o.amount_cents,
  o.refunded_cents, o.currency, o.channel_code as channel, o.hold_reason is not null as held,
  coalesce(b.state, '') as delivery, coalesce(p.icon, '') as icon,
  case when o.status = 2 then floor(extract(epoch from app_now() - o.paid_at))::int end as open_for,
  ${badgesOf} as badges, o.cause, ${recallOf} as recall`

export type OrderRow = DeskResult<'order/list'>['rows'][number]

const refundStates = {
  any: '',
  open: `and r.state in ('pending', 'unknown')`,
  stopped: `and r.state in ('refused', 'failed', 'parked', 'held')`,
} as const

/** By status: paid and not delivered, refunded. */
const rare: Readonly<Record<number, string>> = {
  2: 'o.order_no in (select undelivered_orders())',
  5: 'o.refunded_at is not null',
}

/** The column of an order's number in what waits; null for what waits for no order. */
const orderOf = ({ from, example }: WaitingKind): string | null =>
  example.endsWith('order_no') ? example : from.startsWith('dispute') ? 'order_no' : null

/** Orders that stand in To do. Each kind has an index, and few rows. */
const NEEDS_ACTION = `o.order_no in (${waitingKinds
  .filter(({ severity, nightly, right }) => severity !== 'work' && !nightly && /^(?:order|dispute)\./.test(right))
  .flatMap((kind) => {
    const column = orderOf(kind)
    return column === null ? [] : [`select ${column} from ${kind.from} where ${kind.where}`]
  })
  .join(' union all ')})`

/** The orders that a search text names. An exact key finds at any time; items and last signs in the list's span. */
function searched(filter: Filter, { orders, accounts, goods, suffix }: Target): Filter {
  const conditions: string[] = []
  if (orders.length > 0) conditions.push(filter.holds('o.order_no = any(?)', orders))
  if (accounts.length > 0) conditions.push(filter.holds('o.account_id = any(?)', accounts))
  if (conditions.length === 0 && goods.length > 0) conditions.push(filter.holds('o.cp_goods_id = any(?)', goods))
  if (conditions.length === 0 && suffix !== '') conditions.push(filter.holds(`o.order_no like '%' || ?`, suffix))
  return filter.plain(conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`)
}

type Named = { account: number | null; target: Target | null }

function filterOf(body: DeskParsed<'order/list'>, nowMs: number, { account, target }: Named): Filter {
  const isExact = target !== null && target.orders.length > 0 && body.from === 0 && body.to === 0
  const filter = isExact ? new Filter() : numbered(new Filter(), 'o.order_no', span(body.from, body.to, nowMs))
  if (target) searched(filter, target)
  if (body.needs_action) filter.plain(NEEDS_ACTION)
  if (body.status.length > 0) filter.add('o.status = any(?)', body.status)
  // No index has the status (decision 454), so the few orders of these two are found by their other properties.
  const conditions = body.status.map((status) => rare[status] ?? '')
  if (conditions.length > 0 && !conditions.includes('')) filter.plain(`(${conditions.join(' or ')})`)
  filter
    .text('o.channel_code = ?', body.channel)
    .text('o.order_type = ?', body.type)
    .text('o.server_id = ?', body.server)
    .text('o.cp_goods_id = ?', body.goods)
    .text('o.rebate_campaign_id = ?', body.campaign)
    .text(
      // Rare states start from an index; the others are filtered order by order, newest first.
      body.delivery === 'confirmed' || body.delivery === 'cancelled'
        ? `(select d.state from outbox d where d.outbox_id = 'dlv_' || o.order_no) = ?`
        : `exists (select 1 from outbox d where d.outbox_id = 'dlv_' || o.order_no and d.state = ?)`,
      body.delivery,
    )
  if (account !== null) filter.add('o.account_id = ?', account)
  // Bounds are in dollars, so they exclude amounts in other currencies.
  if (body.min_cents > 0 || body.max_cents > 0) filter.plain(`o.currency = 'USD'`)
  if (body.min_cents > 0) filter.add('o.amount_cents >= ?', body.min_cents)
  if (body.max_cents > 0) filter.add('o.amount_cents <= ?', body.max_cents)
  if (body.held) filter.plain('o.hold_reason is not null')
  if (body.refund !== '')
    filter.plain(
      `exists (select 1 from outbox r where r.order_no = o.order_no and r.kind = 'refund'
        ${refundStates[body.refund]})`,
    )
  if (body.dispute) filter.plain('exists (select 1 from dispute d where d.order_no = o.order_no)')
  return filter
}

/** A player's account number, for the index of orders; 0, which no account has, for an unknown player. */
const numberOf = async (q: Query, uid: string): Promise<number> =>
  (await q<{ id: number }>({ text: 'select account_id as id from account where uid = $1' }, [uid]))[0]?.id ?? 0

/** What an order of the filter brought. */
const paidBy = (filter: Filter): string =>
  `select o.currency, case when o.channel_code = 'hcpoint' then 0 else o.paid_cents end as minor
    from orders o where ${filter.where}`

type Reader = { maySeePlayers: boolean; maySeeMoney: boolean }

/** Orders, newest first, bounded by the time that their numbers begin with. @throws AppError TooWide */
export async function listOrders(
  db: Pick<Database, 'pool'>,
  body: DeskParsed<'order/list'>,
  nowMs: number,
  { maySeePlayers, maySeeMoney }: Reader,
): Promise<DeskResult<'order/list'>> {
  return await bounded(db, async (q) => {
    const filter = filterOf(body, nowMs, {
      account: body.uid === '' ? null : await numberOf(q, body.uid),
      target: body.q === '' ? null : await targetOf(q, body.q, maySeePlayers),
    })
    const page = filter.copy().text('o.order_no < ?', body.after)
    const rows = await q<OrderRow>(
      {
        text: `select ${orderColumns} from (select * from orders o where ${page.where}
            order by o.order_no desc limit ${body.size + 1}) o left join product p using (cp_goods_id)
            left join outbox b on b.outbox_id = 'dlv_' || o.order_no order by o.order_no desc`,
      },
      page.values,
    )
    const list = pageOf(rows, (row) => row.order_no, body.size)
    // The sum is of all pages, so the first one has it.
    if (!maySeeMoney || body.after !== '' || body.size > PAGE)
      return { ...list, total: await totalOf(q, 'orders o', filter, body, list) }
    const numbers = list.rows.map((row) => row.order_no)
    const whole = new Filter().add('o.order_no = any(?)', numbers)
    return { ...list, ...(await totalsOf(q, paidBy, filter, body, list, whole)) }
  })
}

type Choice = DeskResult<'order/choices'>['servers'][number]
/** The most choices of a readable select; any other value is possible in the page's address. */
const MOST_CHOICES = 500

/** The filter choices of orders: the game's servers, and the campaigns that count orders, newest first. */
export async function orderChoices(q: Query): Promise<DeskResult<'order/choices'>> {
  const servers = await q<Choice>({
    text: `select server_id as id, name from game_server order by sort, server_id limit ${MOST_CHOICES}`,
  })
  const campaigns = await q<Choice>({
    text: `select campaign_id as id, coalesce(nullif(texts->'en-US'->>'name', ''), campaign_id) as name
      from rebate_campaign order by starts_at desc, campaign_id limit ${MOST_CHOICES}`,
  })
  return { servers, campaigns }
}

/** The account of a player. @throws AppError RowNotFound */
export async function accountOf(q: Query, uid: string): Promise<number> {
  const [row] = await q<{ account_id: number }>({ text: 'select account_id from account where uid = $1' }, [uid])
  if (!row) throw new AppError('RowNotFound', { kind: 'player' })
  return row.account_id
}
