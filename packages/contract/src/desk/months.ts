import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { zoneName } from './editing.ts'

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

export const monthCalls = {
  'period/list': reads('ledger.read', {
    summary: 'Closed months, newest first, the next month to close, and open findings.',
    body: strict({}),
    result: strict({
      zone: z.string(),
      next: z.string(),
      next_is_over: z.boolean(),
      findings: z.number().int(),
      holds: z.boolean(),
      closed: z.array(
        strict({
          month: z.string(),
          closed_at: z.number().int(),
          closed_by: z.string(),
          hash: z.string(),
          audit_seq: z.number().int(),
          totals: z.record(z.string(), z.number().int()),
        }),
      ),
    }),
    errors: ['TooWide'],
  }),
  'period/close': changes('period.close', {
    summary: 'Closes a month: its totals and their hash are kept. It needs two people.',
    body: strict({ month, zone: zoneName, reason: z.string().trim().min(3).max(300) }),
    result: strict({ hash: z.string() }),
    errors: ['PeriodRefused', 'NeedsApproval', 'InvalidParams'],
  }),
}
