import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { after, at, page, reason, size, text } from './fields.ts'

const inboxId = z.number().int().positive()

export const webhookCalls = {
  'inbox/list': reads('inbox.read', {
    summary: 'Webhooks, newest first: those that found no order, or all.',
    body: strict({
      state: z.enum(['', 'new', 'parked', 'done']).default('parked'),
      channel: text(),
      kind: text(),
      order_no: text(),
      after,
      size,
    }),
    result: page(
      strict({
        id: z.number().int(),
        at,
        channel: z.string(),
        kind: z.string(),
        event_id: z.string(),
        /** What the gateway sent: `known` says whether the shop has an order of this number. */
        order_no: z.string(),
        known: z.boolean(),
        txn: z.string(),
        amount_cents: z.number().int(),
        currency: z.string(),
        state: z.string(),
        outcome: z.string(),
        attempts: z.number().int(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'inbox/read': reads('order.bodies', {
    summary: 'The stored body of a webhook.',
    body: strict({ id: inboxId }),
    result: strict({ raw: z.string(), detail: z.string() }),
    errors: ['RowNotFound'],
  }),
  'inbox/rework': changes('inbox.work', {
    summary: 'Processes a webhook again, with ten new tries.',
    body: strict({ id: inboxId, reason }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'inbox/close': changes('inbox.close', {
    summary: 'Closes a webhook that belongs to no order of this shop.',
    body: strict({ id: inboxId, reason }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'finding/list': reads('refund.read', {
    summary: 'Unsettled differences from the gateways’ books, oldest first, at most 200.',
    body: strict({}),
    result: z.array(
      strict({
        channel: z.string(),
        kind: z.string(),
        txn: z.string(),
        order_no: z.string(),
        known: z.boolean(),
        detail: z.string(),
        found_at: at,
      }),
    ),
  }),
  'finding/settle': changes('finding.settle', {
    summary: 'Settles a difference from a gateway’s books: a person has looked at it.',
    body: strict({
      channel: z.string().min(1).max(60),
      kind: z.string().min(1).max(60),
      txn: z.string().min(1).max(200),
      reason,
    }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound'],
  }),
}
