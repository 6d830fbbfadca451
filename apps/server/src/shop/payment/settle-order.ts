import type { Capture, FailedRefund, GatewayRefund, GatewayStatus } from '@hc/channels/channel'
import type { Ctx } from '../../ctx.ts'
import { noteCapture } from './work-inbox.ts'
import * as sql from './settle.sql.ts'

type SettleCtx = Pick<Ctx, 'q' | 'log' | 'alarm'>

/**
 * Books a payment on its order, and gives what came of it: `applied`, `duplicate`, `surplus`, `mismatch` or
 * `unknown_order`. One statement, idempotent by (channel, txn). The inbox of webhooks ends in the same SQL function.
 */
export async function settleCapture(
  ctx: SettleCtx,
  channel: string,
  orderNo: string,
  capture: Capture,
  source: 'poll' | 'repair',
): Promise<sql.PaidOutcome> {
  const outcome = await sql.applyCapture(ctx.q, channel, orderNo, capture, source)
  noteCapture(ctx, outcome, orderNo)
  return outcome
}

/**
 * Books money that the gateway gave back, once for each (channel, refundTxn). A refund that is told before its payment
 * is kept, and booked with it. The SQL function is `apply_refunded_in`.
 */
export const settleRefund = (
  ctx: SettleCtx,
  channel: string,
  orderNo: string,
  refund: GatewayRefund,
): Promise<string> => sql.applyRefunded(ctx.q, channel, orderNo, refund)

/** A refund that came to nothing: where it was booked the books go back, and an operator is told. */
export const settleFailedRefund = (
  ctx: SettleCtx,
  channel: string,
  orderNo: string,
  refund: FailedRefund,
): Promise<string> => sql.applyRefundFailed(ctx.q, channel, orderNo, refund)

/** Brings an order to what its gateway says: every capture and refund, then an end without money. */
export async function settleStatus(
  ctx: SettleCtx,
  channel: string,
  orderNo: string,
  status: GatewayStatus,
  source: 'poll' | 'repair',
): Promise<void> {
  for (const capture of status.captures) await settleCapture(ctx, channel, orderNo, capture, source)
  for (const refund of status.refunds) await settleRefund(ctx, channel, orderNo, refund)
  for (const refund of status.failedRefunds ?? []) await settleFailedRefund(ctx, channel, orderNo, refund)
  if (status.captures.length === 0 && (status.state === 'failed' || status.state === 'cancelled')) {
    await sql.applyRefused(ctx.q, channel, orderNo, status.state)
  }
}
