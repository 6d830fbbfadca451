/** Order status codes (product specification, section 4). */
export const OrderStatus = { pending: 1, paid: 2, failed: 3, delivered: 4, refunded: 5, overdue: 6 } as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

export const orderStatuses: readonly OrderStatus[] = [1, 2, 3, 4, 5, 6]

const S = OrderStatus

/** The labels in records (contract, section 5). `opened`: the player has opened the gateway's page. */
export type OrderLabel = 'Created' | 'Pending' | 'FullyPaid' | 'Refunded' | 'Failed' | 'Overdue'

export function orderLabel(status: OrderStatus, opened: boolean): OrderLabel {
  switch (status) {
    case S.pending:
      return opened ? 'Pending' : 'Created'
    case S.paid:
    case S.delivered:
      return 'FullyPaid'
    case S.refunded:
      return 'Refunded'
    case S.failed:
      return 'Failed'
    case S.overdue:
      return 'Overdue'
  }
}

/** The step (1 created, 2 paid, 3 fulfilled) that the detail page shows; null for a status without a step. */
export function orderStep(status: OrderStatus): 1 | 2 | 3 | null {
  if (status === S.pending) return 1
  if (status === S.paid) return 2
  return status === S.delivered ? 3 : null
}

/** What waits for our staff: a payment that does not fit the order, or a refund that its gateway failed to make. */
export type StaffWork = 'none' | 'payment' | 'refund'
/** The state that a player's page names. The desk names it, too, by the same texts. */
export type ShownState = Exclude<StaffWork, 'none'> | `s${OrderStatus}`

export const shownState = (status: OrderStatus, staff: StaffWork): ShownState =>
  staff === 'none' ? `s${status}` : staff
