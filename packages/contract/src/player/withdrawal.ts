import { plainText } from '@hc/domain/typed-text'
import { z } from 'zod'
import { call, open, optionalId, strict } from '../call.ts'

/** The outcome of a statement of withdrawal. `received`: a person first compares it with the order. */
export const withdrawalOutcome = z.enum(['received', 'cancelled', 'refund', 'refunded', 'waived', 'late', 'no_right'])

const orderNumber = z
  .string()
  .overwrite(plainText)
  .regex(/^[\w-]{1,64}$/, 'is an order number')

/** An address of the web or of mail, as people and programs make links of it. */
const WEB = /:\/\/|www\.|@|[^\s.]\.[^\s.]+\/|\.(?:com|net|org|io|info|biz|xyz|top|shop|link|site|app|ru|cn|de|co|me)\b/i

export const withdrawalCalls = {
  'withdraw/terms': call({
    method: 'POST',
    auth: 'none',
    summary: 'The right of withdrawal in the caller’s country, and the consent that the buyer of an item is asked for',
    body: open({ cp_goods_id: optionalId() }),
    result: z.object({
      /** The number of days in which the player can withdraw; 0: the country gives no such right. */
      days: z.number().int(),
      /**
       * The consent to give before an item is ordered: `version` goes into webCreate's `consent`. Null: none. `file`:
       * no mail can confirm it to this player, so the confirmation will wait as a file; absent in all other cases.
       */
      box: z
        .object({ version: z.string(), text: z.string(), required: z.boolean(), file: z.boolean().optional() })
        .nullable(),
    }),
    errors: [],
  }),
  'withdraw/state': call({
    method: 'POST',
    auth: 'none',
    summary:
      'First step of a withdrawal: the statement as it will be made. The answer is the same for any order number, except the caller’s own',
    body: strict({
      /** It stands in a mail to an address that the sender chose. */
      name: z
        .string()
        .trim()
        .min(1, 'is required')
        .max(100)
        .refine((text) => !WEB.test(text), 'is a name, without an address of the web'),
      sdk_order_id: orderNumber,
      /** The e-mail address that gets the confirmation; empty: that of the caller's account. */
      contact: z.string().trim().max(128).default(''),
    }),
    result: z.object({
      /** The value for withdraw/confirm, valid for an hour. */
      statement: z.string(),
      /** The time until which the caller’s own order can be withdrawn from (seconds); 0 if that is not told. */
      until_ts: z.number().int(),
      /** The declaration, in the caller’s language. */
      text: z.string(),
      /** The contents of the caller’s own order; empty if that is not told. */
      covers: z.string(),
    }),
    errors: ['InvalidParams'],
  }),
  'withdraw/confirm': call({
    method: 'POST',
    auth: 'none',
    summary: 'Second step: makes the statement. It is always accepted; the same statement again returns the first',
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
