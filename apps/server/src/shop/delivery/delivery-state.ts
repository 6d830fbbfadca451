export type DeliveryState = 'none' | 'queued' | 'asking' | 'delivered' | 'refused' | 'operator' | 'cancelled'

/** The state of a delivery for the player; null: no delivery. */
export function deliveryState(outboxState: string | null): DeliveryState {
  switch (outboxState) {
    case 'pending':
      return 'queued'
    case 'unknown':
      return 'asking'
    case 'confirmed':
      return 'delivered'
    case 'refused':
      return 'refused'
    case 'parked':
    case 'recall':
      return 'operator'
    case 'cancelled':
      return 'cancelled'
    case null:
    default:
      return 'none'
  }
}
