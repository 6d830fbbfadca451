import type { SellableProduct } from '../../apps/server/src/modules/order/create-order.ts'
import type { Player } from './players.ts'
import type { Code } from './world-gateways.ts'

/** An order as its player knows it: `no` is null until the shop has answered. */
export type Order = {
  key: string
  player: Player
  product: SellableProduct
  channel: Code | 'hcpoint'
  role: string
  no: string | null
}

/** Prices as players are shown them, by item; the one that it began with where nobody has read another. */
export type Catalog = Map<string, number>

/** What the simulated players buy. */
export const items: SellableProduct[] = [120, 480, 950].map((price, at) => ({
  cp_goods_id: `gem_${at}`,
  kind: 'item',
  price_cents: price,
  bonus_pct: at === 2 ? 0 : 100,
  name: '',
}))
/** Packs of points, and their bonus. */
export const packs: SellableProduct[] = [500, 1000].map((price, at) => ({
  cp_goods_id: `coin_${at}`,
  kind: 'coin',
  price_cents: price,
  bonus_pct: at * 15,
  name: '',
}))
