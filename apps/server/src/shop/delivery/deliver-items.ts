import { backoffMs } from '@hc/domain/backoff'
import { type Ctx, fraction } from '../../ctx.ts'
import * as sql from './outbox.sql.ts'

/**
 * Pushes up to `limit` due deliveries, and returns how many were due. It leases a row, calls the game with no
 * transaction open, and records the answer. A kill between any two steps loses nothing.
 */
export async function deliverItems(ctx: Ctx, limit: number): Promise<number> {
  if (ctx.game.off) return 0
  const leased = await sql.lease(ctx.q, 'deliver', limit, ctx.order.leaseSeconds)
  await Promise.all(leased.map(async (row) => await deliverOne(ctx, row)))
  return leased.length
}

/** Pushes a delivery that this process has leased, and records the answer. */
export async function deliverOne(ctx: Omit<Ctx, 'courier'>, row: Omit<sql.Leased, 'order_no'>): Promise<void> {
  const answer = await ctx.game.deliver({ id: row.outbox_id, payload: row.payload, attempt: row.attempts })
  const pause = Math.round(backoffMs(row.attempts, fraction(ctx), ctx.order.retry.baseMs, ctx.order.retry.capMs))
  switch (answer.state) {
    case 'confirmed':
      await sql.finishDelivery(ctx.q, row.outbox_id, { state: 'confirmed', proof: answer.grantId })
      return
    case 'refused':
      ctx.log.warn({ delivery: row.outbox_id, reason: answer.reason }, 'the game refused a delivery')
      await sql.finishDelivery(ctx.q, row.outbox_id, { state: 'refused', detail: answer.reason })
      return
    case 'unknown':
      // After 72 hours without an answer (contract, section 7), the delivery waits for an operator.
      await sql.finishDelivery(ctx.q, row.outbox_id, {
        state: row.overtime ? 'parked' : 'unknown',
        detail: answer.detail,
        ...(answer.answer && { answer: answer.answer }),
        pauseMs: Math.max(pause, answer.retryAfterMs ?? 0),
      })
  }
}

/** Pushes one order's delivery now, if it is due and not leased by another process. */
export async function deliverOrderNow(ctx: Ctx, orderNo: string): Promise<void> {
  if (ctx.game.off) return
  const row = await sql.leaseOrder(ctx.q, orderNo, ctx.order.leaseSeconds)
  if (row) await deliverOne(ctx, row)
}
