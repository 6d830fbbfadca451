import type { Channel } from '../channel.ts'

const never = (): never => {
  throw new Error('hcpoint has no gateway: it is paid from the ledger')
}

/** HC Point pays for items from the player's own wallet (payment/order/epoint/pay). It never sells packs. */
export const hcpointChannel: Channel = {
  code: 'hcpoint',
  name: 'HC Point',
  icon: 'hcpoint',
  kind: 'points',
  sells: new Set(['item']),
  ownsPage: () => false,
  create: never,
  readWebhook: never,
  fetchStatus: never,
  cancel: never,
  refund: never,
}
