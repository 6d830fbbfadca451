import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { at, reason, uid } from './fields.ts'

export const appealStates = ['none', 'asked', 'granted', 'refused'] as const
const market = strict({
  uid: z.string(),
  /** The country that the player declared, or that staff set; '' if neither did. */
  country: z.string(),
  source: z.enum(['', 'declared', 'staff', 'payer']),
  /** The number of contradicting cards. */
  strikes: at,
  appeal: z.enum(appealStates),
  appealed_at: at.nullable(),
  /** The connection's country is not stored: it is known only during a request. */
  signs: z.array(strict({ sign: z.enum(['game', 'payer', 'phone']), country: z.string(), at: at.nullable() })),
})
export type PlayersMarket = z.output<typeof market>

export const appealCalls = {
  'appeal/list': reads('player.read', {
    summary: 'Players who asked for the prices of their country, the longest waiting first; at most 200.',
    body: strict({ open: z.boolean().default(false) }),
    result: strict({
      rows: z.array(
        market.extend({
          /** The player's own words. */
          note: z.string(),
        }),
      ),
    }),
  }),
  'appeal/read': reads('player.read', {
    summary: "A player's country as the shop stores it, with the signs of it.",
    body: strict({ uid }),
    result: market,
    errors: ['RowNotFound'],
  }),
  'appeal/answer': changes('player.end_sessions', {
    summary: 'Gives a player the prices of the country that they ask for, whatever the signs say, or refuses.',
    body: strict({
      uid,
      granted: z.boolean(),
      /** The country and the moment of the appeal that the person read: another appeal is another answer. */
      country: z.string().regex(/^[A-Z]{2}$/),
      appealed_at: at,
      reason,
    }),
    result: strict({ appeal: z.enum(['granted', 'refused']) }),
    errors: ['RowNotFound', 'NotPossible', 'VersionConflict'],
  }),
}
