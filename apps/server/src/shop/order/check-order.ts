import type { Channel } from '@hc/channels/channel'
import type { Ctx } from '../../ctx.ts'
import { deliverOrderNow } from '../delivery/deliver-items.ts'
import { deliveryState, type DeliveryState } from '../delivery/delivery-state.ts'
import { workInboxOf } from '../payment/work-inbox.ts'
import { paymentOf } from '../payment/payments.ts'
import { askOnce } from '../payment/ask-once.ts'
import { settleStatus } from '../payment/settle-order.ts'

export type PaymentState =
  | 'none'
  | 'waiting'
  | 'taken'
  | 'held'
  | 'failed'
  | 'expired'
  | 'refunding'
  | 'refunded'
  | 'unknown'

/** `odd`: where money is that did not fit the order; null, there was none. */
type Facts = {
  status: number
  odd: 'here' | 'returned' | null
  refund_open: boolean
  channel_code: string
  order_type: string
  delivery: string | null
  taken_back: boolean
}

const facts = async (ctx: Ctx, orderNo: string): Promise<Facts | undefined> =>
  (
    await ctx.q<Facts>(
      {
        name: 'order-facts',
        text: `select o.status, o.channel_code, o.order_type, b.state as delivery, coalesce(k.state = 'confirmed',
          false) as taken_back, case when o.status = 5 then staff_sees_to(o) = 'refund' else false end as refund_open,
                case when o.hold_reason is not null then (select case
                when bool_and(r.state in ('confirmed', 'cancelled')) then 'returned' else 'here' end
                  from outbox r join capture c on c.channel_code = r.payload->>'channel_code'
                  and c.txn = r.payload->>'txn'
                 where r.order_no = o.order_no and r.kind = 'refund' and c.outcome = 'mismatch'
                 having count(*) > 0) end as odd
           from orders o left join outbox b on b.outbox_id = 'dlv_' || o.order_no
           left join outbox k on k.outbox_id = 'rcl_' || o.order_no where o.order_no = $1`,
      },
      [orderNo],
    )
  )[0]

const moneyOf = (f: Facts, hasAnswer: boolean): PaymentState => {
  if (f.odd === 'here') return 'held'
  if (f.odd === 'returned' && [1, 3, 6].includes(f.status)) return 'refunded'
  switch (f.status) {
    case 1:
      return hasAnswer ? 'waiting' : 'unknown'
    case 3:
      return 'failed'
    case 5:
      return f.refund_open ? 'refunding' : 'refunded'
    case 6:
      return 'expired'
    default:
      return 'taken'
  }
}

function deliveryOf(f: Facts): DeliveryState {
  if (f.order_type === 'coin') return f.status === 4 ? 'delivered' : f.status === 5 ? 'cancelled' : 'none'
  // After a refund the item is recalled; until the game has taken it, an operator follows it.
  if (f.status === 5 && (f.delivery === 'confirmed' || f.delivery === 'recall'))
    return f.taken_back ? 'cancelled' : 'operator'
  return deliveryState(f.delivery)
}

/** Only what waits of this order's own news is worked: the worker sees to everybody's. */
async function askGateway(ctx: Ctx, channel: Channel, orderNo: string): Promise<string | undefined> {
  await workInboxOf(ctx, orderNo)
  const paymentAtGateway = await paymentOf(ctx, orderNo)
  if (!paymentAtGateway) return undefined
  const status = await channel.fetchStatus(paymentAtGateway.payment)
  await settleStatus(ctx, channel.code, orderNo, status, 'poll')
  return status.state
}

/**
 * Asks gateway and game about one order, and says where the money and the item are. Calls about one order share a
 * question, and what was asked seconds ago is not asked again. The caller has checked the owner.
 */
export async function checkOrder(
  ctx: Ctx,
  orderNo: string,
): Promise<{ payment: PaymentState; delivery: DeliveryState } | undefined> {
  let f = await facts(ctx, orderNo)
  if (!f) return undefined
  const channel = ctx.channels.get(f.channel_code)
  const open = channel?.kind === 'gateway' && [1, 3, 6].includes(f.status)
  let hasAnswer = true
  if (open || f.status === 2) {
    hasAnswer = await askOnce(ctx, orderNo, async () => {
      const gatewayWord = open ? await askGateway(ctx, channel, orderNo) : undefined
      if (f?.status === 2 || (open && (await facts(ctx, orderNo))?.status === 2)) await deliverOrderNow(ctx, orderNo)
      return gatewayWord
    })
    f = (await facts(ctx, orderNo)) ?? f
  }
  return { payment: moneyOf(f, hasAnswer), delivery: deliveryOf(f) }
}
