import { Refused, RefundUnderWay } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { backoffMs } from '@hc/domain/backoff'
import { z } from 'zod'
import { type Ctx, fraction } from '../../ctx.ts'
import { paymentOf } from './payments.ts'
import { settleFailedRefund, settleRefund } from './settle-order.ts'
import * as sql from '../delivery/outbox.sql.ts'

const payload = z.object({
  channel_code: z.string(),
  txn: z.string(),
  amount_cents: z.number().int(),
  currency: z.string(),
  attempt: z.number().int().default(1),
})

/**
 * Gives back surplus money, and what an operator asked for. The row's id is the gateway's idempotency key: asked twice,
 * refunded once. A new attempt, which only an operator makes and only after a definite no, has a key of its own: the
 * old one would repeat the old answer. Gives how many were due.
 */
export async function sendRefunds(ctx: Ctx, limit: number): Promise<number> {
  const leased = await sql.lease(ctx.q, 'refund', limit, ctx.order.leaseSeconds)
  for (const row of leased) {
    const refund = payload.parse(row.payload)
    const channel = ctx.channels.get(refund.channel_code)
    const note = (refundTxn: string): Promise<unknown> =>
      ctx.q({ name: 'note-refund', text: 'select note_refund($1, $2, $3)' }, [row.outbox_id, refundTxn, refund.attempt])
    try {
      if (!channel) throw new NoAnswer(`channel ${refund.channel_code} is not configured`)
      await ctx.q({ name: 'refund-sent', text: 'select mark_refund_sent($1)' }, [row.order_no])
      const { refundTxn } = await channel.refund({
        orderNo: row.order_no,
        ref: (await paymentOf(ctx, row.order_no))?.payment.ref ?? null,
        txn: refund.txn,
        amountCents: refund.amount_cents,
        currency: refund.currency,
        key: refund.attempt > 1 ? `${row.outbox_id}:${refund.attempt}` : row.outbox_id,
      })
      await note(refundTxn)
      await settleRefund(ctx, refund.channel_code, row.order_no, {
        refundTxn,
        txn: refund.txn,
        amountCents: refund.amount_cents,
        currency: refund.currency,
      })
    } catch (error) {
      if (error instanceof Refused) {
        ctx.log.warn({ refund: row.outbox_id, reason: error.message }, 'a gateway refused a refund')
        const reason = error.message.slice(0, 300)
        if (error.refundTxn) {
          await note(error.refundTxn)
          await settleFailedRefund(ctx, refund.channel_code, row.order_no, {
            refundTxn: error.refundTxn,
            txn: refund.txn,
            amountCents: refund.amount_cents,
            currency: refund.currency,
            reason,
          })
        } else
          await ctx.q({ name: 'refuse-attempt', text: 'select refuse_attempt($1, $2, $3)' }, [
            row.outbox_id,
            reason,
            refund.attempt,
          ])
        continue
      }
      if (!(error instanceof NoAnswer)) throw error
      if (error instanceof RefundUnderWay) await note(error.refundTxn)
      const backoff = backoffMs(row.attempts, fraction(ctx), ctx.order.retry.baseMs, ctx.order.retry.capMs)
      await sql.postponeRefund(ctx.q, row.outbox_id, {
        attempt: refund.attempt,
        overtime: row.overtime,
        detail: error.message.slice(0, 300),
        // Decision 101.
        pauseMs: Math.max(error.retryAfterMs, backoff),
      })
    }
  }
  return leased.length
}
