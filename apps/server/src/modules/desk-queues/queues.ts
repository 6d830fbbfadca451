import { AppError } from '@hc/contract/errors'
import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import type { Database } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { bounded, Filter, numbered, pageOf, span, totalOf } from '../../http/desk/bounded-lists.ts'

/** A Unix time beyond all dates here, to sort newer rows first. */
const FAR = 9_999_999_999

/** The place of a dispute in its list, as in the statement. */
const placeOf = ({ stage, due_at, opened_at, channel, dispute_id }: Dispute): string => {
  const time = (seconds: number): string => String(seconds).padStart(12, '0')
  const place = stage === 'opened' ? `0${due_at === null ? '9' : time(due_at)}` : `1${time(FAR - opened_at)}`
  return `${place} ${channel} ${dispute_id}`
}

type Db = Pick<Database, 'pool'>
type Delivery = DeskResult<'delivery/list'>['rows'][number]
type Refund = DeskResult<'refund/list'>['rows'][number]
type Dispute = DeskResult<'dispute/list'>['rows'][number]
type Webhook = DeskResult<'inbox/list'>['rows'][number]

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

function filterOfDeliveries(body: DeskParsed<'delivery/list'>, nowMs: number): Filter {
  const { answer, said, tries, hours, state } = body
  // Undelivered rows have their own indexes (decision 472), so they are found at any date.
  const narrowed = answer !== '' || said !== '' || tries > 0 || hours > 0
  const open = narrowed && !ended.includes(state)
  const anyDay = open && body.from === 0 && body.to === 0
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
  if (open)
    filter.plain(`(b.state in ('pending', 'unknown') or b.state in ('refused', 'failed', 'parked', 'held', 'recall'))`)
  // A refusal is an answer; the state says it.
  if (answer !== '') filter.plain(`b.state not in ('refused', 'recall') and ${answers[answer]}`)
  if (tries > 0) filter.add('b.attempts >= ?', tries)
  if (hours > 0) filter.add('b.created_at <= app_now() - make_interval(hours => ?)', hours)
  return filter
}

/** Deliveries and recalls by their number, which begins with the time. */
export async function listDeliveries(
  db: Db,
  body: DeskParsed<'delivery/list'>,
  nowMs: number,
): Promise<DeskResult<'delivery/list'>> {
  const filter = filterOfDeliveries(body, nowMs)
  const { column, prefix } = numberOf[body.kind]
  const page = filter.copy().text(`${column} < ?`, body.after && prefix + body.after)
  return await bounded(db, async (q) => {
    const rows = await q<Delivery>(
      {
        text: `select b.outbox_id as id, b.order_no as number, b.state, coalesce(b.payload->>'server_id', '') as server_id,
            b.attempts as tries, coalesce(b.detail, '') as said, ${epochSeconds('b.created_at')} as created_at,
            case when b.state in ('pending', 'unknown') then ${epochSeconds('greatest(b.run_at, b.lease_until)')} end
              as next_try_at, ${epochSeconds('b.ended_at')} as ended_at
          from outbox b where ${page.where} order by ${column} desc limit ${body.size + 1}`,
      },
      page.values,
    )
    return { ...pageOf(rows, (row) => row.number, body.size), total: await totalOf(q, 'outbox b', filter, body.size) }
  })
}

const states = { open: ['pending', 'unknown'], stopped: ['refused', 'failed', 'parked', 'held'] } as const

