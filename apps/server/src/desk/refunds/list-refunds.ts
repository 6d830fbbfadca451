import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { bounded, Filter, numbered, PAGE, pageOf, span, totalOf, totalsOf } from '../../http/desk/bounded-lists.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Database } from '../../platform/db.ts'
import { ofOrder, withOrders } from '../kit/of-order.ts'
import { targetOf, type Target } from '../kit/search-orders.ts'

type Db = Pick<Database, 'pool'>
type Refund = DeskResult<'refund/list'>['rows'][number]
type Reader = { maySeePlayers: boolean; maySeeMoney: boolean }

const states = { open: ['pending', 'unknown'], stopped: ['refused', 'failed', 'parked', 'held'] } as const

function filterOf(body: DeskParsed<'refund/list'>, nowMs: number, target: Target | null): Filter {
  // An order of last year may be refunded today, so waiting rows are shown at any date, and so is an exact number.
  const isWaiting = body.state !== '' && body.state !== 'confirmed'
  const isExact = target !== null && target.orders.length > 0
  const anyDay = (isWaiting || isExact) && body.from === 0 && body.to === 0
  const filter = anyDay ? new Filter() : numbered(new Filter(), 'b.order_no', span(body.from, body.to, nowMs))
  filter.plain(`b.kind = 'refund'`).text(`b.payload->>'channel_code' = ?`, body.channel)
  if (target) withOrders(filter, 'b.order_no', target)
  if (body.state === 'open' || body.state === 'stopped') filter.add('b.state = any(?)', states[body.state])
  else filter.text('b.state = ?', body.state)
  return filter
}

/**
 * The person who asked for a refund `b`, with the reason: by a request `r`, by a part, or by letting a held one go.
 * What the shop returns by itself has none.
 */
const REQUESTER = `select r.asked_by as actor, r.reason where r.order_no is not null
  union all (select t.asked_by, t.reason from refund_part t where r.order_no is null
    and b.payload->>'reason' in ('part', 'operator') and t.channel_code = b.payload->>'channel_code'
    and t.txn = b.payload->>'txn' order by t.part desc limit 1)
  union all (select y.done_by, y.note from operator_action y where b.payload->>'reason' not in ('part', 'operator')
    and b.state <> 'held' and y.order_no = b.order_no and y.action = 'send_held_refund' limit 1)`
/** An approved request ran in the transaction that ended it, so it has the moment of its refund. */
const APPROVER = `(select e.name from desk.approval q join desk.staff e on e.staff_id = q.ended_by
  where q.kind = 'order' and q.target = b.order_no and q.state = 'done' and q.ended_at = b.created_at limit 1)`

/** A page's refunds, with their items, players and people. */
const rowsOf = (page: Filter, size: number): string => `
  select f.*, case when f.withdrawn then 'player' when f.asked <> '' then 'person' else 'system' end as requested_as,
      case when f.withdrawn then '' else f.asked end as requested_by,
      case when f.withdrawn then f.asked else f.approved end as approved_by
    from (select b.outbox_id as id, b.order_no, b.payload->>'channel_code' as channel, b.payload->>'txn' as txn, b.state,
        (b.payload->>'amount_cents')::bigint as amount_cents, b.payload->>'currency' as currency,
        coalesce(b.payload->>'reason', '') as reason, coalesce(b.detail, '') as said,
        coalesce(money_owed(c), 0) as owed_cents, ${epochSeconds('b.created_at')} as created_at,
        ${epochSeconds('b.ended_at')} as ended_at, ${ofOrder},
        coalesce(a.reason like 'withdrawal %', false) as withdrawn,
        coalesce(a.reason, '') as because, coalesce(${APPROVER}, '') as approved,
        coalesce((select s.name from desk.staff s where a.actor = 'staff:' || s.staff_id),
          case when a.actor !~ '^(job|sql|staff):' then a.actor end, '') as asked
      from (select * from outbox b where ${page.where} order by b.order_no desc, b.outbox_id desc limit ${size + 1}) b
        left join orders o using (order_no) left join product p using (cp_goods_id)
        left join capture c on c.channel_code = b.payload->>'channel_code' and c.txn = b.payload->>'txn'
        left join refund_request r on r.order_no = b.order_no and b.payload->>'reason' = 'operator'
        left join lateral (${REQUESTER}) a on true) f
   order by f.order_no desc, f.id desc`

type Read = Refund & { withdrawn: boolean; approved: string; asked: string }

/** What a refund of the filter returned. */
const returned = (filter: Filter): string =>
  `select b.payload->>'currency' as currency,
      case when b.state = 'confirmed' then (b.payload->>'amount_cents')::bigint else 0 end as minor
    from outbox b where ${filter.where}`

/** Refunds by their order's number, newest first. @throws AppError TooWide */
export async function listRefunds(
  db: Db,
  body: DeskParsed<'refund/list'>,
  nowMs: number,
  { maySeePlayers, maySeeMoney }: Reader,
): Promise<DeskResult<'refund/list'>> {
  return await bounded(db, async (q) => {
    const filter = filterOf(body, nowMs, body.q === '' ? null : await targetOf(q, body.q, maySeePlayers))
    const page = filter.copy()
    if (body.after !== '')
      page.add(
        '(b.order_no, b.outbox_id) < ((?::text[])[1], (?::text[])[2])',
        [...body.after.split(' '), ''].slice(0, 2),
      )
    const read = await q<Read>({ text: rowsOf(page, body.size) }, page.values)
    const rows = read.map(({ withdrawn: _withdrawn, approved: _approved, asked: _asked, ...row }): Refund => row)
    const list = pageOf(rows, (row) => `${row.order_no} ${row.id}`, body.size)
    if (!maySeeMoney || body.after !== '' || body.size > PAGE)
      return { ...list, total: await totalOf(q, 'outbox b', filter, body, list) }
    const ids = list.rows.map((row) => row.id)
    const whole = new Filter().add('b.outbox_id = any(?)', ids)
    return { ...list, ...(await totalsOf(q, returned, filter, body, list, whole)) }
  })
}
