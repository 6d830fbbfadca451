import { createHash } from 'node:crypto'
import type { Channel, Payment } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { AppError } from '@hc/contract/errors'
import { timeId, timeIdFloor } from '@hc/domain/order-no'
import type { Ctx } from '../../ctx.ts'
import { keyOfAnother } from '../../http/idempotency-key.ts'
import { batchable } from '../../platform/batch.ts'
import type { Refusal } from '../../sql-refusals.ts'
import { noteChannel } from '../payment/channel-health.ts'
import { askOnce } from '../payment/one-question.ts'

export type SellableProduct = {
  cp_goods_id: string
  kind: 'item' | 'coin'
  price_cents: number
  bonus_pct: number
  name: string
}

export type CreateOrder = {
  tokenHash: Buffer
  idempotencyKey: string | null
  product: SellableProduct
  channelCode: string
  serverId: string
  roleId: string
  /** The bonus in percent that the player saw; null where the client does not say. */
  shownBonus?: number | null
  /** The language of letters about the order. */
  locale?: string
}

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
  held: boolean
}
type Refused = { refusal: Refusal<'make_order'>; offer_bonus: number; held_by: string | null }
/** A found order that is held has no status: nobody pays it any more. */
type Made = { refusal: null; order_no: string; status: number | null; gateway_url: string | null }
/** What the gateway is told comes along where its payment is still to be made: a status 1 without a page. */
type Told = Omit<PaymentRow, 'channel_code' | 'status' | 'held'>

/** The path that opens an order's payment page: it notes the opening, then leads to the gateway. */
export const payPath = (orderNo: string): string => `/pay/${orderNo}`
const detailPath = (orderNo: string): string => `/main/recharge/detail/${orderNo}`

export function payUrl(ctx: Pick<Ctx, 'channels' | 'order'>, channelCode: string, orderNo: string): string {
  const path = ctx.channels.get(channelCode)?.kind === 'points' ? detailPath(orderNo) : payPath(orderNo)
  return ctx.order.publicUrl + path
}

/**
 * Creates an order (status 1), or finds the one that its idempotency key made; then, with nothing open in the
 * database, its payment at the gateway. Price, names and bonus are ours, never the request's.
 * @returns 'session' where the token is not live any more; the caller says why.
 * @throws AppError RoleNotFound, serverMaintenance, ChannelUnavailable, InvalidParams (key used with another body),
 * PaymentInitFailed, TooManyUnpaidOrders, TooManyRequests (too many in an hour), OfferChanged (the bonus that was shown
 * is not on offer now; `bonus` is, and `bonus_held_by` is the open order that keeps it, or empty).
 */
export async function createOrder(
  ctx: Ctx,
  input: CreateOrder,
): Promise<'session' | { sdk_order_id: string; pay_url: string }> {
  const channel = ctx.channels.get(input.channelCode)
  if (!channel?.sells.has(input.product.kind)) throw new AppError('ChannelUnavailable')
  if (input.product.kind === 'item' && !input.roleId) throw new AppError('RoleNotFound')
  const made = await insert(ctx, input, channel)
  if (made === 'session') return made
  if (channel.kind === 'gateway' && made.status === 1 && !made.gateway_url) {
    await createPayment(ctx, channel, paymentFor(ctx, channel, made as Made & Told)).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      ctx.log.warn({ order: made.order_no, reason: error.message }, 'gateway did not start the payment')
      throw new AppError('PaymentInitFailed', { sdk_order_id: made.order_no })
    })
  }
  // The same answer each time: of an order that is not to be paid any more this address leads to its own page.
  return { sdk_order_id: made.order_no, pay_url: payUrl(ctx, input.channelCode, made.order_no) }
}

const makeStatement = batchable(
  'make-order',
  'make_order',
  [
    'bytea',
    'text',
    'text',
    'bytea',
    'text',
    'text',
    'bigint',
    'int',
    'text',
    'text',
    'text',
    'int',
    'float8',
    'text',
    'int',
    'int',
    'text',
    'int',
    'text',
  ],
  [
    'refusal',
    'order_no',
    'status',
    'gateway_url',
    'amount_cents',
    'currency',
    'expires_at',
    'title',
    'gateway_ref',
    'offer_bonus',
    'held_by',
  ],
  2,
)

/** Two orders of one character and item are made one after the other: so often and so long the later one asks again. */
const BUSY = { tries: 40, pauseMs: 25 }

