import { z } from 'zod'
import { strict } from '../call.ts'
import { reads } from './call.ts'
import { editedKind, target } from './editing.ts'
import { day, int } from './fields.ts'
import { daySpan, daySpanIn } from './reports.ts'

/** Counts for everybody who sees Today; sums of money are left out for whoever lacks `report.money`. */
const seenSpan = daySpan.partial({ gross_cents: true, refunded_cents: true, points: true })

export const todayCalls = {
  'today/read': reads('today.read', {
    summary: 'Today (UTC) so far, and the same weekday a week ago up to the same time of day.',
    body: strict({}),
    result: strict({
      day: day(),
      now: seenSpan,
      before: seenSpan,
      /**
       * Other currencies, each by itself: `now` and `before` contain only the base currency. None for whoever lacks
       * `report.money`.
       */
      others: z.array(strict({ now: daySpanIn, before: daySpanIn })),
      /** Today's orders: made, opened at their payment page, and paid. */
      made: int(),
      opened: int(),
      paid: int(),
      /** Orders that were made a week ago up to the same time of day, and those of them that were paid. */
      made_before: int(),
      paid_before: int(),
      /** Percentiles of the seconds from payment to delivery, of items paid in the last hour; null: none. */
      p50: z.number().nullable(),
      p95: z.number().nullable(),
      /** The same hour of a week ago. */
      p50_before: z.number().nullable(),
      p95_before: z.number().nullable(),
      disputes_due: int(),
      alerts: int(),
      approvals: int(),
    }),
  }),
  'pulse/read': reads('today.read', {
    summary:
      'Counts that every page shows: open alerts that are not muted, requests that the person may decide, own ' +
      'requests that ended unseen, the newest order. A page with an open form names it, and learns who else writes ' +
      'in it; `writes` says for 20 seconds that the person writes in it, too.',
    body: strict({ form: strict({ kind: editedKind, target, writes: z.boolean() }).nullable().default(null) }),
    result: strict({
      alerts: int(),
      approvals: int(),
      ended: int(),
      newest: z.string(),
      writing: z.array(z.string()),
      /** All sales are paused. */
      paused: z.boolean().optional(),
    }),
  }),
}
