import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { digitsOf, toMajor } from '@hc/domain/money/currency-digits'
import { closeRefund, requestRefund, retryRefund, settleRefundElsewhere } from '../shop/payment/refund-order.ts'
import type { Query } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

/**
 * `npm run hc -- refund ORDER --reason TEXT` refunds an order. `ORDER --status` shows the refund's state. `--list`
 * shows the refunds that a gateway refused, failed, or never answered; `ORDER --retry` asks the gateway again. Two
 * more forms record what a person saw: `ORDER --settled NUMBER --reason TEXT`, that the gateway made the refund
 * under this number; `ORDER --elsewhere REFERENCE --reason TEXT`, that the player got the money by other means. Both
 * end the order like any refund. `ORDER --settled-elsewhere TEXT` closes a refused or failed refund and leaves the
 * order as it is. `--by` names the person; the default is the machine's user.
 */
const closing =
  'ORDER --settled NUMBER --reason TEXT | ORDER --elsewhere REFERENCE --reason TEXT [--txn CAPTURE] | ' +
  'ORDER --settled-elsewhere TEXT'
const usage = `npm run hc -- refund ORDER --reason TEXT | ORDER --status | ORDER --retry | --list
               ${closing}
               [--by NAME]`

const refusals = {
  not_found: 'there is no such order',
  not_paid: 'the order is not paid',
  refunded: 'the order was refunded before',
  nothing: 'no refund of this order is open',
  under_way: 'a refund of this order is under way',
  disputed: 'a dispute of this payment is open: its money may go back by the dispute',
  several: 'more than one refund of this order is open: choose one with --txn CAPTURE',
  failed_there: 'the gateway reported that this refund failed',
  used: 'this number belongs to another refund',
} as const

type Row = {
  status: number
  currency: string
  paid_cents: number
  refunded_cents: number
  hold: string | null
  request: string | null
  detail: string | null
  delivery: string | null
  grant: string | null
  recall: string | null
  answer: string | null
  debt: number
  owed: number
  failed: string | null
  note: string | null
}

/** An amount of minor units with the decimals of its currency. */
const plain = (minor: number, currency: string): string => toMajor(minor, currency).toFixed(digitsOf(currency))

async function status(q: Query, order: string): Promise<string> {
  const [row] = await q<Row>(
    {
      text: `select o.status, o.currency, o.paid_cents, o.refunded_cents, hold_text(o) as hold, r.state as request, r.detail, d.state as
        delivery, d.proof as grant, c.state as recall, c.detail as answer,
                  (select coalesce(-sum(l.balance), 0) from ledger_account l where l.account_id = o.account_id
                  and l.kind = 'debt')::bigint as debt,
                  (select coalesce(sum(money_owed(k)), 0) from capture k where k.order_no = o.order_no
                  and k.channel_code <> 'hcpoint')::bigint as owed,
                  (select string_agg(b.state || ', attempt ' || coalesce(b.payload->>'attempt', '1') || coalesce(': '
                  || b.detail, ''), '; ') from outbox b where b.order_no = o.order_no and b.kind = 'refund'
                  and b.state <> 'confirmed') as failed,
                  (select string_agg(case when s.how = 'gateway' then 'at the gateway: ' else '' end || case
                  when s.reference <> '' then s.reference || ', '
                  else '' end || s.note || ' (' || s.settled_by || ')', '; ' order by s.at) from refund_settlement s
                  where s.order_no = o.order_no) as note
             from orders o left join refund_request r using (order_no) left join outbox d
             on d.outbox_id = 'dlv_' || o.order_no
             left join outbox c on c.outbox_id = 'rcl_' || o.order_no where o.order_no = $1`,
    },
    [order],
  )
  if (!row) throw new Refusal(refusals.not_found)
  const money = (minor: number): string =>
    row.currency === 'USD' ? `$${plain(minor, 'USD')}` : `${plain(minor, row.currency)} ${row.currency}`
  return [
    `order      ${order}, status ${row.status}, ${money(row.refunded_cents)} of ${money(row.paid_cents)} given back${row.hold ? `, held: ${row.hold}` : ''}`,
    `refund     ${row.request ?? 'not asked for'}${row.detail ? ` (${row.detail})` : ''}`,
    ...(row.failed ? [`gateway    ${row.failed}`] : []),
    ...(row.owed > 0 ? [`owed       ${money(row.owed)} still owed to the player`] : []),
    ...(row.note ? [`settled    ${row.note}`] : []),
    `delivery   ${row.delivery ?? 'none'}${row.grant ? `, grant ${row.grant}` : ''}`,
    `taken back ${row.recall === 'confirmed' ? 'yes, says the game' : row.recall ? `${row.recall}${row.answer ? `: ${row.answer}` : ''}` : 'not asked'}`,
    ...(row.debt > 0 ? [`debt       the player owes ${row.debt} points, which the next credits repay`] : []),
  ].join('\n')
}

