import { backoffMs } from '@hc/domain/backoff'
import { type Ctx, fraction } from '../../ctx.ts'
import * as sql from './outbox.sql.ts'

/**
 * Asks the game to take back what it granted, or may have, of orders whose money is gone. The money does not wait for
 * the answer; the answer is kept for the operator. A game that takes nothing back by itself leaves the row with one.
 */
export async function sendRecalls(ctx: Ctx, limit: number): Promise<number> {
  const leased = await sql.lease(ctx.q, 'recall', limit, ctx.order.leaseSeconds)
  await Promise.all(
    leased.map(async (row) => {
      const answer = ctx.game.recall
        ? await ctx.game.recall({ id: row.outbox_id, payload: row.payload, attempt: row.attempts })
        : { state: 'nobody' as const }
      const pause = Math.round(backoffMs(row.attempts, fraction(ctx), ctx.order.retry.baseMs, ctx.order.retry.capMs))
      const finish = (
        state: 'confirmed' | 'refused' | 'unknown' | 'parked',
        proof: string | null,
        detail: string | null,
        notBefore = 0,
      ): Promise<void> => sql.finishRecall(ctx.q, row.outbox_id, state, proof, detail, Math.max(pause, notBefore))
      switch (answer.state) {
        case 'taken_back':
          await finish('confirmed', 'taken_back', null)
          return
        case 'refused':
          await finish('refused', null, answer.reason)
          return
        case 'nobody':
          await finish('parked', null, 'the game takes nothing back by itself')
          return
        case 'unknown':
          await finish(row.overtime ? 'parked' : 'unknown', null, answer.detail, answer.retryAfterMs)
      }
    }),
  )
  return leased.length
}
