import type { Ctx } from '../../ctx.ts'

export type Worked = { worked: number; failed: number }

/** Settles stored webhooks, a batch in one round trip. Returns how many were worked and how many wait for another try. */
export async function workInbox(ctx: Pick<Ctx, 'q'>, limit: number): Promise<Worked> {
  const [row] = await ctx.q<Worked>({ name: 'work-inbox', text: 'select worked, failed from work_inbox($1)' }, [limit])
  return row ?? { worked: 0, failed: 0 }
}
