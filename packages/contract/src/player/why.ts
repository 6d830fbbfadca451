import type { ErrorKey } from '../errors.ts'

/** How a reason of `order/explain` relates to a refusal of webCreate, of the pay call or of any guarded call. */
type Met = {
  /** The refusal with the same meaning; null: it causes no refusal. */
  readonly refusal: ErrorKey | null
  /** Whether nothing can be bought, or paid, while the reason applies. */
  readonly stops: boolean
}

/**
 * The reasons that `order/explain` gives: a closed list, each with a text in every language. A test checks that every
 * refusal of an order has a reason.
 */
export const reasons = {
  signed_out: { refusal: 'InvalidToken', stops: true },
  /** The publisher has paused all sales. */
  paused: { refusal: 'serverMaintenance', stops: true },
  not_sold_here: { refusal: 'ItemNotFound', stops: true },
  /** No channel takes this item, in this country and at this price. */
  no_channel: { refusal: 'ChannelUnavailable', stops: true },
  /** The channels that take it do not answer at the moment. */
  gateway_away: { refusal: 'PaymentInitFailed', stops: true },
  /** No character is chosen, or it does not belong to this account. */
  role: { refusal: 'RoleNotFound', stops: true },
  /** The character's server is in maintenance. */
  maintenance: { refusal: 'serverMaintenance', stops: true },
  currency: { refusal: 'CurrencyUnavailable', stops: true },
  /** The price is not the given one: nothing was ordered. */
  price_changed: { refusal: 'PriceChanged', stops: false },
  /** The consent that the law of the buyer's country requires before the order. */
  consent: { refusal: 'ConsentMissing', stops: false },
  /** `max` */
  too_many_unpaid: { refusal: 'TooManyUnpaidOrders', stops: true },
  /** `max`, in an hour */
  too_many_orders: { refusal: 'TooManyRequests', stops: true },

  /** `bonus`: percent that this order granted. */
  bonus_given: { refusal: null, stops: false },
  /** `bonus`: percent that are reserved for this order while it can be paid. */
  bonus_kept: { refusal: null, stops: false },
  /** `at`: when the character used it; `order`, if an order did. */
  bonus_used: { refusal: 'OfferChanged', stops: false },
  /** `from`: when the bonus is available again. */
  bonus_again: { refusal: null, stops: false },
  /** `order`: the order that reserves it, or reserved it when this one was made. */
  bonus_held: { refusal: 'OfferChanged', stops: false },
  /** `bonus`: percent that were promised; the order was paid after its time, and `order` had used the bonus. */
  bonus_late: { refusal: null, stops: false },
  bonus_none: { refusal: 'OfferChanged', stops: false },

  order_paid: { refusal: 'OrderNotPayable', stops: true },
  order_failed: { refusal: 'OrderNotPayable', stops: true },
  order_expired: { refusal: 'OrderNotPayable', stops: true },
  order_refunded: { refusal: 'OrderNotPayable', stops: true },
  /** A payment came that does not fit the order. */
  payment_held: { refusal: 'OrderNotPayable', stops: true },
  /** `need` and `have`, in points. */
  points_short: { refusal: 'ePointNumInsufficient', stops: true },
  game_refused: { refusal: null, stops: false },
} as const satisfies Record<string, Met>

export type ReasonKey = keyof typeof reasons
export const reasonKeys = Object.keys(reasons) as [ReasonKey, ...ReasonKey[]]
export type Reason = { key: ReasonKey; data: Record<string, string | number> }
