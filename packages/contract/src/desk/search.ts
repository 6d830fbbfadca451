import { z } from 'zod'
import { strict } from '../call.ts'
import { reads } from './call.ts'
import { orderRow } from './orders.ts'

export const searchCalls = {
  'search/find': reads('today.read', {
    summary:
      'Rows with exactly this number, name or address: an order, a payment, a refund, a delivery, a webhook, a ' +
      'player, a character, a code, a journal; and products, campaigns and articles whose English name has these ' +
      'words. Each kind only for people who may read it.',
    body: strict({ text: z.string().trim().min(1).max(254) }),
    result: z.array(
      strict({
        kind: z.enum(['order', 'player', 'webhook', 'code', 'journal', 'product', 'campaign', 'article']),
        id: z.string(),
        /** The field by which it was found. */
        by: z.string(),
        line: z.string(),
        /** For an order its amount, for a code its number of uses; each reader's language formats them. */
        figures: z
          .union([
            strict({ cents: z.number().int(), currency: z.string() }),
            strict({ used: z.number().int(), uses: z.number().int().nullable() }),
          ])
          .nullable(),
        /** The state of an order. */
        order: orderRow.pick({ status: true, type: true, badges: true, cause: true }).nullable().optional(),
        /** The address of its page. */
        path: z.string(),
      }),
    ),
  }),
}
