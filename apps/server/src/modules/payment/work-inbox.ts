import type { Ctx } from '../../ctx.ts'
import { captureEvents } from '../../platform/security-events.ts'

export type Worked = { worked: number; failed: number }
type Told = Worked & { /** Captures that do not fit their orders, as `surplus ORDER`. */ odd: string[] }

/** Whoever watches is told of money that does not fit its order. */
export function noteCapture(ctx: Pick<Ctx, 'alarm'>, outcome: string, order: string | undefined): void {
  const event = captureEvents[outcome]
  if (event) ctx.alarm(event, { order })
}

function told(ctx: Pick<Ctx, 'alarm'>, row: Told | undefined): Worked {
  for (const one of row?.odd ?? []) {
    const [outcome = '', order] = one.split(' ')
    noteCapture(ctx, outcome, order)
  }
  return row ?? { worked: 0, failed: 0 }
}

/** Settles stored webhooks, a batch in one round trip; says how many were worked and how many wait for another try. */
export async function workInbox(ctx: Pick<Ctx, 'q' | 'alarm'>, limit: number): Promise<Worked> {
  const text = 'select worked, failed, odd from work_inbox($1)'
  const [row] = await ctx.q<Told>({ name: 'work-inbox', text }, [limit])
  return told(ctx, row)
}

/** Settles the stored webhooks of one order. */
export async function workInboxOf(ctx: Pick<Ctx, 'q' | 'alarm'>, orderNo: string): Promise<Worked> {
  const text = 'select worked, failed, odd from work_inbox_of($1)'
  const [row] = await ctx.q<Told>({ name: 'work-inbox-of', text }, [orderNo])
  return told(ctx, row)
}
