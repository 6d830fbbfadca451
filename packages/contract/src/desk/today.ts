import { z } from 'zod'
import { strict } from '../call.ts'
import { boardRanges } from './board-ranges.ts'
import { changes, reads } from './call.ts'
import { editedKind, target, zoneName } from './editing.ts'
import { at, day, didResult, int } from './fields.ts'
import { orderRow } from './orders.ts'
import { daySpan, daySpanIn } from './reports.ts'

/** Counts for everybody who sees Today; sums of money are left out for whoever lacks `report.money`. */
const seenSpan = daySpan.partial({ gross_cents: true, refunded_cents: true, points: true })

/** Minor units of a currency, by themselves: money is not added across currencies. */
const sums = z.array(strict({ currency: z.string(), minor: int(), before_minor: int() }))

/** One thing that happened, and concerns a person. */
const newsRow = strict({
  /** An own request that ended, an alert, a note to a role of the person, an own import that was applied. */
  kind: z.enum(['request', 'alert', 'note', 'import']),
  /** The number of a request, alert or import; of a note what it is about. */
  id: z.string(),
  /** The call that was asked for, the alert's rule, the note's `kind` or the import's. */
  about: z.string(),
  /** `done`, `refused`, `lapsed` or `stale` of a request; `open` or `over` of an alert; else ''. */
  state: z.string(),
  /** The note's first words, or what the alert is about; else ''. */
  text: z.string(),
  /** The alert's measure; else null. */
  value: z.number().nullable(),
  /** The name of the person who decided or wrote; else ''. */
  by: z.string(),
  at,
  unread: z.boolean(),
})

export const todayCalls = {
  'today/board': reads('today.read', {
    summary:
      'What came of the orders that were made in a range, and of those a week ago at the same hours, or in the same ' +
      'number of days before. Every figure counts an order at the moment it was made. Up to 30 seconds old.',
    body: strict({
      range: z.enum(boardRanges).default('day'),
      /** The zone of the hours and days, such as Europe/Berlin. */
      zone: zoneName.default('UTC'),
    }),
    result: strict({
      at,
      from: at,
      to: at,
      before_from: at,
      before_to: at,
      step: z.enum(['hour', 'day']),
      /** Paid orders, and what they brought in the base currency, which is only for whoever has `report.money`. */
      series: z.array(
        strict({
          at,
          orders: int(),
          orders_before: int(),
          gross_minor: int().optional(),
          before_minor: int().optional(),
        }),
      ),
      orders: int(),
      orders_before: int(),
      /** Of the paid orders, those of players who had paid none before. */
      newcomers: int(),
      /** What the orders brought, and what of it was given back since; none without `report.money`. */
      sums,
      refunded: sums,
      funnel: strict({
        /** Null: no visit was counted; visits are counted with the visitor's consent. */
        visits: int().nullable(),
        made: int(),
        paid: int(),
        delivered: int(),
      }),
      items: z.array(
        strict({
          goods: z.string(),
          goods_name: z.string(),
          icon: z.string(),
          orders: int(),
          sums: z.array(sums.element.omit({ before_minor: true })),
        }),
      ),
      /** Seconds from payment to delivery, within 4.5 %; null: nothing was delivered. */
      delivery: strict({
        p50: z.number().nullable(),
        p95: z.number().nullable(),
        steps: z.array(strict({ at, orders: int(), p50: z.number().nullable(), p95: z.number().nullable() })),
      }),
      methods: z.array(
        strict({
          channel: z.string(),
          made: int(),
          paid: int(),
          made_before: int(),
          paid_before: int(),
          /** `attention`: the alert about its success is open. `paused`: it rests after failures. */
          state: z.enum(['ok', 'attention', 'paused', 'off']),
        }),
      ),
      /** None for whoever may not read orders. */
      latest: z.array(
        orderRow.pick({
          order_no: true,
          created_at: true,
          status: true,
          role_name: true,
          goods: true,
          type: true,
          amount_cents: true,
          currency: true,
          channel: true,
          icon: true,
          badges: true,
          cause: true,
        }),
      ),
    }),
  }),
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
      'Counts that every page shows: open alerts that are not muted and no row of To do, requests that the person may decide, own ' +
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
      /** The shop is closed. */
      closed: z.boolean().optional(),
      /** Merged rows of `waiting/list` that this person may act on and nobody else has taken; left out if too slow. */
      todo: int().optional(),
      /** What happened of late, newest first: at most 20 rows of the last 14 days. */
      news: z.array(newsRow).optional(),
      /** The person has not yet seen the introduction. */
      welcome: z.boolean().optional(),
    }),
  }),
  'today/try': changes('own', {
    summary:
      'In the demo alone: a player of the demo buys an item (`order`), which the game rejects (`refuse`), a bank ' +
      'disputes (`dispute`) or for which a cent is missing (`amount`); or the demo’s Cam asks for another price (`price`).',
    body: strict({ what: z.enum(['order', 'refuse', 'dispute', 'amount', 'price']) }),
    /** The page of the desk on which it shows. */
    result: strict({ path: z.string() }),
    errors: ['NotPossible', 'ItemNotFound'],
  }),
  'pulse/seen': changes('own', {
    summary: 'Notes that the person has read all news and how their requests ended, or has seen the introduction.',
    body: strict({ what: z.enum(['news', 'welcome']) }),
    result: didResult,
  }),
}
