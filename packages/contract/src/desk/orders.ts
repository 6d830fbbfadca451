import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads } from './call.ts'
import { locale, requests } from './editing.ts'
import { after, at, didResult, number, page, reason, size, text } from './fields.ts'

const day = moment.default(0)
const cents = z.number().int().min(0).max(1_000_000_000).default(0)
const orderFilter = {
  /** Seconds since 1970; without them the last 30 days. At most 366 days. */
  from: day,
  to: day,
  status: z.array(z.number().int().min(1).max(6)).max(6).default([]),
  channel: text(),
  type: z.enum(['', 'item', 'coin']).default(''),
  server: text(),
  goods: text(),
  uid: text(),
  min_cents: cents,
  max_cents: cents,
  held: z.boolean().default(false),
  refund: z.enum(['', 'any', 'open', 'stopped']).default(''),
  delivery: z.enum(['', 'pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall']).default(''),
  dispute: z.boolean().default(false),
  campaign: text(),
  /**
   * A number, or its last 6 to 26 signs; a player's number, address or character; a payment's, refund's or delivery's
   * number; an item's id or a part of its name.
   */
  q: text(),
  /** Only orders that stand in To do. */
  needs_action: z.boolean().default(false),
}
/**
 * What else is true of an order beside its status, the most urgent first: its payment is disputed, its payment is on
 * hold, and so on. The desk shows the first.
 */
export const orderBadges = [
  'disputed',
  'held',
  'refund_failed',
  'refund_pending',
  'approval_pending',
  'delivery_stuck',
  'partly_refunded',
] as const
export type OrderBadge = (typeof orderBadges)[number]
const badges = z.array(z.enum(orderBadges)).optional()

export const orderRow = strict({
  order_no: z.string(),
  created_at: at,
  status: z.number().int(),
  uid: z.string(),
  role_name: z.string(),
  server_name: z.string(),
  goods: z.string(),
  type: z.enum(['item', 'coin']),
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  currency: z.string(),
  channel: z.string(),
  held: z.boolean(),
  /** The state of its delivery, or ''. */
  delivery: z.string(),
  /** The address of the item's picture; '' for points. */
  icon: z.string().optional(),
  /** Seconds since its payment, if it is not delivered yet. */
  open_for: z.number().int().nullable(),
  badges,
  /** What brought it into its status, such as `cancelled`. */
  cause: z.string().optional(),
  /** The state of the recall of its item; '' if the game was not asked for it back. */
  recall: z.string().optional(),
})
const choice = strict({ id: z.string(), name: z.string() })
/** The actions of an order's page; each is a call and a permission. */
export const orderActions = [
  'ask',
  'retell',
  'refund',
  'retry',
  'settle_gateway',
  'settle_elsewhere',
  'close',
  'release',
  'seen',
  'recall',
  'points_take',
  'points_leave',
] as const
const story = strict({
  order_no: z.string(),
  uid: z.string(),
  status: z.number().int(),
  type: z.enum(['item', 'coin']),
  goods: z.string(),
  goods_name: z.string(),
  amount_cents: z.number().int(),
  currency: z.string(),
  channel: z.string(),
  /** What the player chose to pay with there, and the country of the list; ''. */
  method: z.string().optional(),
  /** The method's own name, the same in all languages; '': the desk has a text for its code. */
  method_brand: z.string().optional(),
  server_id: z.string(),
  server_name: z.string(),
  role_id: z.string(),
  role_name: z.string(),
  bonus_pct: z.number().int(),
  hold: z.string(),
  created_at: at,
  expires_at: at,
  opened_at: at.nullable(),
  paid_at: at.nullable(),
  delivered_at: at.nullable(),
  refunded_at: at.nullable(),
  delivery: z.string(),
  /** The tries at the game so far, the time of the next one, and the game's last answer. */
  tries: z.number().int(),
  next_try_at: at.nullable(),
  game_said: z.string(),
  refund: z.string(),
  badges,
  cause: z.string().optional(),
  recall: z.string().optional(),
  icon: z.string().optional(),
})
/** How far a person may go alone with an action on this order, in minor units of its currency; null: no limit. */
const limits = z.array(
  strict({
    action: z.enum(orderActions),
    /** The person's own limit for each call, and what is left of the one for 24 hours. */
    each_minor: z.number().int().nullable(),
    left_minor: z.number().int().nullable(),
    /** The most that needs no decision, by their limits and by the shop's rules; -1: everything needs one. */
    most_minor: z.number().int().nullable(),
    /** The action in full needs a decision, which these roles can make. */
    asks: z.boolean(),
    roles: z.array(z.string()),
  }),
)
export type OrderLimit = z.output<typeof limits>[number]

