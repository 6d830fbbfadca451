import { z } from 'zod'
import { call, id, open, optionalId, page, size, strict } from '../call.ts'
import { deliveryState } from './order.ts'

/** One use of a redeem code: the gift, the character, and the delivery. */
export const redemption = z.object({
  /** `RDM…`; the game knows the delivery by this number. */
  sdk_order_id: z.string(),
  /** The campaign's name in the asked language. */
  name: z.string(),
  items: z.array(z.object({ cp_goods_id: z.string(), name: z.string(), quantity: z.number().int() })),
  /** Points that were credited at once. */
  basicNum: z.number().int(),
  presentNum: z.number().int(),
  server_id: z.string(),
  server_name: z.string(),
  role_id: z.string(),
  role_name: z.string(),
  /** The state of the items' delivery; `delivered` if the gift was points only. */
  state: deliveryState,
  create_ts: z.number().int(),
})

export const rebateTier = z.object({
  /** USD that a character's paid orders must reach. */
  threshold: z.number(),
  /** Percent of the threshold that the player gets back as bonus points. */
  rate: z.number(),
  /** The gift in the asked language, or empty. */
  gift: z.string(),
  /** The gift's goods and their picture; empty if the tier has no gift, or the goods no picture of their own. */
  gift_goods: z.string(),
  art: z.string(),
  /** The rate in points. */
  points: z.number().int(),
  /**
   * Why the player has, or has not, got the tier: granted, taken back after a refund, or the sum is not reached yet.
   */
  why: z.enum(['granted', 'taken_back', 'not_reached']),
  /** USD that are missing; 0 if the tier is reached. */
  missing: z.number(),
  granted_ts: z.number().int(),
  /** The order that reached the tier, or empty. */
  sdk_order_id: z.string(),
  /** The state of the gift's delivery; `none` if there is no gift or it is not granted. */
  gift_state: deliveryState,
})

export const campaignCalls = {
  'code/redeem': call({
    method: 'POST',
    auth: 'player',
    summary:
      'Redeem a code for one character. Asked again after a lost answer: RedeemCodeUsed with the first redemption in `data`',
    body: strict({ code: id(), role_id: id(), server_id: id() }),
    result: redemption,
    errors: [
      'RedeemCodeNotFound',
      'RedeemCodeUsed',
      'RedeemCodeEnded',
      'RoleNotFound',
      'serverMaintenance',
      'SystemBusy',
    ],
  }),
  'code/record': call({
    method: 'POST',
    auth: 'player',
    summary: 'Own redeemed codes, newest first',
    list: true,
    body: strict({ page: page(), size: size() }),
    result: z.array(redemption),
    errors: [],
  }),
  'e-recharge/rebate/info': call({
    method: 'POST',
    auth: 'player',
    summary: 'The active rebate, and how far one character has come in it',
    /** `sdk_order_id`: the player's order whose part in the sum the answer names. */
    body: open({ role_id: optionalId(), server_id: optionalId(), sdk_order_id: optionalId() }),
    result: z.object({
      /** Null while there is no rebate. */
      campaign: z
        .object({
          id: z.string(),
          name: z.string(),
          desc: z.string(),
          begin_ts: z.number().int(),
          end_ts: z.number().int(),
          /** The kinds of orders that count, if paid with money: `item`, `coin`. */
          counts: z.array(z.enum(['item', 'coin'])),
        })
        .nullable(),
      tiers: z.array(rebateTier),
      /** USD paid so far for this character, less refunds. */
      amount: z.number(),
      /** What the order of the question added to that sum. Absent if the question names none, or it counts nothing. */
      added: z.number().optional(),
      /** The next tier to reach; null after the last. */
      next_tier: rebateTier.nullable(),
    }),
    errors: ['RoleNotFound'],
  }),
}
