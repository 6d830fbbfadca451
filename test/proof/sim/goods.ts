import { EXACT_PACK } from '@hc/domain/money/exact-points'
import type { LocalPrice, OrderTerms, SellableProduct } from '../../../apps/server/src/shop/order/create-order.ts'
import type { Player } from './players.ts'
import type { Code } from './world-gateways.ts'

/** An order as its player knows it: `no` is null until the shop has answered. */
export type Order = {
  key: string
  player: Player
  product: SellableProduct
  channel: Code | 'hcpoint'
  role: string
  /** Left out: dollars. */
  currency?: Currency
  /** The price in that currency that the player saw. */
  shown?: ShownPrice
  /** The terms that the law of the buyer's country makes it freeze. */
  terms?: OrderTerms
  no: string | null
}

/** Currencies without two decimals, and the value of a US cent in their minor units. */
const rates = { JPY: 1.5, KWD: 3 }
/** The first price of 1000 points. */
export const pointRate = (currency: Currency): number => rates[currency] * 1000
export type Currency = keyof typeof rates
export const currencies = Object.keys(rates) as Currency[]

/** A price as a list has it. */
export type ShownPrice = { id: number; amount: number }
/** The country of each currency's book. */
export const marketOf: Record<Currency, string> = { JPY: 'JP', KWD: 'KW' }

/** The price there. Points follow from the base price, never from the amount. */
export const priceIn = (currency: Currency, product: SellableProduct, baseCents: number): LocalPrice => ({
  currency,
  amount: Math.max(1, Math.round(baseCents * rates[currency])),
  points: product.kind === 'coin' ? baseCents : null,
  baseCents,
  ...(currency === 'JPY' ? { terms } : {}),
})

/** Orders in yen have a seller and a tax; those in dinars are in no book. */
export const SELLER = 'sim'
const terms = {
  market: 'JP',
  entity_id: SELLER,
  tax_country: 'JP',
  tax_name: 'tax',
  rate_ppm: 70_000,
  evidence: [],
  weak: false,
}

/** Shown prices by item; the first price until a process reads another one. */
export type Catalog = Map<string, number>

/** The goods of the simulated players. */
export const items: SellableProduct[] = [120, 480, 950].map((price, at) => ({
  cp_goods_id: `gem_${at}`,
  kind: 'item',
  price_cents: price,
  bonus_pct: at === 2 ? 0 : 100,
  name: '',
}))
/** A number of points to buy; at least the smallest payment of every gateway. */
export const exactPack = (points: number): SellableProduct => ({
  cp_goods_id: EXACT_PACK,
  kind: 'coin',
  price_cents: points,
  bonus_pct: 0,
  name: '',
})

/** Packs of points, and their bonus. */
export const packs: SellableProduct[] = [500, 1000].map((price, at) => ({
  cp_goods_id: `coin_${at}`,
  kind: 'coin',
  price_cents: price,
  bonus_pct: at * 15,
  name: '',
}))
