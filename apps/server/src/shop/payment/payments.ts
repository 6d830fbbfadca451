import type { Channel, Payment } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { readMethod } from '@hc/channels/methods'
import type { Ctx } from '../../ctx.ts'
import { batchable } from '../../platform/batch.ts'
import { noteChannel } from './channel-health.ts'
import { askOnce } from './ask-once.ts'

type PaymentRow = {
  order_no: string
  channel_code: string
  amount_cents: number
  currency: string
  expires_at: Date
  title: string
  status: number
  gateway_url: string | null
  gateway_ref: string | null
  method: string | null
  held: boolean
  promised: boolean
}
/** An order's data for its gateway. A row has them while the payment is to be made: a status 1 without a page. */
export type PaymentRequest = Omit<PaymentRow, 'channel_code' | 'status' | 'held' | 'promised'>

/** The path that opens an order's payment page: it notes the opening, then leads to the gateway. */
export const payPath = (orderNo: string): string => `/pay/${orderNo}`
const detailPath = (orderNo: string): string => `/main/recharge/detail/${orderNo}`

/** The address that the player opens to pay: the payment page, or the order's own page if it is paid with points. */
export function payUrl(ctx: Pick<Ctx, 'channels' | 'order'>, channelCode: string, orderNo: string): string {
  const path = ctx.channels.get(channelCode)?.kind === 'points' ? detailPath(orderNo) : payPath(orderNo)
  return ctx.order.publicUrl + path
}

/** The payment that a gateway opens. `amountCents` is in minor units of `currency`; times are ms since 1970. */
export function paymentFor(ctx: Ctx, channel: Channel, order: PaymentRequest): Payment {
  return {
    orderNo: order.order_no,
    amountCents: order.amount_cents,
    currency: order.currency,
    title: order.title,
    ref: order.gateway_ref,
    returnUrl: ctx.order.publicUrl + detailPath(order.order_no),
    webhookUrl: `${ctx.order.webhookBase}/api/pay/${channel.code}/webhook`,
    expiresAtMs: order.expires_at.getTime(),
    method: readMethod(order.method),
  }
}

/**
 * The payment request of an order, and whether the order can still be paid. Undefined if the order or its gateway does
 * not exist.
 */
export async function paymentOf(
  ctx: Ctx,
  orderNo: string,
): Promise<
  { payment: Payment; channel: Channel; payable: boolean; promised: boolean; url: string | null } | undefined
> {
  const [order] = await ctx.q<PaymentRow>(
    {
      name: 'payment-of',
      // A promise moves the order's end; the gateway is asked with the end that it was first asked with.
      text: `select o.order_no, o.channel_code, o.amount_cents, o.currency,
          coalesce(p.asked_until, o.expires_at) as expires_at, coalesce(o.title, o.cp_goods_id) as title, o.status,
          o.gateway_url, o.gateway_ref, o.method, o.hold_reason is not null as held,
          p.until is not null as promised
        from orders o left join order_promise p using (order_no) where o.order_no = $1`,
    },
    [orderNo],
  )
  const channel = order && ctx.channels.get(order.channel_code)
  if (!order || !channel || channel.kind !== 'gateway') return undefined
  return {
    channel,
    payable: order.status === 1 && !order.held,
    promised: order.promised,
    url: order.gateway_url,
    payment: paymentFor(ctx, channel, order),
  }
}

/** @throws NoAnswer */
async function ask(channel: Channel, payment: Payment): Promise<{ ref: string; url: string }> {
  const gatewayOrder = await channel.create(payment)
  const page = URL.parse(gatewayOrder.url)
  if (!page || !/^https?:$/.test(page.protocol) || !channel.ownsPage(page))
    throw new NoAnswer(`${channel.code} named a page that is not its own`)
  return gatewayOrder
}

/** Decision 244. */
const PACE_MS = 20
const startedArgs = { order: 'text', ref: 'text', url: 'text' } as const
const startedStatement = batchable('payment-started', 'payment_started', startedArgs, [], { paceMs: PACE_MS })

/**
 * Creates the payment at its gateway; the order number is the gateway's idempotency key, so that a second try is the
 * same payment. `noted`: its page is stored. @throws NoAnswer
 */
export async function createPayment(
  ctx: Ctx,
  channel: Channel,
  payment: Payment,
): Promise<{ noted: Promise<unknown> }> {
  const { ref, url } = await ask(channel, payment).catch(async (error: unknown) => {
    if (error instanceof NoAnswer) await noteChannel(ctx, channel.code, false)
    throw error
  })
  await noteChannel(ctx, channel.code, true)
  return { noted: ctx.q(startedStatement, [payment.orderNo, ref, url]) }
}

/**
 * The page of an order's payment, which is made at the gateway where that is still to be done, by one of all who open
 * it; null: no such order, nothing to pay, or no answer.
 */
export async function startPayment(ctx: Ctx, orderNo: string): Promise<string | null> {
  const request = await paymentOf(ctx, orderNo)
  if (!request?.payable) return null
  if (request.url !== null) return request.url
  await askOnce(ctx, `pay:${orderNo}`, async () => {
    const { noted } = await createPayment(ctx, request.channel, request.payment)
    await noted
    return undefined
  })
  return (await paymentOf(ctx, orderNo))?.url ?? null
}
