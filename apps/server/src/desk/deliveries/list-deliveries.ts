import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { bounded, Filter, numbered, pageOf, span, totalOf } from '../../http/desk/bounded-lists.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Database } from '../../platform/db.ts'
import { ofOrder, withOrders } from '../kit/of-order.ts'
import { targetOf, type Target } from '../kit/search-orders.ts'

type Db = Pick<Database, 'pool'>

type Delivery = DeskResult<'delivery/list'>['rows'][number]

/** The kind of the game's failure. */
const answers = {
  error: `b.answer = 'error'`,
  unreadable: `b.answer = 'unreadable'`,
  silence: 'b.detail is not null and b.answer is null',
} as const
/** 31 days, and the following day that an open span includes. */
const LOOKED_AT_S = 32 * 86_400
const ended: readonly string[] = ['confirmed', 'cancelled']

/** Finds rows of a kind by their number, of which a delivery's id is made (decision 491). */
const numberOf = {
  deliver: { column: 'b.outbox_id', prefix: 'dlv_' },
  recall: { column: 'b.order_no', prefix: '' },
} as const

function filterOfDeliveries(body: DeskParsed<'delivery/list'>, nowMs: number, target: Target | null): Filter {
  const { answer, said, tries, hours, slow, state } = body
  // Undelivered rows have their own indexes (decision 472), so they are found at any date.
  const narrowed = answer !== '' || said !== '' || tries > 0 || hours > 0 || slow
  const open = narrowed && !ended.includes(state)
  const isExact = target !== null && target.orders.length > 0
  const anyDay = (open || isExact) && body.from === 0 && body.to === 0
  const dates = span(body.from, body.to, nowMs)
  // No index has the tries of delivered rows, so each of these rows is read.
  if (narrowed && !open && dates.to - dates.from > LOOKED_AT_S) throw new AppError('TooWide', { narrow: 'from' })
  const { column, prefix } = numberOf[body.kind]
  const filter = anyDay ? new Filter() : numbered(new Filter(), column, dates, prefix)
  filter
    .plain(body.kind === 'deliver' ? `b.kind = 'deliver'` : `b.kind = 'recall'`)
    .text('b.state = ?', state)
    .text(`b.payload->>'server_id' = ?`, body.server)
    .text('starts_with(lower(b.detail), lower(?))', said)
  if (target) withOrders(filter, column, target, prefix)
  if (open)
    filter.plain(`(b.state in ('pending', 'unknown') or b.state in ('refused', 'failed', 'parked', 'held', 'recall'))`)
  // A refusal is an answer; the state says it.
  if (answer !== '') filter.plain(`b.state not in ('refused', 'recall') and ${answers[answer]}`)
  if (tries > 0) filter.add('b.attempts >= ?', tries)
  if (hours > 0) filter.add('b.created_at <= app_now() - make_interval(hours => ?)', hours)
  if (slow) filter.plain(`b.created_at <= app_now() - interval '5 minutes'`)
  return filter
}

/** Deliveries and recalls by their number, which begins with the time. */
export async function listDeliveries(
  db: Db,
  body: DeskParsed<'delivery/list'>,
  nowMs: number,
  maySeePlayers: boolean,
): Promise<DeskResult<'delivery/list'>> {
  const { column, prefix } = numberOf[body.kind]
  return await bounded(db, async (q) => {
    const filter = filterOfDeliveries(body, nowMs, body.q === '' ? null : await targetOf(q, body.q, maySeePlayers))
    const page = filter.copy().text(`${column} < ?`, body.after && prefix + body.after)
    const rows = await q<Delivery>(
      {
        text: `select b.outbox_id as id, b.order_no as number, b.state, coalesce(b.payload->>'server_id', '') as server_id,
            b.attempts as tries, coalesce(b.detail, '') as said, ${epochSeconds('b.created_at')} as created_at,
            case when b.state in ('pending', 'unknown') then ${epochSeconds('greatest(b.run_at, b.lease_until)')} end
              as next_try_at, ${epochSeconds('b.ended_at')} as ended_at,
            coalesce((select k.state from outbox k
              where b.kind = 'deliver' and k.outbox_id = 'rcl_' || b.order_no), '') as recall,
            ${ofOrder}
          from (select * from outbox b where ${page.where} order by ${column} desc limit ${body.size + 1}) b
            left join orders o using (order_no) left join product p using (cp_goods_id)
         order by ${column} desc`,
      },
      page.values,
    )
    const list = pageOf(rows, (row) => row.number, body.size)
    return { ...list, total: await totalOf(q, 'outbox b', filter, body, list) }
  })
}
