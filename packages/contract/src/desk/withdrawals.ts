import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { at, reason } from './fields.ts'
import { EXPORT_PAGE } from './paging.ts'

const number = z.string().regex(/^W-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
const orderNo = z.string().regex(/^[\w-]{1,64}$/)
export const withdrawalStates = [
  'person',
  'cancelled',
  'refund',
  'refunded',
  'waived',
  'late',
  'no_right',
  'refused',
] as const

export const withdrawalCalls = {
  'withdrawal/list': reads('refund.read', {
    summary: 'Statements of withdrawal, newest first: those that wait for a person, or all.',
    body: strict({
      open: z.boolean().default(false),
      /** The order that the buyer wrote, or that a person named in its place. */
      order_no: z.string().trim().max(64).default(''),
      after: z
        .string()
        .regex(/^(\d{1,12}(\.\d{1,6})? W-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4})?$/)
        .default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({
      rows: z.array(
        strict({
          number: z.string(),
          /** As the buyer wrote it. */
          order_no: z.string(),
          /** The order that a person named in its place; empty: none. */
          named_order: z.string(),
          /** The order is known to belong to the sender. */
          own: z.boolean(),
          outcome: z.enum(withdrawalStates),
          stated_at: at,
          /** The time by which the money must be back (14 days); null: no refund is due. */
          due_at: at.nullable(),
          amount_cents: at.nullable(),
          currency: z.string(),
          told: z.boolean(),
          decided_by: z.string(),
          why: z.string(),
        }),
      ),
      next: z.string().nullable(),
      total: strict({ n: at, exact: z.boolean() }),
    }),
    errors: ['TooWide'],
  }),
  'withdrawal/reveal': changes('player.reveal', {
    summary: 'Shows who stated a withdrawal, after a line in the audit. It counts towards the 20 reveals a day.',
    body: strict({ number, reason }),
    result: strict({ name: z.string(), contact: z.string() }),
    errors: ['RowNotFound', 'TooManyReveals'],
  }),
  'withdrawal/decide': changes('refund.make', {
    summary: 'Decides a statement that waits for a person: the money is refunded, or it stays and the buyer is told.',
    body: strict({ number, order_no: orderNo, outcome: z.enum(['refund', 'refused']), reason }),
    result: strict({ outcome: z.enum(['refund', 'refused']) }),
    errors: ['RowNotFound', 'NotPossible', 'NeedsApproval'],
  }),
}
