import { hash as digest } from 'node:crypto'
import type { Channel } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { methodText, type PayMethod } from '@hc/channels/methods'
import { AppError } from '@hc/contract/errors'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { timeId, timeIdFloor } from '@hc/domain/order-no'
import type { Ctx } from '../../ctx.ts'
import { keyOfAnother } from '../../http/idempotency-key.ts'
import { batchableLists } from '../../platform/batch.ts'
import { inOrder } from '../../platform/named-call.ts'
import type { Refusal } from '../../sql-refusals.ts'
import { createPayment, paymentFor, payUrl, type PaymentRequest } from '../payment/payments.ts'

export type SellableProduct = {
  cp_goods_id: string
  kind: 'item' | 'coin'
  price_cents: number
  bonus_pct: number
  name: string
}

/**
 * An item's price in another book than the base book. `amount` is in minor units of `currency`. `points` is what a pack
 * credits, null for an item. `baseCents` is the base price in USD cents, which rebates count. `items` is what the game
 * is asked for where that is not one of the item. `terms` are more that the order freezes: columns of order_terms.
 */
export type LocalPrice = {
  currency: string
  amount: number
  points: number | null
  baseCents: number
  items?: readonly { cp_goods_id: string; quantity: number }[]
  terms?: Readonly<Record<string, unknown>>
}

/** The frozen facts of an order: its market, versions of texts, and a consent. */
export type OrderTerms = {
  market?: string
  texts?: Readonly<Record<string, number>>
  consent?: { kind: 'waiver'; version: number }
}

export type CreateOrder = {
  tokenHash: Buffer
  idempotencyKey: string | null
  product: SellableProduct
  channelCode: string
  serverId: string
  roleId: string
  /** Left out: the base price, in dollars. */
  price?: LocalPrice
  /** Frozen facts of this order alone, by the columns of order_terms; `consent` is what the buyer agreed to. */
  terms?: OrderTerms
  /** The price that the caller named, or null. */
  priceId?: number | null
  /** Points by their number, and their price as the caller named it. */
  exact?: { points: number; currency: string; amount_minor: number } | undefined
  /** The bonus in percent that the player saw; null where the client does not say. */
  shownBonus?: number | null
  /** The language of letters about the order. */
  locale?: string
  /** What the player asked to pay with, whether or not it is offered: a part of the key's hash. */
  methodWish?: string | undefined
  /** What the order is made with: an offered method, and the country of its list. */
  method?: PayMethod | undefined
}

type Refused = { refusal: Refusal<'place_purchase'>; offer_bonus: number; held_by: string | null }
/** A held order has no status, because it cannot be paid any more. */
type MadeOrder = { refusal: null; order_no: string; status: number | null; gateway_url: string | null }

/**
 * Creates an order (status 1), or finds the one that its idempotency key made; then, with nothing open in the
 * database, its payment at the gateway. Price, names and bonus are ours, never the request's.
 * @returns 'session' if the session has ended; the caller picks the error.
 * @throws AppError RoleNotFound, serverMaintenance, ChannelUnavailable, InvalidParams (key used with another body),
 * PaymentInitFailed, TooManyUnpaidOrders, TooManyRequests (too many in an hour), CurrencyUnavailable, OfferChanged (the
 * bonus that was shown is not on offer now; `bonus` is, and `bonus_held_by` is the open order that keeps it, or empty),
 * PriceChanged (the price in the terms is not the item's now).
 */
export async function createOrder(
  ctx: Ctx,
  input: CreateOrder,
): Promise<'session' | { sdk_order_id: string; pay_url: string }> {
  const channel = ctx.channels.get(input.channelCode)
  if (!channel?.sells.has(input.product.kind)) throw new AppError('ChannelUnavailable')
  if (input.product.kind === 'item' && !input.roleId) throw new AppError('RoleNotFound')
  const order = await insert(ctx, input, channel)
  if (order === 'session') return order
  if (channel.kind === 'gateway' && order.status === 1 && !order.gateway_url) {
    const payment = paymentFor(ctx, channel, order as MadeOrder & PaymentRequest)
    const { noted } = await createPayment(ctx, channel, payment).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      ctx.log.warn({ order: order.order_no, reason: error.message }, 'gateway did not start the payment')
      throw new AppError('PaymentInitFailed', { sdk_order_id: order.order_no })
    })
    // No caller waits for the note. If it is lost, /pay makes the payment again, which is the same one under its key.
    // Decision 243.
    ctx.aside(noted)
  }
  // The same answer each time: of an order that is not to be paid any more this address leads to its own page.
  return { sdk_order_id: order.order_no, pay_url: payUrl(ctx, input.channelCode, order.order_no) }
}

