import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { at, text } from './fields.ts'

export const waitingCalls = {
  'waiting/list': reads('today.read', {
    summary: 'Rows that wait for a person, oldest first, notes for one of the person’s roles, and requests to decide.',
    body: strict({
      kind: text(),
      mine: z.boolean().default(false),
      /** Only unclaimed rows. */
      nobody: z.boolean().default(false),
      /** The least waiting time, in hours. */
      hours: z.number().int().min(0).max(100_000).default(0),
    }),
    result: strict({
      /** `n` null: the rows could not be counted in time. */
      kinds: z.array(
        strict({ kind: z.string(), what: z.string(), n: z.number().int().nullable(), oldest_at: at.nullable() }),
      ),
      rows: z.array(
        strict({
          kind: z.string(),
          what: z.string(),
          subject: z.string(),
          /** '' if no order is known. */
          order_no: z.string(),
          since: at,
          amount_cents: z.number().int().nullable(),
          currency: z.string(),
          detail: z.string(),
          runbook: z.string(),
          /** The desk's page with instructions, opened at its step; '' if there is none. */
          help: z.string(),
          claimed_by: z.string(),
          /** The number of a note, to mark it as done. */
          remark_id: z.number().int().optional(),
          /** For a dispute: its channel, which the address of its page needs; else ''. */
          channel: z.string().optional(),
          /** For a dispute: when the answer is due. */
          due: at.nullable().optional(),
          /** Whether this person may act on it, and nobody else has taken it. */
          mine: z.boolean().optional(),
        }),
      ),
    }),
    errors: ['TooWide'],
  }),
  'waiting/claim': changes('note.write', {
    summary: 'Claims a row for the person, or releases it.',
    body: strict({ kind: z.string().min(1).max(60), subject: z.string().min(1).max(200), on: z.boolean() }),
    result: strict({ claimed_by: z.string() }),
  }),
}
