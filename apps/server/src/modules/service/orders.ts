import { AppError } from '@hc/contract/errors'
import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { digitsOf, toMajor } from '@hc/domain/money/digits'
import type { Database, Query } from '../../platform/db.ts'
import { bounded, Filter, numbered, pageOf, span, totalOf } from './bounded.ts'

const seconds = (column: string): string => `floor(extract(epoch from ${column}))::bigint`

/** The columns of an order's row in a list; `b` is its delivery. */
export const orderColumns = `o.order_no, ${seconds('o.created_at')} as created_at, o.status, o.uid, o.role_name,
  o.server_name, coalesce(p.texts->'en-US'->>'name', exact_name(o.cp_goods_id, o.points), o.cp_goods_id) as goods,
  o.order_type as type, o.amount_cents,
  o.refunded_cents, o.currency, o.channel_code as channel, o.hold_reason is not null as held,
  coalesce(b.state, '') as delivery,
  case when o.status = 2 then floor(extract(epoch from app_now() - o.paid_at))::int end as open_for`

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

function filterOf(body: DeskParsed<'order/list'>, nowMs: number, account: number | null): Filter {
  const filter = numbered(new Filter(), 'o.order_no', span(body.from, body.to, nowMs))
  if (body.status.length > 0) filter.add('o.status = any(?)', body.status)
  // No index has the status (decision 454): the few orders of these two are found by what else is true of them.
  const found = body.status.map((one) => rare[one] ?? '')
  if (found.length > 0 && !found.includes('')) filter.plain(`(${found.join(' or ')})`)
  filter
    .text('o.channel_code = ?', body.channel)
    .text('o.order_type = ?', body.type)
    .text('o.server_id = ?', body.server)
    .text('o.cp_goods_id = ?', body.goods)
    .text('o.rebate_campaign_id = ?', body.campaign)
    .text(
      // Rare states have an index to begin with; the others are looked at order by order, the newest first.
      body.delivery === 'confirmed' || body.delivery === 'cancelled'
        ? `(select d.state from outbox d where d.outbox_id = 'dlv_' || o.order_no) = ?`
        : `exists (select 1 from outbox d where d.outbox_id = 'dlv_' || o.order_no and d.state = ?)`,
      body.delivery,
    )
  if (account !== null) filter.add('o.account_id = ?', account)
  // Bounds are in dollars: an amount in another currency is neither above nor below them.
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

/** A player's account, by which orders have an index; 0, which nobody has, where there is none. */
const numberOf = async (q: Query, uid: string): Promise<number> =>
  (await q<{ id: number }>({ text: 'select account_id as id from account where uid = $1' }, [uid]))[0]?.id ?? 0

/** Orders, newest first, bounded by the time that their numbers begin with. @throws AppError TooWide */
export async function listOrders(
  db: Pick<Database, 'pool'>,
  body: DeskParsed<'order/list'>,
  nowMs: number,
): Promise<DeskResult<'order/list'>> {
  return await bounded(db, async (q) => {
    const filter = filterOf(body, nowMs, body.uid === '' ? null : await numberOf(q, body.uid))
    const page = filter.copy().text('o.order_no < ?', body.after)
    const rows = await q<OrderRow>(
      {
        text: `select ${orderColumns} from (select * from orders o where ${page.where}
            order by o.order_no desc limit ${body.size + 1}) o left join product p using (cp_goods_id)
            left join outbox b on b.outbox_id = 'dlv_' || o.order_no order by o.order_no desc`,
      },
      page.values,
    )
    return { ...pageOf(rows, (row) => row.order_no, body.size), total: await totalOf(q, 'orders o', filter, body.size) }
  })
}

type Choice = DeskResult<'order/choices'>['servers'][number]
/** As many choices as a select can be read with; another value can stand in the page's address. */
const MOST_CHOICES = 500

/** What orders can be filtered by: the game's servers, and the campaigns that count orders, the newest first. */
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

type Found = DeskResult<'search/find'>[number]

/** The journal number in a search text; null where it is none. */
const journalNo = (text: string): string | null => (/^[1-9]\d{0,17}$/.test(text) ? text : null)

/**
 * Finds what has exactly this number, name or address. Each query uses an index.
 *
 * @param books whether journals are looked for, too: not everybody may see them.
 */
export async function find(q: Query, text: string, code: string, books: boolean): Promise<Found[]> {
  const rows = await q<Found & { amount: number | null; currency: string | null }>(
    {
      text: `with money as (
          select o.order_no, 'order' as by from orders o where o.order_no = upper($1)
          union select c.order_no, 'payment' from payment_channel h join capture c using (channel_code) where c.txn = $1
          union select r.order_no, 'refund' from payment_channel h join gateway_refund r using (channel_code)
             where r.refund_txn = $1
          union select b.order_no, 'delivery' from outbox b where b.outbox_id = $1),
        people as (
          select f.account_id, 'address' as by from desk.find_account($1) f
          union select g.account_id, 'character' from game_role g where g.role_id = $1 or lower(g.name) = lower($1))
        select 'order' as kind, o.order_no as id, min(m.by) as by,
            o.uid || ', ' || o.cp_goods_id as line, '/orders/' || o.order_no as path, o.amount_cents as amount, o.currency
          from money m join orders o using (order_no)
         group by o.order_no, o.uid, o.cp_goods_id, o.amount_cents, o.currency
        union all select 'player', a.uid, min(p.by), coalesce((select string_agg(r.name, ', ' order by r.name)
            from (select name from game_role g where g.account_id = a.account_id order by name limit 3) r), ''),
            '/players/' || a.uid, null, null
          from people p join account a using (account_id) group by a.account_id, a.uid
        union all select 'webhook', i.inbox_id::text, 'event', i.channel_code || ', ' || i.kind || ', ' || i.state,
            case when o.order_no is null then '/inbox?state=&order_no=' || i.order_no else '/orders/' || o.order_no end,
            null, null
          from payment_channel h join inbox i using (channel_code) left join orders o on o.order_no = i.order_no
         where i.event_id = $1
        union all select 'code', c.code, 'code', c.campaign_id || ', ' || c.used || ' used' ||
            coalesce(' of ' || c.uses, ''), '/campaigns/redeem/' || c.campaign_id, null, null
          from redeem_code c where c.code = $2
        union all select 'player', a.uid, 'redemption', r.campaign_id || ', ' || r.number, '/players/' || a.uid,
            null, null
          from redemption r join account a using (account_id) where r.number = upper($1)
        union all select 'journal', j.journal_id::text, 'journal', to_char(j.created_at at time zone 'UTC',
            'YYYY-MM-DD') || coalesce(', ' || j.order_no, ''), '/finance/journals/' || j.journal_id,
            null, null
          from ledger_journal j where j.journal_id = $3::bigint
        limit 20`,
    },
    [text, code, books ? journalNo(text) : null],
  )
  return rows.map(({ amount, currency, line, ...row }) => ({
    ...row,
    line:
      amount === null || currency === null
        ? line
        : `${line}, ${toMajor(amount, currency).toFixed(digitsOf(currency))} ${currency}`,
  }))
}

/** The account of a player. @throws AppError RowNotFound */
export async function accountOf(q: Query, uid: string): Promise<number> {
  const [row] = await q<{ account_id: number }>({ text: 'select account_id from account where uid = $1' }, [uid])
  if (!row) throw new AppError('RowNotFound', { kind: 'player' })
  return row.account_id
}
