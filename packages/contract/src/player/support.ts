import { plainText } from '@hc/domain/typed-text'
import { z } from 'zod'
import { SUPPORT_TEXT_MAX } from '@hc/domain/limits'
import { call, strict } from '../call.ts'

export const supportCalls = {
  'user/supportRequest': call({
    method: 'POST',
    auth: 'none',
    summary:
      'Write to customer service without a session. `number` is the reference. Header Idempotency-Key: the same key and body is the same request',
    body: strict({
      /** The sender in their own words: account id, email or character. */
      account: z.string().trim().max(128).default(''),
      sdk_order_id: z
        .string()
        .overwrite(plainText)
        .regex(/^[\w-]{0,64}$/, 'is an order number')
        .default(''),
      /** The address for the answer. */
      email: z.string().max(128),
      text: z.string().trim().min(1, 'is required').max(SUPPORT_TEXT_MAX),
    }),
    result: z.object({ number: z.string() }),
    errors: ['InvalidParams', 'TooManyRequests'],
  }),
}
