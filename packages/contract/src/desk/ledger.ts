import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads, seenVersion } from './call.ts'
import { wrongDatevNumbers } from './datev.ts'
import { changed, changeErrors, reason, zoneName } from './editing.ts'
import { EXPORT_PAGE } from './paging.ts'

export const unit = z.string().regex(/^[A-Z]{3}$/)
/** The unit that a list is limited to; '': all units. */
const anyUnit = z.union([z.literal(''), unit]).default('')
const accountNumber = z.string().max(20)
const wrongNumber = { form: 'must be 4 to 8 digits', length: 'must be as long as the others' } as const
export const datevNumbers = strict({
  gateway: accountNumber,
  bank: accountNumber,
  fees: accountNumber,
  sales: accountNumber,
  tax: accountNumber,
  suspense: accountNumber,
  settled_elsewhere: accountNumber,
  differences: accountNumber,
  other: accountNumber,
}).superRefine((numbers, context) => {
  for (const { account, wrong } of wrongDatevNumbers(numbers))
    context.addIssue({ code: 'custom', path: [account], message: wrongNumber[wrong] })
})
const balance = strict({ account: z.string(), unit: z.string(), amount: z.number().int() })
const journal = strict({
  journal_id: z.number().int(),
  at: z.number().int(),
  reason: z.string(),
  source: z.string(),
  order_no: z.string(),
  account_id: z.number().int().nullable(),
  basic_points: z.number().int(),
  present_points: z.number().int(),
  /** The moved money: the sum of the positive entries in USD. */
  usd_cents: z.number().int(),
  /** The currency of the journal and the amount that moved in it; '' and 0 if no money moved. */
  unit: z.string(),
  amount: z.number().int(),
})
/** The maximum number of entries of a correction: each account once. */
const CORRECTION_ENTRIES = 8
export const timeSpan = { from: moment.default(0), to: moment.default(0) }

export const ledgerCalls = {
  'ledger/currencies': reads('ledger.read', {
    summary: 'The open currencies, US dollars first.',
    body: strict({}),
    result: z.array(z.string()),
  }),
  'ledger/journals': reads('ledger.read', {
    summary: 'Journals, newest first, of at most 366 days.',
    body: strict({
      ...timeSpan,
      reason: z.string().max(40).default(''),
      /** A system account by its name, such as `bank`. */
      account: z.string().max(40).default(''),
      order_no: z.string().max(40).default(''),
      uid: z.string().max(64).default(''),
      unit: anyUnit,
      after: z.number().int().min(0).default(0),
      /** More than 50 rows are an export, which goes into the audit. */
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({ journals: z.array(journal), next: z.number().int().nullable() }),
    errors: ['TooWide'],
  }),
  'ledger/journal': reads('ledger.read', {
    summary: 'One journal with its entries and its cause.',
    body: strict({ journal_id: z.number().int().positive() }),
    result: strict({
      ...journal.shape,
      uid: z.string(),
      entries: z.array(strict({ account: z.string(), unit: z.string(), amount: z.number().int() })),
      /** Facts about the cause: an order, an adjustment with its note, a payout. */
      cause: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      /** The journal that this one corrects, and those that correct it. */
      corrects: z.number().int().nullable(),
      corrected_by: z.array(z.number().int()),
    }),
    errors: ['NotFound'],
  }),
  'ledger/correct': changes('ledger.correct', {
    summary:
      'Books a journal by hand, dated now, between accounts that no order, player or delivery owns. It needs two ' +
      'people.',
    body: strict({
      /** An open currency. */
      unit,
      entries: z
        .array(
          strict({
            account: z.string().min(1).max(40),
            amount: z
              .number()
              .int()
              .min(-100_000_000_000)
              .max(100_000_000_000)
              .refine((amount) => amount !== 0, 'must not be zero'),
          }),
        )
        .max(CORRECTION_ENTRIES),
      /** The channel whose money it is, if the gateways' account is among the entries. */
      channel: z.string().max(20).default(''),
      /** The journal that this one corrects; 0: none. */
      corrects: z.number().int().min(0).default(0),
      reason: z.string().trim().min(3).max(300),
    }),
    result: strict({ correction: z.number().int(), journal_id: z.number().int() }),
    errors: ['CorrectionRefused', 'NeedsApproval'],
  }),
  'ledger/balances': reads('ledger.read', {
    summary: 'The balance of each account at a moment, and the points that players can still spend, basic and present.',
    body: strict({ at: moment.default(0), unit: anyUnit }),
    result: strict({
      at: z.number().int(),
      balances: z.array(balance),
      /** The sum of all accounts for each unit: always zero. */
      sums: z.array(strict({ unit: z.string(), amount: z.number().int() })),
      liability: strict({ basic: z.number().int(), present: z.number().int(), debt: z.number().int() }),
      since_close: z.string().nullable(),
    }),
    errors: ['TooWide'],
  }),
  'ledger/export': reads('ledger.export', {
    summary:
      'Journals of a span as a file: CSV, JSONL, Beancount, or DATEV (EXTF 700, category 21, Windows-1252 as base64).',
    body: strict({
      from: moment,
      to: moment,
      form: z.enum(['csv', 'jsonl', 'beancount', 'datev']),
      zone: zoneName.default('UTC'),
      /** The one currency of a file for DATEV. The other formats contain every unit. */
      currency: unit.default('USD'),
    }),
    result: strict({ name: z.string(), type: z.string(), base64: z.string(), rows: z.number().int() }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'ledger/numbers': reads('ledger.export', {
    summary: 'The numbers of our accounts in a file for DATEV: SKR 03, unless somebody changed them.',
    body: strict({}),
    result: strict({ numbers: datevNumbers, version: z.number().int() }),
  }),
  'ledger/number': changes('settlement.import', {
    summary: 'Changes the numbers of our accounts in files for DATEV: 4 to 8 digits, all of one length.',
    body: strict({ numbers: datevNumbers, version: seenVersion, reason }),
    result: changed,
    errors: changeErrors,
  }),
}
