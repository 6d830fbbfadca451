/**
 * Refunds that failed at their gateway and are still open: the player has not been paid
 * (docs/runbooks/failed-refund.md).
 */
export const failedRefunds = `
  select f.order_no, f.at from refund_failure f join capture c using (channel_code, txn) where f.reversed and money_owed(c) > 0
  union all select order_no, ended_at from outbox where kind = 'refund' and state = 'failed'`
