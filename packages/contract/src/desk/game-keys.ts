import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall } from './call.ts'

const seconds = z.number().int()
const keyId = z.string().regex(/^[\w.-]{1,64}$/)
const reason = z.string().trim().min(3).max(300)

export const gameKeyCalls = {
  'gamekey/list': deskCall({
    auth: 'staff',
    permission: 'health.read',
    changes: false,
    summary: 'Keys of the game that are in use, and the new ones that one may take.',
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
    errors: [],
  }),
  'gamekey/rotate': deskCall({
    auth: 'staff',
    permission: 'gamekey.rotate',
    changes: true,
    summary:
      'Asks for a new key of the game. Who asked takes it within 72 hours; the old one goes on until it is ended.',
    body: strict({ reason }),
    result: strict({ grant_no: seconds, until: seconds }),
    errors: ['GameKeyRefused', 'NeedsApproval'],
  }),
  'gamekey/take': deskCall({
    auth: 'staff',
    permission: 'gamekey.rotate',
    // The secret is in no kept answer, so the call has no key: it works once.
    changes: false,
    fresh: true,
    summary: 'Makes the key that two people agreed on, and gives its secret once.',
    body: strict({
      grant_no: seconds.positive(),
      /** Where the game signs by ed25519: `whpk_` and Base64. */
      public_key: z.string().min(1).max(100).optional(),
    }),
    /** `secret` is empty where the game has a private key of its own. */
    result: strict({ key_id: z.string(), secret: z.string() }),
    errors: ['GameKeyRefused', 'StepUpNeeded'],
  }),
  'gamekey/revoke': deskCall({
    auth: 'staff',
    permission: 'gamekey.rotate',
    changes: true,
    summary: 'Asks to end a key of the game, while another one is in use.',
    body: strict({ key_id: keyId, reason }),
    result: strict({ ended: z.literal(true) }),
    errors: ['GameKeyRefused', 'NeedsApproval'],
  }),
}
