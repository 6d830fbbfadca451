import { backoffMs } from '@hc/domain/backoff'
import { type Ctx, fraction } from '../../ctx.ts'
import * as sql from './outbox.sql.ts'

const NOBODY = 'the game takes nothing back by itself'

/**
 * Asks the game to take back items that it granted, or may have granted, for orders whose money went back. The refund
 * does not wait for the answer, which is kept for the operator. If the game has no recall address, the row is parked
 * for an operator. Returns how many were due. Decision 230.
 */
export async function sendRecalls(ctx: Ctx, limit: number): Promise<number> {
  const leased = await sql.lease(ctx.q, 'recall', limit, ctx.order.leaseSeconds)
  await Promise.all(
    leased.map(async (row) => {
      const answer = ctx.game.recall
        ? await ctx.game.recall({ id: row.outbox_id, payload: row.payload, attempt: row.attempts })
        : { state: 'nobody' as const }
      const pause = Math.round(backoffMs(row.attempts, fraction(ctx), ctx.order.retry.baseMs, ctx.order.retry.capMs))
      const finish = (it: sql.Finished): Promise<void> => sql.finishRecall(ctx.q, row.outbox_id, it)
      switch (answer.state) {
        case 'taken_back':
          await finish({ state: 'confirmed', proof: 'taken_back' })
          return
        case 'refused':
          await finish({ state: 'refused', detail: answer.reason, pauseMs: pause })
          return
        case 'nobody':
          await finish({ state: 'parked', detail: NOBODY, pauseMs: pause })
          return
        case 'unknown':
          await finish({
            state: row.overtime ? 'parked' : 'unknown',
            detail: answer.detail,
            ...(answer.answer && { answer: answer.answer }),
            pauseMs: Math.max(pause, answer.retryAfterMs ?? 0),
          })
      }
    }),
  )
  return leased.length
}
