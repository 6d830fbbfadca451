import type { Ctx } from '../../ctx.ts'
import { captureEvents } from '../../security-events.ts'
import type { PaidOutcome } from './settle.sql.ts'

export type Worked = { worked: number; failed: number }
type Odd = { outcome: 'surplus' | 'mismatch'; order: string }
/** `odd`: captures that do not fit their orders. */
type InboxRow = Worked & { odd: Odd[] }

/** Reports money that does not match its order to monitoring. */
export function noteCapture(ctx: Pick<Ctx, 'alarm'>, outcome: PaidOutcome, order: string): void {
  const event = captureEvents[outcome]
  if (event) ctx.alarm(event, { order })
}

function reportOdd(ctx: Pick<Ctx, 'alarm'>, row: InboxRow | undefined): Worked {
  for (const { outcome, order } of row?.odd ?? []) noteCapture(ctx, outcome, order)
  return row ?? { worked: 0, failed: 0 }
}

/** Settles stored webhooks, a batch in one round trip; says how many were worked and how many wait for another try. */
export async function workInbox(ctx: Pick<Ctx, 'q' | 'alarm'>, limit: number): Promise<Worked> {
  const text = 'select worked, failed, odd from settle_inbox($1)'
  const [row] = await ctx.q<InboxRow>({ name: 'work-inbox', text }, [limit])
  return reportOdd(ctx, row)
}

/** Settles the stored webhooks of one order. */
export async function workInboxOf(ctx: Pick<Ctx, 'q' | 'alarm'>, orderNo: string): Promise<Worked> {
  const text = 'select worked, failed, odd from settle_inbox_of($1)'
  const [row] = await ctx.q<InboxRow>({ name: 'work-inbox-of', text }, [orderNo])
  return reportOdd(ctx, row)
}
