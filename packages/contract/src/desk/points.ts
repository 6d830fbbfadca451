import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { reason } from './fields.ts'

const points = z.number().int().min(-1_000_000_000).max(1_000_000_000)

export const pointsCalls = {
  'points/adjust': changes('points.adjust', {
    summary:
      'Gives a player points, or takes some. Given points first repay the debt; points missing in the wallet become ' +
      'debt.',
    body: strict({
      uid: z.string().min(1).max(64),
      basic: points,
      present: points,
      /** The number of adjustments that the person saw. If there are more meanwhile, nothing is changed. */
      adjusted: z.number().int().min(0).optional(),
      reason,
    }).refine(({ basic, present }) => basic !== 0 || present !== 0, { path: ['basic'], message: 'must not be zero' }),
    result: strict({ adjustment: z.number().int() }),
    errors: ['GameAccountNotFound', 'NotPossible', 'NeedsApproval'],
  }),
  'points/read': reads('player.read', {
    summary: "A player's points and debts, and the adjustments by hand, newest first.",
    body: strict({ uid: z.string().min(1).max(64) }),
    result: strict({
      basic: z.number().int(),
      present: z.number().int(),
      debt_basic: z.number().int(),
      debt_present: z.number().int(),
      /** The total number of adjustments; the list contains the newest of them. */
      adjusted: z.number().int(),
      adjustments: z.array(
        strict({
          adjustment: z.number().int(),
          basic: z.number().int(),
          present: z.number().int(),
          note: z.string(),
          by: z.string(),
          at: z.number().int(),
        }),
      ),
    }),
    errors: ['GameAccountNotFound'],
  }),
}
