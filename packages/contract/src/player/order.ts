import { EXACT_POINTS_MAX } from '@hc/domain/limits'
import { z } from 'zod'
import { offer } from './offer.ts'
import { reasonKeys } from './why.ts'
import { call, id, open, optionalId, page, seconds, size, strict, whole } from '../call.ts'

export const product = z.object({
  cp_goods_id: z.string(),
  name: z.string(),
  /** USD with two decimals. */
  price: z.number(),
  /**
   * Percent. For an item, the first-top-up bonus while this role has not used it, else 0; for a pack, its present
   * points.
   */
  bonus: z.number().int(),
  /** The open order of this role that reserves the bonus: an order made now would have none. Empty if no order does. */
  bonus_held_by: z.string(),
  desc: z.string(),
  /**
   * The number of units that the item holds without a bonus (300 gems); 0 if it is no plain amount. For a pack, its
   * basic points.
   */
  quantity: z.number().int(),
  icon: z.string(),
  /**
   * `new`, `limited` or another word of the operator; `best` is computed, for the item that holds the most for its
   * price.
   */
  tag: z.string(),
  /**
   * When this role used the item's bonus (seconds), 0 if it has not; and from when it can use it once more, 0 if no
   * date is set.
   */
  bonus_used_ts: z.number().int(),
  bonus_again_ts: z.number().int(),
  /** Only if `local` was sent: the price for this player; null if the item is not sold in their country. */
  offer: offer.nullable().optional(),
})

/** What the player pays with at a channel: card, iDEAL, a voucher of a shop. */
const payMethod = z.object({
  code: z.string(),
  /** A brand's own name; empty: the client has a text for the code. */
  name: z.string(),
  kind: z.enum(['card', 'wallet', 'bank', 'code', 'voucher', 'later']),
  /** How soon the money is there; `days`: the player gets a promise, such as a voucher, and pays later. */
  settles: z.enum(['instant', 'minutes', 'days']),
  /** Marks of its brands, files of `/art/methods`; absent if there are none. */
  marks: z.array(z.string()).optional(),
  /** The newest paid order was paid with it. */
  last: z.literal(true).optional(),
})
export const payChannel = z.object({
  name: z.string(),
  channel_code: z.string(),
  icon: z.string(),
  /** Only if `methods` was sent; `methods` are in the order to show, and empty if the channel's own page asks. */
  kind: z.enum(['card', 'wallet', 'bank', 'points', 'test']).optional(),
  methods: z.array(payMethod).optional(),
  last: z.literal(true).optional(),
})

