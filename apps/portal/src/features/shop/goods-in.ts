import type { Product, ShopWindow } from '@hc/contract/calls'

/** An item or a pack of the shop window by its id. */
export const goodsIn = ({ items, packs }: ShopWindow, id: string): Product | undefined =>
  [...items, ...packs].find((candidate) => candidate.cp_goods_id === id)
