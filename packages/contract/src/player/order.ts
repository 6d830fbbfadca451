import { EXACT_POINTS_MAX } from '@hc/domain/limits'
import { z } from 'zod'
import { offer } from './market.ts'
import { reasonKeys } from './why.ts'
import { call, id, open, optionalId, page, seconds, size, strict, whole } from '../call.ts'

export const product = z.object({
  cp_goods_id: z.string(),
  name: z.string(),
  /** USD with two decimals. */
  price: z.number(),
  /**
   * Percent: of an item, the first-top-up bonus while this role has not used it, else 0; of a pack, its present points.
   */
  bonus: z.number().int(),
  /** The open order of this role that keeps the bonus: an order made now has none. Empty where none does. */
  bonus_held_by: z.string(),
  desc: z.string(),
  /**
   * How many of its unit the item holds without a bonus (300 gems); 0 for what is no plain amount. Of a pack, its basic
   * points.
   */
  quantity: z.number().int(),
  icon: z.string(),
  /**
   * `new`, `limited` or another word of the operator; `best` where it holds the most for its price, which is computed.
   */
  tag: z.string(),
  /**
   * When this role had the item's bonus (seconds), 0 while it has not; and from when it has it once more, 0 where no
   * date is set.
   */
  bonus_used_ts: z.number().int(),
  bonus_again_ts: z.number().int(),
  /** Only where `local` was asked: what it costs this player, null where it is not sold in their country. */
  offer: offer.nullable().optional(),
})

export const payChannel = z.object({ name: z.string(), channel_code: z.string(), icon: z.string() })

export const orderRecord = z.object({
  sdk_order_id: z.string(),
  /** The item's name in the asked language. */
  name: z.string(),
  /** In major units of the currency (4.99 USD, 500 JPY), with as many decimals as ISO 4217 gives it. */
  amount: z.number(),
  /** What was given back of it so far, likewise. */
  refunded: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  channel_name: z.string(),
  channel_code: z.string(),
  /** 1 pending, 2 success, 3 fail, 4 success-arrived, 5 refund, 6 overdue. */
  status: z.number().int(),
  status_label: z.enum(['Created', 'Pending', 'FullyPaid', 'Refunded', 'Failed', 'Overdue']),
  /** Times in seconds; 0 where it did not happen. */
  create_ts: z.number().int(),
  pay_expire_ts: z.number().int(),
  pay_ts: z.number().int(),
  arrive_ts: z.number().int(),
  refund_ts: z.number().int(),
  /** Only while the order can be paid, else empty. */
  pay_url: z.string(),
  /**
   * What our staff see to: a payment that does not fit the order, or a refund that its gateway failed to give (status
   * 5, and the money is not there yet).
   */
  staff: z.enum(['none', 'payment', 'refund']),
  server_id: z.string(),
  server_name: z.string(),
  role_id: z.string(),
  role_name: z.string(),
  uid: z.string(),
  game_name: z.string(),
  order_type: z.enum(['item', 'coin']),
  cp_goods_id: z.string(),
  /** What was bought, in the asked language. */
  content: z.string(),
  /** What this order brought by a rebate, in the asked language: points, and a gift. Empty where nothing. */
  rebate: z.string(),
  gift: z.string(),
  /** First-top-up or pack bonus in percent; promised until paid, granted after. */
  bonus: z.number().int(),
  /** Percent that the order promised and did not give, because it was paid after its time and another order had it. */
  bonus_lost: z.number().int(),
  /** Of an unpaid order without a bonus: the open order that keeps the bonus. Else empty. */
  bonus_held_by: z.string(),
  /** Until when the order can be withdrawn from (seconds). Left out where the order's country has no such right. */
  withdraw_until_ts: z.number().int().optional(),
  /** The buyer gave that right up, and the mail that confirms it has left. Left out likewise. */
  waived: z.boolean().optional(),
  /** The number of the statement of withdrawal, empty where there is none. Left out likewise. */
  withdrawal: z.string().optional(),
  /**
   * Only of an order at a price of the player's country: its amount in minor units and their decimals, the points that
   * a pack credits (null for an item), the tax inside the amount, the tax's name (empty where there is none), and the
   * country whose prices it had.
   */
  amount_minor: z.number().int().optional(),
  exponent: z.number().int().optional(),
  points: z.number().int().nullable().optional(),
  tax_minor: z.number().int().optional(),
  tax_name: z.string().optional(),
  country: z.string().optional(),
  /** The address of the page with its receipt; empty while it has none. */
  receipt: z.string().optional(),
})

/** Where the money of an order is. */
export const paymentState = z.enum([
  'none',
  'waiting',
  'taken',
  'held',
  'failed',
  'expired',
  'refunding',
  'refunded',
  'unknown',
])
/** Where the item of an order is. */
export const deliveryState = z.enum(['none', 'queued', 'asking', 'delivered', 'refused', 'operator', 'cancelled'])

const target = { role_id: id(), server_id: id() }
/** Asks for the prices of the player's country. */
const local = () => z.boolean().nullish()
/** The price that the player saw. Where it is not the offer now, the answer is PriceChanged, with the new one. */
const priceId = () => whole(0, Number.MAX_SAFE_INTEGER).nullish()
/**
 * HC Points by their number: what is bought as `coin_exact`, and what it cost in the list. Where that is not what it
 * costs now, the answer is PriceChanged.
 */
