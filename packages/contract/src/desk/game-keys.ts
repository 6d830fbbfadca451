import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, deskCall, reads } from './call.ts'
import { reason } from './fields.ts'

const seconds = z.number().int()
const keyId = z.string().regex(/^[\w.-]{1,64}$/)

export const gameKeyCalls = {
  'gamekey/list': reads('health.read', {
    summary: 'Keys of the game that are in use, and the new ones that the person may take.',
    body: strict({}),
    result: strict({
      keys: z.array(
        strict({
          key_id: z.string(),
          kind: z.enum(['hmac', 'ed25519']),
          made_at: seconds,
          used_at: seconds.nullable(),
        }),
      ),
      ready: z.array(strict({ grant_no: seconds, until: seconds })),
    }),
  }),
  'gamekey/rotate': changes('gamekey.rotate', {
    summary:
      'Requests a new key of the game. The person who asked takes it within 72 hours; the old key works until it is ' +
      'revoked.',
    body: strict({ reason }),
    result: strict({ grant_no: seconds, until: seconds }),
    errors: ['GameKeyRefused', 'NeedsApproval'],
  }),
  'gamekey/take': deskCall({
    auth: 'staff',
    permission: 'gamekey.rotate',
    // No stored answer may contain the secret, so the call has no idempotency key: it works once.
    changes: false,
    fresh: true,
    summary: 'Makes the key that two people agreed on, and shows its secret once.',
    body: strict({
      grant_no: seconds.positive(),
      /** For a game that signs with ed25519: `whpk_` and Base64. */
      public_key: z.string().min(1).max(100).optional(),
    }),
    /** `secret` is empty if the game has its own private key. */
    result: strict({ key_id: z.string(), secret: z.string() }),
    errors: ['GameKeyRefused', 'StepUpNeeded'],
  }),
  'gamekey/revoke': changes('gamekey.rotate', {
    summary: 'Requests to revoke a key of the game, while another one is in use.',
    body: strict({ key_id: keyId, reason }),
    result: strict({ ended: z.literal(true) }),
    errors: ['GameKeyRefused', 'NeedsApproval'],
  }),
}
