import { z } from 'zod'
import { strict } from '../call.ts'
import { document } from '../player/document.ts'
import { changes, moment, reads } from './call.ts'
import { at } from './fields.ts'
import { EXPORT_PAGE } from './paging.ts'

const kind = z.enum(['receipt', 'credit_note'])
/** A document's number as it is printed. */
const number = z.string().trim().min(1).max(60)

export const documentCalls = {
  'document/list': reads('refund.read', {
    summary:
      'Receipts and credit notes of at most 366 days, newest first, and whether the chains of numbers are intact.',
    body: strict({
      from: moment.default(0),
      to: moment.default(0),
      number: z.string().trim().max(60).default(''),
      order_no: z.string().trim().max(64).default(''),
      kind: z.enum(['', 'receipt', 'credit_note']).default(''),
      series: z.string().trim().max(60).default(''),
      after: z
        .string()
        .regex(/^(\d{1,12}(\.\d{1,6})? \d{1,15})?$/)
        .default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({
      rows: z.array(
        strict({
          number: z.string(),
          series: z.string(),
          kind,
          order_no: z.string(),
          /** The receipt that a credit note belongs to; '' for a receipt. */
          of: z.string(),
          currency: z.string(),
          gross_minor: at,
          tax_minor: at,
          rate_ppm: at,
          country: z.string(),
          issued_at: at,
        }),
      ),
      next: z.string().nullable(),
      total: strict({ n: at, exact: z.boolean() }),
      series: z.array(z.string()),
      /** The time at which the doctor last compared the chains (0: never), and the broken documents. */
      checked_at: at,
      broken: z.array(z.string()),
    }),
    errors: ['TooWide'],
  }),
  'document/due': reads('refund.read', {
    summary: 'Documents that are due and not written yet, oldest first, 200 at most.',
    body: strict({}),
    result: z.array(
      strict({ due_id: at, kind, order_no: z.string(), entity: z.string(), currency: z.string(), gross_minor: at, at }),
    ),
    errors: ['TooWide'],
  }),
  'document/read': reads('refund.read', {
    summary: "One document as its buyer reads it, without the buyer's name.",
    body: strict({ number }),
    result: strict({ document, order_no: z.string(), holds: z.boolean() }),
    errors: ['RowNotFound'],
  }),
  'document/reveal': changes('player.reveal', {
    summary: 'Shows the buyer of a document, after a line in the audit. It counts towards the 20 reveals a day.',
    body: strict({ number, reason: z.string().trim().min(3).max(300) }),
    result: strict({ buyer: z.string() }),
    errors: ['RowNotFound', 'TooManyReveals'],
  }),
}