export const orderCalls = {
  'order/list': reads('order.read', {
    summary: 'Orders, newest first. `after` is the last order number of the page before.',
    body: strict({ ...orderFilter, after, size }),
    result: page(orderRow).extend({
      /**
       * What the orders of the filters brought, in minor units of each currency, on the first page for whoever may see
       * money; null for more than 10,000 rows.
       */
      totals: z
        .array(strict({ currency: z.string(), minor: z.number().int() }))
        .nullable()
        .optional(),
    }),
    errors: ['TooWide'],
  }),
  'order/choices': reads('order.read', {
    summary: 'The servers and the campaigns that orders can be filtered by, with their names.',
    body: strict({}),
    result: strict({ servers: z.array(choice), campaigns: z.array(choice) }),
  }),
  'order/read': reads('order.read', {
    summary: 'One order, with all its events in one timeline, and the actions that are possible now.',
    body: strict({ order_no: number }),
    result: strict({
      order: story,
      /** The sentence and the next step, by key; the page has the texts. */
      sentence: z.string(),
      next: z.enum(orderActions).nullable(),
      may: z.array(z.enum(orderActions)),
      /** For each action that this person may do only within limits, or that may need a decision. */
      limits: limits.optional(),
      /** A dispute of its payment is open, so nobody may refund it. */
      disputed: z.boolean(),
      /** The open dispute that is due first. */
      dispute: strict({
        amount_cents: z.number().int(),
        currency: z.string(),
        due_at: at.nullable(),
      })
        .nullable()
        .optional(),
      /** What was received where a payment does not fit the order. */
      received: strict({ amount_minor: z.number().int(), currency: z.string() }).nullable().optional(),
      /** Open requests about it. */
      requests,
      /** What the player's page names: `state` has the word. */
      player: strict({
        label: z.string(),
        staff: z.string(),
        state: z.enum(['s1', 's2', 's3', 's4', 's5', 's6', 'payment', 'refund']),
      }),
      money: strict({
        paid_cents: z.number().int(),
        back_cents: z.number().int(),
        /** On its way back to the player. */
        leaving_cents: z.number().int().optional(),
        owed_cents: z.number().int(),
        /** The gateway's fees from its payouts; null: no payout has contained this order yet. */
        fee_cents: z.number().int().nullable(),
        /** The remaining money: paid, less refunds, less known fees. */
        net_cents: z.number().int(),
      }),
      /** The effect of a full refund. */
      refund: strict({
        cents: z.number().int(),
        item: z.enum(['none', 'stopped', 'asked_back']),
        points: z.number().int(),
        debt: z.number().int(),
      }),
      /** The language of the mail that the player gets after a refund; null: no mail is sent. */
      refund_mail: locale.nullable(),
      /** The tax included in the payment, if the order has a seller; `weak`: too few signs of the buyer's country. */
      tax: strict({
        minor: z.number().int(),
        name: z.string(),
        rate_ppm: z.number().int(),
        country: z.string(),
        weak: z.boolean(),
      }).nullable(),
      documents: z.array(
        strict({ number: z.string(), kind: z.enum(['receipt', 'credit_note']), minor: z.number().int() }),
      ),
      timeline: z.array(
        strict({
          at,
          /** Milliseconds after `at`. */
          ms: z.number().int().min(0).max(999).optional(),
          kind: z.string(),
          /** The event, in the words of its row. */
          what: z.string(),
          facts: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
    }),
    errors: ['RowNotFound'],
  }),
  'order/ask': changes('order.ask', {
    summary: 'Asks gateway and game about an order now, and settles the order by their answers.',
    body: strict({ order_no: number }),
    result: strict({ payment: z.string(), delivery: z.string() }),
    errors: ['RowNotFound'],
  }),
  'order/retell': changes('order.retell', {
    summary: 'Sends a delivery to the game again, under its old id.',
    body: strict({ number, reason }),
    result: didResult,
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'hold/release': changes('hold.release', {
    summary: 'Refunds a payment of the wrong amount or currency.',
    body: strict({ order_no: number, reason }),
    result: didResult,
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'hold/seen': changes('hold.seen', {
    summary: 'Closes the hold of money that was refunded, or came back, more than once.',
    body: strict({ order_no: number, reason }),
    result: didResult,
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'hold/points': changes('hold.seen', {
    summary: 'Takes, or leaves, the points of a pack that was partly refunded before part refunds took points back.',
    body: strict({ order_no: number, take: z.boolean(), reason }),
    result: didResult,
    errors: ['RowNotFound', 'NotPossible'],
  }),
}
