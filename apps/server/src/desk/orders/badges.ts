import type { OrderBadge } from '@hc/contract/desk/orders'
import { isHeld } from '../../care/doctor/waiting.ts'

const refundIn = (...states: string[]): string =>
  `exists (select 1 from outbox r where r.order_no = o.order_no and r.kind = 'refund'
    and r.state in ('${states.join("', '")}'))`

/** When an order `o` with its delivery `b` has a badge. */
const conditions: Readonly<Record<OrderBadge, string>> = {
  disputed: `exists (select 1 from dispute d where d.order_no = o.order_no and d.stage = 'opened')`,
  held: isHeld('o'),
  refund_failed: `${refundIn('refused', 'failed', 'parked')}
    or exists (select 1 from refund_failure f join capture c using (channel_code, txn)
      where f.order_no = o.order_no and f.reversed and money_owed(c) > 0)`,
  refund_pending: `${refundIn('pending', 'unknown')} or (o.status in (2, 4) and exists (select 1 from refund_request q
      where q.order_no = o.order_no and q.state in ('requested', 'sent')))`,
  approval_pending: `exists (select 1 from desk.approval x where x.kind = 'order' and x.target = o.order_no
    and x.state in ('open', 'alone'))`,
  delivery_stuck: `o.status = 2 and b.state in ('refused', 'failed', 'parked')`,
  partly_refunded: `o.status <> 5 and o.refunded_cents > 0 and o.refunded_cents < o.paid_cents`,
}

/** The badges of an order `o` with its delivery `b`, the most urgent first. */
export const badgesOf = `array_remove(array[${Object.entries(conditions)
  .map(([badge, condition]) => `case when ${condition} then '${badge}' end`)
  .join(', ')}], null)`

/** The state of the recall of an order's item; '' if there is none. */
export const recallOf = `coalesce((select k.state from outbox k where k.outbox_id = 'rcl_' || o.order_no), '')`
