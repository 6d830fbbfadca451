import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall } from './call.ts'

const reason = z.string().trim().min(3).max(300)
const points = z.number().int().min(-1_000_000_000).max(1_000_000_000)
const partState = z.enum(['asked', 'parked', 'done', 'refused', 'failed', 'settled'])

export const moneyCalls = {
  'refund/part': deskCall({
    auth: 'staff',
    permission: 'refund.make',
    changes: true,
    summary:
      "Refunds a part of an order's money by its gateway. The order keeps its status; a pack gives back points in " +
      'proportion, rounded for the player.',
    body: strict({
      order_no: z.string().min(1).max(40),
      cents: z.number().int().min(1).max(100_000_000),
      /** The refunded sum that the person saw. If it has changed meanwhile, nothing is refunded. */
      refunded_cents: z.number().int().min(0).optional(),
      reason,
    }),
    result: strict({ part: z.number().int() }),
    errors: ['OrderNotFound', 'RefundRefused', 'NeedsApproval'],
  }),
  'refund/parts': deskCall({
    auth: 'staff',
    permission: 'refund.read',
    changes: false,
    summary: 'The refunded part of an order, the refundable rest, and its partial refunds.',
    body: strict({ order_no: z.string().min(1).max(40) }),
    result: strict({
      currency: z.string(),
      paid_cents: z.number().int(),
      refunded_cents: z.number().int(),
      left_cents: z.number().int(),
      parts: z.array(
        strict({
          part: z.number().int(),
          cents: z.number().int(),
          state: partState,
          reason: z.string(),
          asked_by: z.string(),
          refund_txn: z.string(),
          detail: z.string(),
          at: z.number().int(),
          ended_at: z.number().int().nullable(),
        }),
      ),
    }),
    errors: ['OrderNotFound'],
  }),
  'points/adjust': deskCall({
    auth: 'staff',
    permission: 'points.adjust',
    changes: true,
    summary:
      'Gives a player points, or takes some. Given points first repay the debt; points missing in the wallet become ' +
      'debt.',
    body: strict({
      uid: z.string().min(1).max(64),
      basic: points,
      present: points,
      /** The number of adjustments that the person saw. If there are more meanwhile, nothing is changed. */
      adjusted: z.number().int().min(0).optional(),
      reason,
    }).refine(({ basic, present }) => basic !== 0 || present !== 0, { path: ['basic'], message: 'must not be zero' }),
    result: strict({ adjustment: z.number().int() }),
    errors: ['GameAccountNotFound', 'NotPossible', 'NeedsApproval'],
  }),
  'points/read': deskCall({
    auth: 'staff',
    permission: 'player.read',
    changes: false,
    summary: "A player's points and debts, and the adjustments by hand, newest first.",
    body: strict({ uid: z.string().min(1).max(64) }),
    result: strict({
      basic: z.number().int(),
      present: z.number().int(),
      debt_basic: z.number().int(),
      debt_present: z.number().int(),
      /** The total number of adjustments; the list contains the newest of them. */
      adjusted: z.number().int(),
      adjustments: z.array(
        strict({
          adjustment: z.number().int(),
          basic: z.number().int(),
          present: z.number().int(),
          note: z.string(),
          by: z.string(),
          at: z.number().int(),
        }),
      ),
    }),
    errors: ['GameAccountNotFound'],
  }),
}
