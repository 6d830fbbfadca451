import { z } from 'zod'
import { call, open } from '../call.ts'
import { market } from './market.ts'
import { product } from './order.ts'

export const shopCalls = {
  'shop/catalog': call({
    method: 'POST',
    auth: 'none',
    summary: "The goods and prices in the visitor's country. It needs no session",
    body: open({}),
    result: z.object({
      market,
      /** With first-top-up bonuses as for a new character; each row has its offer. */
      items: z.array(product),
      packs: z.array(product),
    }),
    errors: [],
  }),
}
