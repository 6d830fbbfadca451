import { z } from 'zod'

/** The item's price for the player now. `price_id` 0 is the base price, in US dollars. */
export const offer = z.object({
  price_id: z.number().int(),
  /** ISO 4217. */
  currency: z.string(),
  /** The decimals of `amount_minor` (ISO 4217), and the decimals that people are shown. */
  exponent: z.number().int(),
  shown: z.number().int(),
  amount_minor: z.number().int(),
  tax_included: z.boolean(),
})
