import type { Capture, FailedRefund, GatewayRefund } from '@hc/channels/channel'
import type { Query } from '../../platform/db.ts'

const one = async (rows: Promise<{ outcome: string }[]>): Promise<string> => (await rows)[0]?.outcome ?? 'unknown_order'

export const applyPaid = (q: Query, channel: string, orderNo: string, c: Capture, source: string): Promise<string> =>
  one(
    q({ name: 'apply-paid', text: 'select apply_paid($1, $2, $3, $4, $5, $6) as outcome' }, [
      channel,
      orderNo,
      c.txn,
      c.amountCents,
      c.currency,
      source,
    ]),
  )

export const applyRefunded = (q: Query, channel: string, orderNo: string, r: GatewayRefund): Promise<string> =>
  one(
    q({ name: 'apply-refunded', text: 'select apply_refunded_in($1, $2, $3, $4, $5, $6) as outcome' }, [
      channel,
      orderNo,
      r.txn,
      r.refundTxn,
      r.amountCents,
      r.currency,
    ]),
  )

export const applyRefundFailed = (q: Query, channel: string, orderNo: string, r: FailedRefund): Promise<string> =>
  one(
    q({ name: 'apply-refund-failed', text: 'select apply_refund_failed($1, $2, $3, $4, $5, $6) as outcome' }, [
      channel,
      orderNo,
      r.txn,
      r.refundTxn,
      r.amountCents,
      r.reason.slice(0, 300),
    ]),
  )

export const applyRefused = (
  q: Query,
  channel: string,
  orderNo: string,
  kind: 'failed' | 'cancelled' | 'expired',
): Promise<string> =>
  one(q({ name: 'apply-refused', text: 'select apply_refused($1, $2, $3) as outcome' }, [channel, orderNo, kind]))