const exact = () =>
  z
    .strictObject({
      points: whole(1, EXACT_POINTS_MAX),
      currency: z.string().regex(/^[A-Z]{3}$/),
      amount_minor: whole(1, Number.MAX_SAFE_INTEGER),
    })
    .optional()

export const reason = z.object({
  key: z.enum(reasonKeys),
  /** Numbers and names that the reason's text holds; times in seconds. */
  data: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const orderCalls = {
  'order/webProduct': call({
    method: 'POST',
    auth: 'player',
    summary: 'Items on offer for one character',
    body: strict({ role_id: optionalId(), server_id: optionalId(), local: local() }),
    result: z.array(product),
    list: true,
    errors: ['RoleNotFound'],
  }),
  'order/webCoinProduct': call({
    method: 'POST',
    auth: 'player',
    summary: 'HC Point packs on offer',
    /**
     * `need`: so many points alone, as `coin_exact`, with its offer; more of them where no gateway takes so little
     * money, and none at all where points are not sold so.
     */
    body: open({ local: local(), need: whole(1, EXACT_POINTS_MAX).optional() }),
    result: z.array(product),
    list: true,
    errors: ['InvalidParams'],
  }),
  'order/webPayChannel': call({
    method: 'POST',
    auth: 'player',
    summary: 'Payment channels that can take this item for this player',
    body: strict({
      role_id: optionalId(),
      server_id: optionalId(),
      cp_goods_id: id(),
      price_id: priceId(),
      exact: exact(),
    }),
    result: z.array(payChannel),
    list: true,
    errors: ['ItemNotFound', 'RoleNotFound', 'PriceChanged', 'InvalidParams'],
  }),
  'order/webCreate': call({
    method: 'POST',
    auth: 'player',
    summary: 'Create a payment order. Header Idempotency-Key: the same key and body within 24 h gives the same order',
    body: strict({
      ...target,
      role_id: optionalId(),
      server_id: optionalId(),
      cp_goods_id: id(),
      channel_code: id(),
      role_name: z.string().max(128).nullish(),
      server_name: z.string().max(128).nullish(),
      /**
       * The bonus in percent that the player was shown; where it is not on offer now, no order is made (OfferChanged).
       */
      bonus: whole(0, 100_000).nullish(),
      /** Versions of the texts that the buyer agreed to, as withdraw/terms gives them. */
      consent: z.array(z.string().max(64)).max(4).optional(),
      price_id: priceId(),
      exact: exact(),
    }),
    result: z.object({ pay_url: z.string(), sdk_order_id: z.string() }),
    errors: [
      'RoleNotFound',
      'ItemNotFound',
      'ChannelUnavailable',
      'serverMaintenance',
      'PaymentInitFailed',
      'TooManyUnpaidOrders',
      'OfferChanged',
      'CurrencyUnavailable',
      'ConsentMissing',
      'PriceChanged',
      'InvalidParams',
    ],
  }),
  'order/record': call({
    method: 'POST',
    auth: 'player',
    summary: 'Own orders, newest first',
    list: true,
    body: strict({
      page: page(),
      size: size(),
      begin: seconds(),
      end: seconds(),
      sdk_order_id: optionalId(),
      status: whole(-1, 6).default(-1),
    }),
    result: z.array(orderRecord),
    errors: [],
  }),
  'order/check': call({
    method: 'POST',
    auth: 'player',
    summary: 'Ask the gateway and the game about one own order, now',
    body: strict({ sdk_order_id: id() }),
    result: z.object({ record: orderRecord, payment: paymentState, delivery: deliveryState }),
    errors: ['OrderNotFound'],
  }),
  'order/explain': call({
    method: 'POST',
    auth: 'none',
    summary: 'Why an item can or cannot be bought, and how it is with an order and its bonus. Give one of the two',
    body: strict({
      cp_goods_id: optionalId(),
      sdk_order_id: optionalId(),
      server_id: optionalId(),
      role_id: optionalId(),
    }),
    result: z.object({
      /** Whether it can be bought, or paid, now. */
      can: z.boolean(),
      /** What stops it first, then what else there is to say. */
      reasons: z.array(reason),
      money: z.object({
        /** In major units of the currency. */
        amount: z.number(),
        refunded: z.number(),
        /** ISO 4217; empty where the item is not sold here. */
        currency: z.string(),
      }),
      item: z.object({
        cp_goods_id: z.string(),
        name: z.string(),
        /** What an order would bring, or brought, in percent. */
        bonus: z.number().int(),
      }),
    }),
    errors: ['OrderNotFound', 'InvalidParams'],
  }),
  'payment/order/epoint/pay': call({
    method: 'POST',
    auth: 'player',
    summary: 'Pay an own unpaid hcpoint order; present points are spent first',
    body: strict({ paymentId: id() }),
    result: z.object({
      sdk_order_id: z.string(),
      status: z.number().int(),
      basicNum: z.number().int(),
      presentNum: z.number().int(),
    }),
    errors: ['OrderNotFound', 'OrderNotPayable', 'ePointNumInsufficient'],
  }),
}
