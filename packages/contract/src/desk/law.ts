import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { at, country, reason } from './fields.ts'

export const lawCalls = {
  'law/list': reads('product.read', {
    summary: 'The packs of law that the product ships, and which of them are switched on.',
    body: strict({}),
    result: strict({
      packs: z.array(
        strict({
          country: z.string(),
          version: at,
          valid_from: z.string(),
          /** The days within which a player can withdraw from a contract. */
          days: at,
          /** The shop asks the buyer of an item to agree to immediate delivery. */
          asks: z.boolean(),
          source: z.string(),
          note: z.string(),
          /** Seconds since 1970, for the version in force; null: none is. */
          on_since: at.nullable(),
          by: z.string(),
          /** The version in force, if it is another one. */
          held: strict({
            version: at,
            valid_from: z.string(),
            days: at,
            asks: z.boolean(),
            source: z.string(),
          }).nullable(),
        }),
      ),
      /** Texts of law in force, in the desk's language. */
      texts: z.array(strict({ kind: z.enum(['waiver', 'withdrawal']), version: at, body: z.string() })),
    }),
  }),
  'law/enable': changes('legal.publish', {
    summary: 'Switches packs of law on. New orders carry the rights that they promise.',
    body: strict({ countries: z.array(country).min(1).max(60), reason }),
    result: strict({ countries: z.array(z.string()) }),
    errors: ['RowNotFound', 'NeedsApproval'],
  }),
  'law/end': changes('legal.publish', {
    summary: 'Switches packs of law off. Orders that were made under them keep their rights.',
    body: strict({ countries: z.array(country).min(1).max(60), reason }),
    result: strict({ countries: z.array(z.string()) }),
    errors: ['RowNotFound', 'NeedsApproval'],
  }),
}
