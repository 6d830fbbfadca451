import type { Product } from '@hc/contract/calls'

const SIZES = 3

/** The other amounts nearest by price, one smaller than the item if there is one; none for a pass or a chest. */
export function neighboursOf(goods: Product, shelf: readonly Product[]): Product[] {
  if (goods.quantity === 0) return []
  const sizes = shelf.filter(({ quantity }) => quantity > 0).sort((a, b) => a.price - b.price)
  const at = sizes.findIndex(({ cp_goods_id: id }) => id === goods.cp_goods_id)
  const start = Math.max(0, Math.min(at - 1, sizes.length - SIZES - 1))
  return sizes
    .slice(start, start + SIZES + 1)
    .filter(({ cp_goods_id: id }) => id !== goods.cp_goods_id)
    .slice(0, SIZES)
}