async function insert(ctx: Ctx, input: CreateOrder, channel: Channel): Promise<'session' | Made> {
  const { product } = input
  const window = Math.max(ctx.order.expireSeconds, channel.windowSeconds ?? 0)
  const hash =
    input.idempotencyKey === null
      ? null
      : createHash('sha256')
          .update(JSON.stringify([product.cp_goods_id, input.channelCode, input.serverId, input.roleId]))
          .digest()
  let busy = 0
  for (let attempt = 1; ; attempt++) {
    const [made] = await ctx.q<Made | Refused>(makeStatement, [
      input.tokenHash,
      timeId(ctx.now(), ctx.random(10)),
      input.idempotencyKey,
      hash,
      product.cp_goods_id,
      product.kind,
      product.price_cents,
      product.bonus_pct,
      input.channelCode,
      input.serverId,
      input.roleId,
      window,
      channel.kind === 'points' ? window : ctx.order.repairAfterSeconds,
      timeIdFloor(ctx.now() - 3_600_000),
      ctx.order.limits?.unpaid ?? null,
      ctx.order.limits?.hourly ?? null,
      product.name,
      input.shownBonus ?? null,
      input.locale ?? null,
    ])
    if (!made) throw new Error('make_order gave no row')
    if (made.refusal === 'session') return 'session'
    if (made.refusal === 'busy') {
      if (++busy >= BUSY.tries) throw new AppError('SystemBusy', null, 1)
      await ctx.pause(BUSY.pauseMs)
      attempt--
      continue
    }
    // Decision 189.
    if (made.refusal === 'OfferChanged') {
      const { offer_bonus: bonus, held_by: heldBy } = made
      throw new AppError('OfferChanged', { bonus, bonus_held_by: heldBy ?? '' })
    }
    if (made.refusal === 'retry') {
      // The key's older order was more than 24 hours old: the key is free now.
      if (attempt < 3) continue
      throw new AppError('SystemBusy', null, 1)
    }
    if (made.refusal === 'InvalidParams') keyOfAnother()
    if (made.refusal === 'TooManyRequests') throw new AppError('TooManyRequests', null, 600)
    if (made.refusal !== null) throw new AppError(made.refusal)
    return made
  }
}

function paymentFor(ctx: Ctx, channel: Channel, order: Told): Payment {
  return {
    orderNo: order.order_no,
    amountCents: order.amount_cents,
    currency: order.currency,
    title: order.title,
    ref: order.gateway_ref,
    returnUrl: ctx.order.publicUrl + detailPath(order.order_no),
    webhookUrl: `${ctx.order.webhookBase}/api/pay/${channel.code}/webhook`,
    expiresAtMs: order.expires_at.getTime(),
  }
}

/**
 * What the gateway of an order is told of it, and where the order stands; undefined where there is no such order or no
 * gateway.
 */
export async function paymentOf(
  ctx: Ctx,
  orderNo: string,
): Promise<{ payment: Payment; channel: Channel; payable: boolean; url: string | null } | undefined> {
  const [order] = await ctx.q<PaymentRow>(
    {
      name: 'payment-of',
      text: 'select order_no, channel_code, amount_cents, currency, expires_at, coalesce(title, cp_goods_id) as title, status, gateway_url, gateway_ref, hold_reason is not null as held from orders where order_no = $1',
    },
    [orderNo],
  )
  const channel = order && ctx.channels.get(order.channel_code)
  if (!order || !channel || channel.kind !== 'gateway') return undefined
  return {
    channel,
    payable: order.status === 1 && !order.held,
    url: order.gateway_url,
    payment: paymentFor(ctx, channel, order),
  }
}

/** @throws NoAnswer */
async function ask(channel: Channel, payment: Payment): Promise<{ ref: string; url: string }> {
  const made = await channel.create(payment)
  const page = URL.parse(made.url)
  if (!page || !/^https?:$/.test(page.protocol) || !channel.ownsPage(page))
    throw new NoAnswer(`${channel.code} named a page that is not its own`)
  return made
}

const startedStatement = batchable('payment-started', 'payment_started', ['text', 'text', 'text'], [])

/**
 * Creates the payment at its gateway and stores its page; the order number is the gateway's idempotency key, so that a
 * second try is the same payment. @throws NoAnswer
 */
async function createPayment(ctx: Ctx, channel: Channel, payment: Payment): Promise<string> {
  const { ref, url } = await ask(channel, payment).catch(async (error: unknown) => {
    if (error instanceof NoAnswer) await noteChannel(ctx, channel.code, false)
    throw error
  })
  await noteChannel(ctx, channel.code, true)
  await ctx.q(startedStatement, [payment.orderNo, ref, url])
  return url
}

/**
 * The page of an order's payment, which is made at the gateway where that is still to be done, by one of all who open
 * it; null: no such order, nothing to pay, or no answer.
 */
export async function startPayment(ctx: Ctx, orderNo: string): Promise<string | null> {
  const found = await paymentOf(ctx, orderNo)
  if (!found?.payable) return null
  if (found.url !== null) return found.url
  await askOnce(ctx, `pay:${orderNo}`, () => createPayment(ctx, found.channel, found.payment))
  return (await paymentOf(ctx, orderNo))?.url ?? null
}
