export type DeliveryState = 'none' | 'queued' | 'asking' | 'delivered' | 'refused' | 'operator' | 'cancelled'

/** Where something on its way to the game is, in a player's words; null: nothing is on its way. */
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
