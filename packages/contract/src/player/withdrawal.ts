import { z } from 'zod'
import { call, open, optionalId, strict } from '../call.ts'

/** What a statement of withdrawal came to. `received`: a person compares it with the order first. */
export const withdrawalOutcome = z.enum(['received', 'cancelled', 'refund', 'refunded', 'waived', 'late', 'no_right'])

const orderNumber = z
  .string()
  .trim()
  .regex(/^[\w-]{1,64}$/, 'is an order number')

export const withdrawalCalls = {
  'withdraw/terms': call({
    method: 'POST',
    auth: 'none',
    summary:
      'Whether a purchase from the caller’s country can be withdrawn from, and what a buyer of an item is asked to agree to',
    body: open({ cp_goods_id: optionalId() }),
    result: z.object({
      /** How long a purchase can be withdrawn from; 0: the country has no such right here. */
      days: z.number().int(),
      /** What to agree to before an item is ordered: `version` goes into webCreate's `consent`. Null: nothing. */
      box: z.object({ version: z.string(), text: z.string(), required: z.boolean() }).nullable(),
    }),
    errors: [],
  }),
  'withdraw/state': call({
    method: 'POST',
    auth: 'none',
    summary:
      'First step of a withdrawal: the statement as it will be made. Any order number is answered alike, except the caller’s own',
    body: strict({
      name: z.string().trim().min(1, 'is required').max(100),
      sdk_order_id: orderNumber,
      /** The e-mail address that gets the confirmation; empty: that of the caller's account. */
      contact: z.string().trim().max(128).default(''),
    }),
    result: z.object({
      /** Goes into withdraw/confirm, within an hour. */
      statement: z.string(),
      /** Until when the caller’s own order can be withdrawn from (seconds); 0 where that is not told. */
      until_ts: z.number().int(),
      /** The declaration, in the caller’s language. */
      text: z.string(),
      /** What the caller’s own order is about; empty where that is not told. */
      covers: z.string(),
    }),
    errors: ['InvalidParams'],
  }),
  'withdraw/confirm': call({
    method: 'POST',
    auth: 'none',
    summary: 'Second step: makes the statement. It is always taken, and the same one again is the first',
    body: strict({ statement: z.string().min(1).max(2000) }),
    result: z.object({
      number: z.string(),
      /** Seconds since 1970. */
      at_ts: z.number().int(),
      outcome: withdrawalOutcome,
    }),
    errors: ['InvalidParams', 'TooManyRequests'],
  }),
}
