/** The rights of which one is enough to act on a waiting row of a kind; without any of them a person only reads it. */
const rights: Readonly<Record<string, readonly string[]>> = {
  paid_not_delivered: ['order.ask', 'order.retell'],
  held_orders: ['hold.release', 'hold.seen'],
  endless_orders: ['order.ask'],
  refused_deliveries: ['order.retell', 'refund.make'],
  parked_deliveries: ['order.retell', 'refund.make'],
  stopped_refunds: ['refund.retry', 'refund.settle_gateway', 'refund.settle_elsewhere', 'hold.release'],
  refunds_booked_back: ['refund.retry', 'refund.settle_gateway', 'refund.settle_elsewhere'],
  failed_refunds: ['refund.retry', 'refund.settle_gateway', 'refund.settle_elsewhere'],
  refunds_in_another_currency: ['refund.settle_gateway', 'refund.settle_elsewhere'],
  money_of_deleted_players: ['refund.make'],
  kept_points: ['hold.seen'],
  stopped_recalls: ['recall.close'],
  parked_webhooks: ['inbox.work', 'inbox.close'],
  open_disputes: ['dispute.work'],
  lost_disputes: ['dispute.work'],
  withdrawals: ['refund.make'],
  late_withdrawals: ['refund.make'],
  late_documents: ['ledger.correct'],
  appeals: ['player.end_sessions'],
  untaxed_countries: ['product.price'],
  money_back_twice: ['finding.settle'],
  book_differences: ['finding.settle'],
  note: ['note.write'],
}

/** Whether a person may act on a kind of row. Requests and reviews of access are listed for their deciders alone. */
export const actsOn = (kind: string, may: (right: string) => boolean): boolean =>
  kind === 'approval' || kind === 'access_review' || (rights[kind] ?? ['note.write']).some(may)
