import { z } from 'zod'
import { strict } from '../call.ts'
import { promotedKinds } from './kinds.ts'
import { changes, reads } from './call.ts'
import { when } from './editing.ts'
import { int, reason } from './fields.ts'
import { applyErrors, base64, FILE_BODY_BYTES, importId, job } from './imports.ts'

/** The maximum number of rows that are applied in one transaction; more rows are applied in steps. */
export const ROWS_AT_ONCE = 5_000

export const promotionCalls = {
  'promote/state': reads('content.read', {
    summary: "This shop's public key, the keys that it trusts, and the rows that can be promoted.",
    body: strict({}),
    result: strict({
      shop: z.string(),
      /** '' until the first export creates it. */
      key: z.string(),
      trusted: z.array(z.string()),
      kinds: z.array(strict({ kind: z.string(), rows: int() })),
      /** Files of other shops of the last seven days, newest first. */
      recent: z.array(job),
    }),
  }),
  'promote/export': changes('content.publish', {
    summary: "A signed file of the shop's goods and texts, for another shop. It contains no secret and no code.",
    body: strict({ kinds: z.array(z.enum(promotedKinds)).min(1) }),
    result: strict({ name: z.string(), text: z.string(), rows: int(), key: z.string() }),
  }),
  'promote/check': changes('content.read', {
    bodyLimit: FILE_BODY_BYTES,
    summary: "Reads another shop's file and compares it row by row with this shop. It needs `promote.import`.",
    body: strict({ name: z.string().trim().min(1).max(200), data: base64 }),
    result: strict({ import_id: int() }),
    errors: ['FileRefused', 'NotAllowed', 'PromotionRefused'],
  }),
  'promote/apply': changes('promote.import', {
    summary: 'Imports the chosen rows, now or at a moment. It deletes nothing and switches no payment channel on.',
    body: strict({ import_id: importId, rows: z.array(int().positive()).min(1).max(ROWS_AT_ONCE), when, reason }),
    result: strict({ rows: int(), planned: z.boolean() }),
    errors: [...applyErrors, 'PromotionRefused', 'TimeSkipped', 'TimeTwice', 'ZoneUnknown', 'TimePassed'],
  }),
}