export const orderRecord = z.object({
  sdk_order_id: z.string(),
  /** The item's name in the asked language. */
  name: z.string(),
  /** In major units of the currency (4.99 USD, 500 JPY), with as many decimals as ISO 4217 gives it. */
  amount: z.number(),
  /** The refunded part of the amount, in the same form. */
  refunded: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  channel_name: z.string(),
  channel_code: z.string(),
  /** What the player chose to pay with at the channel. Absent if nothing. */
  method: z.string().optional(),
  /** What the player paid with, in the asked language: the method, or the channel whose page asked. */
  method_name: z.string(),
  /** The payer holds a voucher or the bank is on its way: until when they can pay (seconds). Else absent. */
  promised_ts: z.number().int().optional(),
  /** 1 pending, 2 success, 3 fail, 4 success-arrived, 5 refund, 6 overdue. */
  status: z.number().int(),
  status_label: z.enum(['Created', 'Pending', 'FullyPaid', 'Refunded', 'Failed', 'Overdue']),
  /** Times in seconds; 0 if it did not happen. */
  create_ts: z.number().int(),
  pay_expire_ts: z.number().int(),
  pay_ts: z.number().int(),
  arrive_ts: z.number().int(),
  refund_ts: z.number().int(),
  /** Only while the order can be paid, else empty. */
  pay_url: z.string(),
  /**
   * The problem that waits for our staff: a payment that does not fit the order, or a refund that its gateway failed to
   * make (status 5, while the money is not there yet).
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
  /** The goods that were bought, in the asked language. */
  content: z.string(),
  /** The rebate's gains from this order, in the asked language: points, and a gift. Empty if there are none. */
  rebate: z.string(),
  gift: z.string(),
  /** First-top-up or pack bonus in percent; promised until paid, granted after. */
  bonus: z.number().int(),
  /**
   * Percent that the order promised but did not grant: it was paid after its time, and another order had used the
   * bonus.
   */
  bonus_lost: z.number().int(),
  /** For an unpaid order without a bonus: the open order that reserves the bonus. Else empty. */
  bonus_held_by: z.string(),
  /** The units that the order holds without its bonus (980 gems; a pack's basic points), and the units of the bonus. */
  quantity: z.number().int(),
  bonus_units: z.number().int(),
  /** Only for a failed payment: the player canceled it, or the payment provider declined it. */
  fail_reason: z.enum(['canceled', 'declined']).optional(),
  /** Only for a refund that a gateway made: its number there. */
  refund_ref: z.string().optional(),
  /**
   * The time until which the player can withdraw from the order (seconds). Absent if the order's country gives no such
   * right.
   */
  withdraw_until_ts: z.number().int().optional(),
  /** The buyer waived that right, and a mail or a fetched file confirmed it. Absent in the same case. */
  waived: z.boolean().optional(),
  /** No mail brings the confirmation of the waiver: it waits as a file, order/confirmationPdf. Else absent. */
  confirmation_file: z.boolean().optional(),
  /** The number of the statement of withdrawal, empty if there is none. Absent in the same case. */
  withdrawal: z.string().optional(),
  /**
   * Only for an order at a price of the player's country: its amount in minor units and their decimals, the points that
   * a pack credits (null for an item), the tax included in the amount, the tax's name (empty if there is none), and the
   * country whose prices applied.
   */
  amount_minor: z.number().int().optional(),
  exponent: z.number().int().optional(),
  points: z.number().int().nullable().optional(),
  tax_minor: z.number().int().optional(),
  tax_name: z.string().optional(),
  country: z.string().optional(),
  /** The address of the page with its receipt; empty while there is none. */
  receipt: z.string().optional(),
})

/** The state of an order's money. */
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
/** The state of an order's item. */
export const deliveryState = z.enum(['none', 'queued', 'asking', 'delivered', 'refused', 'operator', 'cancelled'])

const target = { role_id: id(), server_id: id() }
/** Asks for the prices of the player's country. */
const local = () => z.boolean().nullish()
/** The price that the player saw. If it is not the offer now, the answer is PriceChanged with the new one. */
const priceId = () => whole(0, Number.MAX_SAFE_INTEGER).nullish()
/**
 * HC Points by their number: the points bought as `coin_exact`, and their price in the list. If the price is another
 * one now, the answer is PriceChanged.
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
  /** Numbers and names that the reason's text contains; times in seconds. */
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
     * `need`: the answer is only this number of points, as `coin_exact`, with its offer; more points if no gateway
     * takes so small an amount, and an empty list if points are not sold by their number.
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
      /** Asks for the methods of each channel. */
      methods: z.boolean().nullish(),
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
      /** The bonus in percent that the player was shown. If it is not on offer now, no order is made (OfferChanged). */
      bonus: whole(0, 100_000).nullish(),
      /** Versions of the texts that the buyer agreed to, as withdraw/terms returned them. */
      consent: z.array(z.string().max(64)).max(4).optional(),
      price_id: priceId(),
      exact: exact(),
      /** A method of the list. If the channel does not have it now, the order is made without it. */
      method: z
        .string()
        .regex(/^[a-z0-9_]{2,32}$/)
        .optional(),
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
    summary: 'Why an item can or cannot be bought, or the state of an order and its bonus. Send one of the two ids',
    body: strict({
      cp_goods_id: optionalId(),
      sdk_order_id: optionalId(),
      server_id: optionalId(),
      role_id: optionalId(),
    }),
    result: z.object({
      /** Whether the item can be bought, or the order paid, now. */
      can: z.boolean(),
      /** The reasons that prevent it come first, then other information. */
      reasons: z.array(reason),
      money: z.object({
        /** In major units of the currency. */
        amount: z.number(),
        refunded: z.number(),
        /** ISO 4217; empty if the item is not sold here. */
        currency: z.string(),
      }),
      item: z.object({
        cp_goods_id: z.string(),
        name: z.string(),
        /** The bonus that an order would grant, or granted, in percent. */
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
