import type { Capture, FailedRefund, GatewayRefund } from '@hc/channels/channel'
import type { Outcome } from '@hc/contract/desk-codes'
import type { Query } from '../../platform/db.ts'

/** `before_capture`: kept, and booked when its capture is told. `held`: an operator has to look at it. */
type RefundedOutcome =
  | 'unknown_order'
  | 'duplicate'
  | 'before_capture'
  | 'held'
  | 'refunded'
  | 'refunded_in_part'
  | 'refunded_again'
  | 'refunded_surplus'
/** `surplus`: paid before, the money goes back. `mismatch`: another amount or currency, the order is held. */
export type PaidOutcome = 'unknown_order' | 'duplicate' | 'applied' | 'surplus' | 'mismatch'
type RefundFailedOutcome = 'unknown_order' | 'duplicate' | 'refund_reversed' | 'refund_failed'
type RefusedOutcome = 'unknown_order' | 'ignored' | 'failed' | 'overdue'

async function runCall<O extends Outcome>(q: Query, call: string, args: readonly unknown[]): Promise<O> {
  const holes = args.map((_, at) => `$${at + 1}`).join(', ')
  const text = `select ${call}(${holes}) as outcome`
  const [row] = await q<{ outcome: O }>({ name: call.replaceAll('_', '-'), text }, args)
  if (!row) throw new Error(`${call} gave no row`)
  return row.outcome
}

/** Books a payment of `amountCents`, in minor units of its currency, once for each (channel, txn). */
export const applyCapture = (
  q: Query,
  channel: string,
  orderNo: string,
  c: Capture,
  source: string,
): Promise<PaidOutcome> =>
  runCall(q, 'apply_capture', [channel, orderNo, c.txn, c.amountCents, c.currency, source, c.payerCountry ?? null])

/** Books a refund that the gateway made, in minor units of its currency, once for each (channel, refundTxn). */
export const applyRefunded = (q: Query, channel: string, orderNo: string, r: GatewayRefund): Promise<RefundedOutcome> =>
  runCall(q, 'apply_refunded_in', [channel, orderNo, r.txn, r.refundTxn, r.amountCents, r.currency])

/** Takes back the booking of a refund that failed at the gateway. `reason` is kept up to 300 characters. */
export const applyRefundFailed = (
  q: Query,
  channel: string,
  orderNo: string,
  r: FailedRefund,
): Promise<RefundFailedOutcome> =>
  runCall(q, 'apply_refund_failed', [channel, orderNo, r.txn, r.refundTxn, r.amountCents, r.reason.slice(0, 300)])

/** Ends an order without money, as its gateway says. An order that was paid stays as it is (`ignored`). */
export const applyRefused = (
  q: Query,
  channel: string,
  orderNo: string,
  kind: 'failed' | 'cancelled' | 'expired',
): Promise<RefusedOutcome> => runCall(q, 'apply_refused', [channel, orderNo, kind])