export async function listRefunds(
  db: Db,
  body: DeskParsed<'refund/list'>,
  nowMs: number,
): Promise<DeskResult<'refund/list'>> {
  // An order of last year may be refunded today, so waiting rows are shown at any date.
  const waits = body.state !== '' && body.state !== 'confirmed' && body.from === 0 && body.to === 0
  const filter = waits ? new Filter() : numbered(new Filter(), 'b.order_no', span(body.from, body.to, nowMs))
  filter.plain(`b.kind = 'refund'`).text(`b.payload->>'channel_code' = ?`, body.channel)
  if (body.state === 'open' || body.state === 'stopped') filter.add('b.state = any(?)', states[body.state])
  else filter.text('b.state = ?', body.state)
  const page = filter.copy().text(`(b.order_no || ' ' || b.outbox_id) < ?`, body.after)
  return await bounded(db, async (q) => {
    const rows = await q<Refund>(
      {
        text: `select b.outbox_id as id, b.order_no, b.payload->>'channel_code' as channel, b.payload->>'txn' as txn,
            b.state, (b.payload->>'amount_cents')::bigint as amount_cents, b.payload->>'currency' as currency,
            coalesce(b.payload->>'reason', '') as reason, coalesce(b.detail, '') as said,
            coalesce(money_owed(c), 0) as owed_cents, ${epochSeconds('b.created_at')} as created_at,
            ${epochSeconds('b.ended_at')} as ended_at
          from outbox b left join capture c on c.channel_code = b.payload->>'channel_code' and c.txn = b.payload->>'txn'
         where ${page.where} order by b.order_no || ' ' || b.outbox_id desc limit ${body.size + 1}`,
      },
      page.values,
    )
    return {
      ...pageOf(rows, (row) => `${row.order_no} ${row.id}`, body.size),
      total: await totalOf(q, 'outbox b', filter, body.size),
    }
  })
}

export async function listDisputes(db: Db, body: DeskParsed<'dispute/list'>): Promise<DeskResult<'dispute/list'>> {
  // Open ones first, by their due date; the others by their opening, newest first.
  const sorted = `(case when d.stage = 'opened'
      then '0' || coalesce(lpad(floor(extract(epoch from d.due_at))::bigint::text, 12, '0'), '9')
      else '1' || lpad((${FAR} - floor(extract(epoch from d.opened_at)))::bigint::text, 12, '0') end
    || ' ' || d.channel_code || ' ' || d.dispute_id)`
  const filter = new Filter().text('d.stage = ?', body.stage).text('d.channel_code = ?', body.channel)
  const page = filter.copy().text(`${sorted} > ?`, body.after)
  return await bounded(db, async (q) => {
    const rows = await q<Dispute>(
      {
        text: `select d.channel_code as channel, d.dispute_id, d.order_no, d.stage, d.amount_cents, d.currency, d.reason,
            ${epochSeconds('d.due_at')} as due_at, ${epochSeconds('d.opened_at')} as opened_at,
            ${epochSeconds('d.closed_at')} as closed_at
          from dispute d where ${page.where} order by ${sorted} limit ${body.size + 1}`,
      },
      page.values,
    )
    return { ...pageOf(rows, placeOf, body.size), total: await totalOf(q, 'dispute d', filter, body.size) }
  })
}

export async function listWebhooks(db: Db, body: DeskParsed<'inbox/list'>): Promise<DeskResult<'inbox/list'>> {
  const filter = new Filter()
    .text('i.state = ?', body.state)
    .text('i.channel_code = ?', body.channel)
    .text('i.kind = ?', body.kind)
    .text('i.order_no = ?', body.order_no)
  const page = filter.copy()
  if (/^\d{1,15}$/.test(body.after)) page.add('i.inbox_id < ?', Number(body.after))
  return await bounded(db, async (q) => {
    const rows = await q<Webhook>(
      {
        text: `select i.inbox_id as id, ${epochSeconds('i.received_at')} as at, i.channel_code as channel, i.kind,
            i.event_id, i.order_no, exists (select 1 from orders o where o.order_no = i.order_no) as known, i.txn,
            i.amount_cents, i.currency, i.state, coalesce(outcome_text(i), '') as outcome,
            i.attempts from inbox i where ${page.where} order by i.inbox_id desc limit ${body.size + 1}`,
      },
      page.values,
    )
    return {
      ...pageOf(rows, (row) => String(row.id), body.size),
      total: await totalOf(q, 'inbox i', filter, body.size),
    }
  })
}