/** Decision 244. A player waits for this one. */
const PACE_MS = 8
const makeArgs = {
  token: 'bytea',
  orderNo: 'text',
  key: 'text',
  hash: 'bytea',
  goods: 'text',
  type: 'text',
  amount: 'bigint',
  bonus: 'int',
  channel: 'text',
  server: 'text',
  role: 'text',
  ttlSeconds: 'int',
  firstCheckSeconds: 'float8',
  hourFloor: 'text',
  unpaidMax: 'int',
  hourlyMax: 'int',
  title: 'text',
  shownBonus: 'int',
  locale: 'text',
  currency: 'text',
  points: 'bigint',
  baseCents: 'bigint',
  method: 'text',
  terms: 'jsonb',
} as const
const makeStatement = batchableLists(
  'place-purchases',
  'place_purchases',
  makeArgs,
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
    'method',
  ],
  { orderBy: 'key', paceMs: PACE_MS, shared: true },
)

/** Two orders of one character and item are made one after the other: so often and so long the later one asks again. */
const BUSY = { tries: 40, pauseMs: 25 }

/** What the order freezes beside its row, as JSON; null where nothing. */
function termsOf(price: LocalPrice | undefined, ownTerms: OrderTerms | undefined): string | null {
  if (!ownTerms && !price?.items) return price?.terms ? JSON.stringify(price.terms) : null
  const terms = { ...price?.terms, ...ownTerms, ...(price?.items ? { items: price.items } : {}) }
  return Object.keys(terms).length > 0 ? JSON.stringify(terms) : null
}

/** The price as the caller named it, for the key's hash. A price that was named says its currency, too. */
function namedBy({ exact, priceId, price }: CreateOrder): unknown[] {
  if (exact) return [[exact.points, exact.currency, exact.amount_minor]]
  if (priceId != null) return [priceId]
  return price ? [price.currency] : []
}

async function insert(ctx: Ctx, input: CreateOrder, channel: Channel): Promise<'session' | MadeOrder> {
  const { product, price } = input
  const local = [
    ...namedBy(input),
    ...(input.terms?.consent ? [input.terms.consent] : []),
    ...(input.methodWish === undefined ? [] : [{ method: input.methodWish }]),
  ]
  const window = Math.max(ctx.order.expireSeconds, channel.windowSeconds ?? 0)
  const args = [product.cp_goods_id, input.channelCode, input.serverId, input.roleId, ...local]
  const hash = input.idempotencyKey === null ? null : digest('sha256', JSON.stringify(args), 'buffer')
  let busy = 0
  for (let attempt = 1; ; attempt++) {
    const [order] = await ctx.q<MadeOrder | Refused>(
      makeStatement,
      inOrder(makeArgs, {
        token: input.tokenHash,
        orderNo: timeId(ctx.now(), ctx.random(10)),
        key: input.idempotencyKey,
        hash,
        goods: product.cp_goods_id,
        type: product.kind,
        amount: price?.amount ?? product.price_cents,
        bonus: product.bonus_pct,
        channel: input.channelCode,
        server: input.serverId,
        role: input.roleId,
        ttlSeconds: window,
        firstCheckSeconds: channel.kind === 'points' ? window : ctx.order.repairAfterSeconds,
        hourFloor: timeIdFloor(ctx.now() - 3_600_000),
        unpaidMax: ctx.order.limits?.unpaid ?? null,
        hourlyMax: ctx.order.limits?.hourly ?? null,
        title: product.name,
        shownBonus: input.shownBonus ?? null,
        locale: input.locale ?? null,
        currency: price?.currency ?? BASE_CURRENCY,
        points: price?.points ?? null,
        baseCents: price?.baseCents ?? null,
        method: input.method ? methodText(input.method) : null,
        terms: termsOf(price, input.terms),
      }),
    )
    if (!order) throw new Error('place_purchases gave no row')
    if (order.refusal === 'session') return 'session'
    if (order.refusal === 'busy') {
      if (++busy >= BUSY.tries) throw new AppError('SystemBusy', null, 1)
      await ctx.pause(BUSY.pauseMs)
      attempt--
      continue
    }
    // Decision 189.
    if (order.refusal === 'OfferChanged') {
      const { offer_bonus: bonus, held_by: heldBy } = order
      throw new AppError('OfferChanged', { bonus, bonus_held_by: heldBy ?? '' })
    }
    if (order.refusal === 'retry') {
      // The key's older order was more than 24 hours old: the key is free now.
      if (attempt < 3) continue
      throw new AppError('SystemBusy', null, 1)
    }
    if (order.refusal === 'InvalidParams') keyOfAnother()
    if (order.refusal === 'TooManyRequests') throw new AppError('TooManyRequests', null, 600)
    if (order.refusal !== null) throw new AppError(order.refusal)
    return order
  }
}
