import { backoffMs } from '@hc/domain/backoff'
import { type Ctx, fraction } from '../../ctx.ts'

type DueParcel = { outbox_id: string; payload: Record<string, unknown>; proof: string; tries: number }

/**
 * Pushes again up to `limit` deliveries that the game confirmed and may have lost. Each has its old id, so the game
 * does not grant an item twice that it still has. The books do not change; the answer is stored beside them. Decision
 * 286.
 */
export async function tellAgain(ctx: Ctx, limit: number): Promise<number> {
  if (ctx.game.off) return 0
  const dueParcels = await ctx.q<DueParcel>(
    { name: 'lease-again', text: 'select outbox_id, payload, proof, tries from lease_again($1, $2)' },
    [limit, ctx.order.leaseSeconds],
  )
  await Promise.all(
    dueParcels.map(async ({ outbox_id, payload, proof, tries }) => {
      const deliveryAnswer = await ctx.game.deliver({ id: outbox_id, payload, attempt: tries })
      const pauseMs = backoffMs(tries, fraction(ctx), ctx.order.retry.baseMs, ctx.order.retry.capMs)
      const answer =
        deliveryAnswer.state === 'confirmed'
          ? deliveryAnswer.grantId === proof
            ? 'there'
            : 'other_grant'
          : deliveryAnswer.state === 'refused'
            ? 'refused'
            : null
      const detail =
        deliveryAnswer.state === 'confirmed'
          ? deliveryAnswer.grantId
          : deliveryAnswer.state === 'refused'
            ? deliveryAnswer.reason
            : deliveryAnswer.detail
      await ctx.q(
        {
          name: 'told-again',
          text: `update delivery_again set answer = $2, detail = $3, run_at = app_now() + make_interval(secs => $4),
            ended_at = case when $2::text is not null then app_now() end where outbox_id = $1 and answer is null`,
        },
        [outbox_id, answer, detail.slice(0, 300), pauseMs / 1000],
      )
    }),
  )
  return dueParcels.length
}
