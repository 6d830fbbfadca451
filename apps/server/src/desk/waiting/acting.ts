import type { WaitingAction } from '@hc/contract/desk/waiting'

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

/** The kinds by what they cost while they wait, the gravest first: it names the row that several kinds share. */
const gravity: readonly string[] = [
  'open_disputes',
  'held_orders',
  'failed_refunds',
  'refunds_booked_back',
  'money_back_twice',
  'stopped_refunds',
  'money_of_deleted_players',
  'refunds_in_another_currency',
  'refused_deliveries',
  'parked_deliveries',
  'paid_not_delivered',
  'late_withdrawals',
  'withdrawals',
  'lost_disputes',
  'stopped_recalls',
  'kept_points',
  'parked_webhooks',
  'book_differences',
  'endless_orders',
  'late_documents',
]
export const gravityOf = (kind: string): number => {
  const place = gravity.indexOf(kind)
  return place < 0 ? gravity.length : place
}

const RESENDABLE: readonly string[] = ['unknown', 'refused', 'parked']
/** Holds that end by being seen: nothing is to be given back. */
const SEEN_HOLDS: readonly string[] = ['refund_exceeds_payment', 'dispute_won_after_loss', 'refund_currency']

/** The state of the order of a row: its hold, its stopped refund and its delivery. */
export type ActedOn = { hold: string; refund: string; delivery: string }

/** The action that ends a waiting row, if this person may do it; else the page where somebody decides. */
export function actionOf(
  kind: string,
  { hold, refund, delivery }: ActedOn,
  may: (right: string) => boolean,
): WaitingAction {
  if (kind === 'open_disputes' && may('dispute.work')) return 'respond'
  if (kind === 'held_orders' || kind === 'stopped_refunds' || kind === 'failed_refunds') {
    if (refund === 'held' && may('hold.release')) return 'release'
    if (refund !== '' && refund !== 'held' && may('refund.retry')) return 'retry'
    if (kind === 'held_orders' && SEEN_HOLDS.includes(hold) && may('hold.seen')) return 'seen'
  }
  const delivers = ['refused_deliveries', 'parked_deliveries', 'paid_not_delivered'].includes(kind)
  if (delivers && RESENDABLE.includes(delivery) && may('order.retell')) return 'retell'
  if (kind === 'stopped_recalls' && may('recall.close')) return 'recall'
  return 'review'
}
