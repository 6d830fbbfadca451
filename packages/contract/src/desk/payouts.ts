import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { reason } from './editing.ts'
import { FILE_BODY_BYTES, MOST_FILE_BYTES } from './imports.ts'
import { timeSpan, unit } from './ledger.ts'

const channel = z.string().regex(/^[a-z]{2,20}$/)
const line = strict({
  kind: z.enum(['capture', 'refund', 'fee']),
  reference: z.string(),
  gross_cents: z.number().int(),
  fee_cents: z.number().int(),
  /**
   * `matched`: equal to our books; `amount`, `currency`: our books have another one; `unknown`: our books do not have
   * it.
   */
  state: z.enum(['matched', 'amount', 'currency', 'unknown']),
  order_no: z.string(),
})

export const payoutCalls = {
  'gateway/totals': reads('ledger.read', {
    summary:
      'For each channel and currency in a span: captures, refunds, disputes, payouts and fees; and the remaining ' +
      'balance.',
    body: strict(timeSpan),
    result: z.array(
      strict({
        channel: z.string(),
        currency: z.string(),
        captured_cents: z.number().int(),
        refunded_cents: z.number().int(),
        disputed_cents: z.number().int(),
        payouts_cents: z.number().int(),
        fees_cents: z.number().int(),
        there_cents: z.number().int(),
        findings: z.number().int(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'settlement/import': changes('settlement.import', {
    bodyLimit: FILE_BODY_BYTES,
    summary:
      'Reads a payout file of one currency: CSV with the columns payout, paid_at, kind (capture, refund, fee), ' +
      'reference, gross_cents and fee_cents, in minor units, and optionally currency. All or nothing; the same file ' +
      'again changes nothing.',
    body: strict({ channel, currency: unit.default('USD'), csv: z.string().min(10).max(MOST_FILE_BYTES) }),
    result: strict({ payouts: z.array(z.string()), added: z.number().int(), same: z.number().int() }),
    errors: ['LineErrors', 'FileRefused'],
  }),
  'settlement/list': reads('ledger.read', {
    summary: 'Imported payouts, newest first.',
    body: strict({ channel: z.string().max(20).default('') }),
    result: z.array(
      strict({
        channel: z.string(),
        payout: z.string(),
        currency: z.string(),
        paid_at: z.number().int(),
        lines: z.number().int(),
        gross_cents: z.number().int(),
        fee_cents: z.number().int(),
        booked_at: z.number().int().nullable(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'settlement/read': reads('ledger.read', {
    summary: 'The lines of a payout compared with our books, and captures up to its date that are in no payout.',
    body: strict({ channel, payout: z.string().min(1).max(80) }),
    result: strict({
      lines: z.array(line),
      missing: z.array(strict({ reference: z.string(), order_no: z.string(), cents: z.number().int() })),
      currency: z.string(),
      gross_cents: z.number().int(),
      fee_cents: z.number().int(),
      booked_at: z.number().int().nullable(),
    }),
    errors: ['TooWide'],
  }),
  'settlement/book': changes('settlement.import', {
    summary: 'Books a payout once: gateway less gross, bank plus net, fees plus fee.',
    body: strict({ channel, payout: z.string().min(1).max(80) }),
    result: strict({ net_cents: z.number().int() }),
    errors: ['PayoutRefused'],
  }),
  'settlement/discard': changes('settlement.import', {
    summary:
      'Takes back an imported payout that nobody booked: its lines go, so that a right file can name them. `lines`: ' +
      'their number as the person saw it; another one is refused (`changed`).',
    body: strict({ channel, payout: z.string().min(1).max(80), lines: z.number().int().min(1).max(1_000_000), reason }),
    result: strict({ lines: z.number().int() }),
    errors: ['PayoutRefused'],
  }),
}
