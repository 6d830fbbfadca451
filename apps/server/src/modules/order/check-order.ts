import { NoAnswer } from '@hc/channels/http'
import type { Ctx } from '../../ctx.ts'
import { deliverOrderNow } from '../outbox/deliver-items.ts'
import { deliveryState, type DeliveryState } from '../outbox/delivery-state.ts'
import { workInbox } from '../inbox/work-inbox.ts'
import { paymentOf } from './create-order.ts'
import { settleStatus } from './settle-order.ts'

export type PaymentState = 'none' | 'waiting' | 'taken' | 'held' | 'failed' | 'expired' | 'refunded' | 'unknown'

type Facts = { status: number; hold_reason: string | null; channel_code: string; order_type: string; delivery: string | null }

const facts = async (ctx: Ctx, orderNo: string): Promise<Facts | undefined> => (await ctx.q<Facts>({
  name: 'order-facts',
  text: `select o.status, o.hold_reason, o.channel_code, o.order_type, b.state as delivery
           from orders o left join outbox b on b.order_no = o.order_no and b.kind = 'deliver' where o.order_no = $1`,
}, [orderNo]))[0]

const moneyOf = (f: Facts, answered: boolean): PaymentState => {
  if (f.hold_reason) return 'held'
  switch (f.status) {
    case 1: return answered ? 'waiting' : 'unknown'
    case 3: return 'failed'
    case 5: return 'refunded'
    case 6: return 'expired'
    default: return 'taken'
  }
}

const deliveryOf = (f: Facts): DeliveryState =>
  f.order_type === 'coin' ? f.status === 4 ? 'delivered' : 'none' : deliveryState(f.delivery)

/** Asks gateway and game about one order, now, and says where the money and the item are. The caller has checked the owner. */
export async function checkOrder(ctx: Ctx, orderNo: string): Promise<{ payment: PaymentState; delivery: DeliveryState } | undefined> {
  let f = await facts(ctx, orderNo)
  if (!f) return undefined
  const channel = ctx.channels.get(f.channel_code)
  let answered = true
  if (channel?.kind === 'gateway' && [1, 3, 6].includes(f.status)) {
    await workInbox(ctx, 50)
    try {
      const found = await paymentOf(ctx, orderNo)
      if (found) await settleStatus(ctx, channel.code, orderNo, await channel.fetchStatus(found.payment), 'poll')
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      answered = false
    }
    f = await facts(ctx, orderNo) ?? f
  }
  if (f.status === 2) {
    await deliverOrderNow(ctx, orderNo)
    f = await facts(ctx, orderNo) ?? f
  }
  return { payment: moneyOf(f, answered), delivery: deliveryOf(f) }
}
