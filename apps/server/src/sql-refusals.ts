import type { ErrorKey } from '@hc/contract/errors'

/** Refusals that no client sees: the caller handles them or turns them into an error of its own. */
type PublicRefusal =
  | 'session'
  | 'busy'
  | 'retry'
  | 'changed'
  | 'disabled'
  | 'unknown'
  | 'code'
  | 'account'
  | 'address'
  | 'all'
  | 'again'
  | 'too_soon'
  | 'too_many'
  | 'too_many_here'
  | 'no_budget'
  | 'id_taken'
  | 'two_live'
  | 'PasswordChanged'
  | 'not_found'
  | 'not_paid'
  | 'refunded'
  | 'under_way'
  | 'disputed'
  | 'nothing'
  | 'several'
  | 'failed_there'
  | 'used'
  | 'not_asked'
  | 'confirmed'
  | 'stopped'
  | 'not_held'
  | 'stays'
  | 'taken'
  | 'left'
  | 'done'
  | 'points'
  | 'owed'
  | 'whole'
  | 'exists'
  | 'off_step'
  | 'past'
  | 'has_prices'

/**
 * The values of `refusal` of each function in sql/functions: keys of the error catalogue, and words of our own. A test
 * compares them with the functions' text.
 */
export const refusals = {
  place_order: [],
  place_purchase: [
    'session',
    'busy',
    'retry',
    'RoleNotFound',
    'serverMaintenance',
    'CurrencyUnavailable',
    'PriceChanged',
    'TooManyUnpaidOrders',
    'TooManyRequests',
    'OfferChanged',
    'InvalidParams',
  ],
  pay_with_points: ['session', 'OrderNotFound', 'OrderNotPayable', 'ePointNumInsufficient'],
  redeem_code: [
    'session',
    'RoleNotFound',
    'SystemBusy',
    'RedeemCodeNotFound',
    'RedeemCodeUsed',
    'RedeemCodeEnded',
    'serverMaintenance',
  ],
  reserve_try: ['account', 'address'],
  open_session: ['changed', 'disabled'],
  open_session_by_phone: ['unknown', 'code'],
  ask_code: ['too_soon', 'too_many', 'too_many_here', 'no_budget'],
  ask_support: ['again', 'address', 'all'],
  state_withdrawal: ['address'],
  decide_withdrawal: ['not_found', 'done', 'not_paid', 'refunded', 'under_way', 'disputed'],
  add_game_key: ['id_taken', 'two_live'],
  add_game_public_key: ['id_taken', 'two_live'],
  put_account: ['AccountTaken', 'PasswordChanged'],
  put_game_role: ['GameAccountNotFound', 'ServerNotFound'],
  put_game: ['AccountTaken', 'PasswordChanged', 'GameAccountNotFound', 'ServerNotFound'],
  request_refund: ['not_found', 'not_paid', 'refunded', 'under_way', 'disputed'],
  request_part_refund: ['not_found', 'not_paid', 'refunded', 'points', 'under_way', 'disputed', 'owed', 'whole'],
  adjust_points: ['not_found'],
  retry_refund: ['not_found', 'nothing', 'under_way', 'disputed'],
  settle_refund: ['not_found', 'nothing', 'under_way'],
  close_refund: ['not_found', 'nothing', 'under_way', 'several', 'failed_there', 'used'],
  ask_delivery_again: ['not_found', 'not_asked', 'confirmed', 'stopped'],
  close_recall: ['not_found', 'under_way', 'confirmed'],
  send_held_refund: ['not_found', 'nothing'],
  close_hold: ['not_found', 'not_held', 'stays'],
  take_kept_points: ['not_found', 'left'],
  leave_kept_points: ['not_found', 'taken'],
  set_market: ['session', 'MarketLocked'],
  appeal_market: ['session'],
  answer_appeal: ['not_asked'],
  save_price: ['not_found', 'off_step', 'past'],
  end_price: ['not_found', 'past'],
  save_book: ['exists', 'changed', 'has_prices', 'unknown'],
  save_book_countries: ['not_found'],
  process_webhook_again: ['not_found', 'done'],
  close_webhook: ['not_found', 'done'],
  open_shop: [],
  close_shop: [],
  let_buy: ['not_found', 'exists'],
} as const satisfies Record<string, readonly (ErrorKey | PublicRefusal)[]>

export type Refusal<F extends keyof typeof refusals> = (typeof refusals)[F][number]
