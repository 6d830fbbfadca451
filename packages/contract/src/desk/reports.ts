import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall } from './call.ts'

const int = () => z.number().int()
const day = () => z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const saved = strict({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(['money', 'funnel']),
  by: z.enum(['day', 'channel', 'item']).default('day'),
  /** The last so many whole days. */
  days: int().min(1).max(366),
  weekly: z.boolean().default(false),
})

export const reportCalls = {
  'report/funnel': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: false,
    summary:
      'By day (UTC), how far counted visits came, and what became of all orders; at most 366 days. Visits are those ' +
      'that agreed to be counted: `clicks` of them on the button that makes an order stand against all orders.',
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
      /** When the newest day was counted; 0: none was. */
      at: int(),
    }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'report/saved': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: false,
    summary: "One's own saved reports.",
    body: strict({}),
    result: z.array(saved.extend({ report_id: int(), next_at: int() })),
    errors: [],
  }),
  'report/save': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: true,
    summary: 'Saves a report with its filters; `weekly` sends it to oneself each Monday.',
    body: saved,
    result: strict({ report_id: int() }),
    errors: ['NotPossible'],
  }),
  'report/weekly': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: true,
    summary: 'Switches the weekly letter of a saved report on or off.',
    body: strict({ report_id: int(), weekly: z.boolean() }),
    result: strict({}),
    errors: ['RowNotFound'],
  }),
  'report/forget': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: true,
    summary: 'Forgets a saved report.',
    body: strict({ report_id: int() }),
    result: strict({}),
    errors: ['RowNotFound'],
  }),
}
