import { z } from 'zod'
import { call, open } from '../call.ts'
import { market } from './market.ts'
import { product } from './order.ts'

export const shopCalls = {
  'shop/catalog': call({
    method: 'POST',
    auth: 'none',
    summary: 'What is sold in the country of whoever asks, and what it costs there. Nobody has to sign in',
    body: open({}),
    result: z.object({
      market,
      /** With first-top-up bonuses as a new character has them; each row has its offer. */
      items: z.array(product),
      packs: z.array(product),
    }),
    errors: [],
  }),
}
