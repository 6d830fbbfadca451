import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads } from './call.ts'
import { day, int, unixTime } from './fields.ts'
import { figureGroups, figureKinds } from './figures.ts'

export const daySpan = strict({
  orders: int(),
  newcomers: int(),
  gross_cents: int(),
  refunds: int(),
  refunded_cents: int(),
  points: int(),
})
/** Money in a currency other than the base, in its minor units. Points cannot be paid in it. */
export const daySpanIn = strict({
  currency: z.string(),
  orders: int(),
  newcomers: int(),
  gross_minor: int(),
  refunds: int(),
  refunded_minor: int(),
})
const moneyGroups = ['day', 'channel', 'item'] as const
const groups = Object.keys(figureGroups) as (keyof typeof figureGroups)[]
const saved = strict({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(['money', 'funnel', ...figureKinds]),
  by: z.enum(['item', ...groups]).default('day'),
  /** The number of the last whole days. */
  days: int().min(1).max(366),
  weekly: z.boolean().default(false),
})
const countsOf = strict({
  /** The counts by measure; a missing one is 0. */
  counts: z.record(z.string(), int()),
  /** Percentiles of the measured times in seconds (50 %, 95 %, 99 %), accurate to 4.5 %; null: nothing was measured. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})

export const reportCalls = {
  'report/money': reads('report.money', {
    summary: 'Sums of days (UTC), by day, channel or item; at most 366 days.',
    body: strict({ from: day(), to: day(), by: z.enum(moneyGroups).default('day') }),
    result: strict({
      rows: z.array(daySpan.extend({ key: z.string() })),
      /** The same for other currencies: `rows` contain only the base currency. */
      others: z.array(daySpanIn.extend({ key: z.string() })),
      /** The second up to which the sums are complete. */
      at: unixTime(),
    }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'report/channels': reads('report.money', {
    summary: 'The outcomes of orders, by payment channel and hour; at most 31 days.',
    body: strict({ from: moment, to: moment }),
    result: strict({
      rows: z.array(
        strict({
          hour: unixTime(),
          channel_code: z.string(),
          created: int(),
          opened: int(),
          paid: int(),
          failed: int(),
        }),
      ),
    }),
    errors: ['TooWide'],
  }),
  'report/funnel': reads('report.money', {
    summary:
      'By day (UTC), how far counted visits came, and the outcomes of all orders; at most 366 days. Visits are those ' +
      'that agreed to be counted: compare their `clicks` on the button that makes an order with all orders.',
    body: strict({ from: day(), to: day() }),
    result: strict({
      rows: z.array(
        strict({
          day: z.string(),
          visits: int(),
          recharge: int(),
          item: int(),
          clicks: int(),
          orders: int(),
          opened: int(),
          paid: int(),
          delivered: int(),
        }),
      ),
      /** The time at which the newest day was counted; 0: none was. */
      at: int(),
    }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'report/counts': reads('report.service', {
    summary:
      'Counts of days (UTC): deliveries, channels, ways to pay, refunds and disputes, campaigns, codes, or support; by day or by ' +
      'another group of the report. At most 366 days. `together` is all rows as one: percentiles cannot be added. ' +
      'Campaigns and codes need `report.money`.',
    body: strict({ kind: z.enum(figureKinds), from: day(), to: day(), by: z.enum(groups).default('day') }),
    result: strict({
      rows: z.array(countsOf.extend({ key: z.string() })),
      /** By campaign or method: the names of the rows' keys; a method without a name of its own has none. */
      names: z.record(z.string(), z.string()),
      together: countsOf,
      /** The time at which the newest day was counted; 0: none was. */
      at: int(),
      /** Days of the span that are yet to be counted. */
      due: int(),
    }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'report/tax': reads('report.money', {
    summary:
      'By month (UTC), country, rate and currency, the taxable orders in the books; and of the orders that were made ' +
      'in the span, those with weak evidence of their country, 1,000 at most. At most 366 days.',
    body: strict({ from: day(), to: day() }),
    result: strict({
      rows: z.array(
        strict({
          month: z.string(),
          country: z.string(),
          name: z.string(),
          rate_ppm: int(),
          currency: z.string(),
          /** The payments of the month, their sum with tax, and the tax in it. */
          payments: int(),
          gross_minor: int(),
          tax_minor: int(),
          /** The refunds of the month, tax included, and the tax in them. */
          back_minor: int(),
          back_tax_minor: int(),
        }),
      ),
      weak: z.array(
        strict({
          order_no: z.string(),
          paid_at: int(),
          country: z.string(),
          /** The countries that the signs showed, one for each sign. */
          signs: z.array(z.string()),
          currency: z.string(),
          gross_minor: int(),
        }),
      ),
      weak_all: z.boolean(),
    }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'report/saved': reads('report.service', {
    summary: "The person's own saved reports.",
    body: strict({}),
    result: z.array(saved.extend({ report_id: int(), next_at: int() })),
  }),
  'report/save': changes('report.service', {
    summary: 'Saves a report that the person may see, with its filters; `weekly` mails it to them each Monday.',
    body: saved,
    result: strict({ report_id: int() }),
    errors: ['NotPossible'],
  }),
  'report/weekly': changes('report.service', {
    summary: 'Switches the weekly letter of a saved report on or off.',
    body: strict({ report_id: int(), weekly: z.boolean() }),
    result: strict({}),
    errors: ['RowNotFound'],
  }),
  'report/forget': changes('report.service', {
    summary: 'Deletes a saved report.',
    body: strict({ report_id: int() }),
    result: strict({}),
    errors: ['RowNotFound'],
  }),
}
