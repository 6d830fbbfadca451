import type { Mutant } from './mutant-parts.ts'
import type { Wiring } from './shop.ts'

/** Changes what a statement of the desk asks, or what it answers. */
const statement =
  (what: RegExp, ask: (text: string) => string, answer: (row: object) => object = (row) => row): Wiring =>
  (ctx) => ({
    ...ctx,
    q: async (asked, args) => {
      if (!what.test(asked.text)) return await ctx.q(asked, args)
      const rows = await ctx.q({ ...asked, text: ask(asked.text) }, args)
      return rows.map(answer) as never
    },
  })
const same = (text: string): string => text

/** Bugs of the publisher's desk: limits, requests, parts and points by hand. */
export const deskMutants: readonly Mutant[] = [
  {
    name: 'approval-not-asked',
    desk: true,
    wiring: statement(/from desk\.judge/, same, (row) => ({ ...row, verdict: 'run' })),
  },
  {
    name: 'limit-of-a-day-not-counted',
    desk: true,
    patches: [{ fn: 'desk.judge', find: '+ desk.spent_by(p_staff, p_permission)', put: '' }],
  },
  {
    name: 'what-is-done-not-counted',
    desk: true,
    patches: [{ fn: 'desk.judge', find: `if mark = 'within' then`, put: 'if false then' }],
  },
  {
    name: 'limits-not-locked',
    desk: true,
    patches: [{ fn: 'desk.lock_limits', find: 'for no key update', put: '' }],
  },
  {
    name: 'request-not-locked',
    desk: true,
    wiring: statement(/from desk\.approval a where a\.approval_no/, (text) => text.replace('for no key update', '')),
  },
  {
    name: 'version-not-compared',
    desk: true,
    wiring: statement(/from desk\.weigh_(?:part|adjustment)/, same, (row) => ({
      ...row,
      ...('adjustments' in row ? { adjustments: 0 } : { status: 4, refunded_cents: 0 }),
    })),
  },
  {
    name: 'parts-beside-each-other',
    desk: true,
    patches: [{ fn: 'request_part_refund', find: `in ('pending', 'unknown', 'parked', 'held')`, put: `in ('held')` }],
  },
  {
    name: 'part-without-its-order-lock',
    desk: true,
    patches: [
      {
        fn: 'request_part_refund',
        find: 'select * into o from orders where order_no = p_order for update;',
        put: 'select * into o from orders where order_no = p_order;',
      },
      { fn: 'desk.weigh_part', find: 'for update of o', put: '' },
    ],
  },
  {
    name: 'audit-lock-first',
    desk: true,
    patches: [
      {
        fn: 'desk.act',
        find: 'begin',
        put: `begin perform pg_advisory_xact_lock(hashtextextended('desk.audit', 0));`,
      },
    ],
  },
  {
    name: 'adjustment-forgets-the-debt',
    desk: true,
    patches: [{ fn: 'adjust_points', find: 'else least(0, wb_now + p_basic) end', put: 'else 0 end' }],
  },
]