async function open(q: Query): Promise<string> {
  const rows = await q<{
    order_no: string
    channel: string
    state: string
    cents: number
    currency: string
    detail: string | null
    since: Date
  }>({
    text: `select b.order_no, b.payload->>'channel_code' as channel, b.state, (b.payload->>'amount_cents')::bigint as
      cents, b.payload->>'currency' as currency, b.detail, b.ended_at as since
             from outbox b where b.kind = 'refund' and b.state in ('refused', 'failed', 'parked')
           union all select c.order_no, c.channel_code, 'failed', money_owed(c), c.currency, (select max(f.reason)
           from refund_failure f where f.channel_code = c.channel_code and f.txn = c.txn), c.at
             from capture c where exists (select 1 from refund_failure f where f.channel_code = c.channel_code
             and f.txn = c.txn and f.reversed) and money_owed(c) > 0
              and not exists (select 1 from outbox b where b.kind = 'refund'
              and b.payload->>'channel_code' = c.channel_code and b.payload->>'txn' = c.txn
              and b.state in ('refused', 'failed', 'parked'))
            order by 1 limit 200`,
  })
  return [
    ...rows.map(
      (row) =>
        `${row.order_no} ${row.channel} ${row.state} ${plain(row.cents, row.currency)} ${row.currency} ${row.detail ?? ''}`,
    ),
    `${rows.length} open`,
  ].join('\n')
}

/** The user who is logged in on this machine. */
function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}

await command(async ({ db: { query }, args }) => {
  const {
    values,
    positionals: [order, more],
  } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      by: { type: 'string' },
      status: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      retry: { type: 'boolean', default: false },
      settled: { type: 'string' },
      elsewhere: { type: 'string' },
      txn: { type: 'string' },
      'settled-elsewhere': { type: 'string' },
    },
  })
  if (values.list && !order) return { ok: true, text: await open(query) }
  const text = (value: string | undefined, max: number): string => value?.trim().slice(0, max) ?? ''
  const note = text(values['settled-elsewhere'], 500)
  const reason = text(values.reason, 500)
  const reference = text(values.settled ?? values.elsewhere, 200)
  const wishes = [
    values.status,
    values.retry,
    values.settled !== undefined,
    values.elsewhere !== undefined,
    values['settled-elsewhere'] !== undefined,
  ].filter(Boolean).length
  const complete = values.status || values.retry || (values['settled-elsewhere'] === undefined ? reason : note) !== ''
  const closes = values.settled !== undefined || values.elsewhere !== undefined
  if (
    !order ||
    more ||
    values.list ||
    wishes > 1 ||
    !complete ||
    (closes && reference === '') ||
    (!closes && values.txn !== undefined)
  )
    throw new Refusal(usage)
  if (!values.status) {
    const by = text(values.by, 100) || machineUser()
    const answer = values.retry
      ? await retryRefund(query, order, by)
      : closes
        ? await closeRefund(query, {
            orderNo: order,
            how: values.settled === undefined ? 'elsewhere' : 'gateway',
            reference,
            txn: text(values.txn, 200),
            note: reason,
            by,
          })
        : note
          ? await settleRefundElsewhere(query, order, note, by)
          : await requestRefund(query, order, reason, by)
    if ('refusal' in answer) throw new Refusal(refusals[answer.refusal])
  }
  return { ok: true, text: await status(query, order) }
}, usage)
