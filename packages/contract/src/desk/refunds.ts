import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads } from './call.ts'
import { after, at, number, page, reason, size, text } from './fields.ts'

const partState = z.enum(['asked', 'parked', 'done', 'refused', 'failed', 'settled'])

export const refundCalls = {
  'refund/part': changes('refund.make', {
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
  'refund/parts': reads('refund.read', {
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
  'refund/list': reads('refund.read', {
    summary: 'Refunds, newest first, with the gateway’s answer and the sum that is still owed.',
    body: strict({
      state: z
        .enum(['', 'open', 'stopped', 'pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held'])
        .default(''),
      channel: text(),
      /** An order, a player, a payment or a refund: one box takes them all. */
      q: text(),
      from: moment.default(0),
      to: moment.default(0),
      after,
      size,
    }),
    result: page(
      strict({
        id: z.string(),
        order_no: z.string(),
        channel: z.string(),
        txn: z.string(),
        state: z.string(),
        amount_cents: z.number().int(),
        currency: z.string(),
        reason: z.string(),
        said: z.string(),
        owed_cents: z.number().int(),
        created_at: at,
        ended_at: at.nullable(),
        /** The item of its order: its picture, or '', and its name. */
        icon: z.string().optional(),
        goods: z.string().optional(),
        uid: z.string().optional(),
        role_name: z.string().optional(),
        /** Somebody of the desk, the player by a withdrawal, or the shop itself. */
        requested_as: z.enum(['person', 'player', 'system']).optional(),
        /** The reason that the person gave, or ''. */
        because: z.string().optional(),
        /** Names of people; '' for nobody. */
        requested_by: z.string().optional(),
        approved_by: z.string().optional(),
      }),
    ).extend({
      /** What the refunds of the filters returned, as `order/list` has it for orders. */
      totals: z
        .array(strict({ currency: z.string(), minor: z.number().int() }))
        .nullable()
        .optional(),
    }),
    errors: ['TooWide'],
  }),
  'refund/make': changes('refund.make', {
    summary: 'Refunds an order in full.',
    body: strict({ order_no: number, reason }),
    result: strict({ cents: z.number().int() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'refund/retry': changes('refund.retry', {
    summary: 'Asks the gateway again for a refund that it refused, failed to make or did not answer.',
    body: strict({ order_no: number, reason }),
    result: strict({ cents: z.number().int() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'refund/settleGateway': changes('refund.settle_gateway', {
    summary: 'Records that the gateway refunded the money, under this number.',
    body: strict({ order_no: number, reference: z.string().trim().min(1).max(200), txn: text(200), reason }),
    result: strict({ cents: z.number().int() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'refund/settleElsewhere': changes('refund.settle_elsewhere', {
    summary: 'Records that the player got the money by other means, with that payment’s reference.',
    body: strict({ order_no: number, reference: z.string().trim().min(1).max(200), txn: text(200), reason }),
    result: strict({ cents: z.number().int() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'refund/close': changes('refund.close', {
    summary: 'Closes a refund that was refused or failed, and leaves the order as it is: the player keeps the item.',
    body: strict({ order_no: number, reason }),
    result: strict({ cents: z.number().int() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
}
