import type { OrderRecord } from '@hc/contract/calls'
import { paths } from '../../paths.ts'

type Purchase = Pick<OrderRecord, 'cp_goods_id' | 'order_type' | 'method' | 'channel_code'>
type Character = Pick<OrderRecord, 'server_id' | 'role_id'>

/** The top-up page with what an order bought: item, way to pay, and the order's character or another one. */
export function againAddress(
  { cp_goods_id: goods, order_type: type, method, channel_code: channel, ...order }: Purchase & Character,
  { server_id: server, role_id: role }: Character = order,
): string {
  const character = role && new URLSearchParams({ server, role })
  const pay = encodeURIComponent(method || channel)
  return `${paths.buy(goods, type === 'coin')}${character ? `&${character}` : ''}&pay=${pay}`
}
