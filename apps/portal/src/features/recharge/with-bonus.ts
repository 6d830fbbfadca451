import type { Product } from '@hc/contract/calls'

/** The bonus in percent of an order that is made now: 0 while an open order reserves it. */
export const offeredBonus = ({ bonus, bonus_held_by: heldBy }: Pick<Product, 'bonus' | 'bonus_held_by'>): number =>
  heldBy ? 0 : bonus

/** The number of units of an item with its bonus: 60 and 100 % are 120. 0 if the item is no plain amount. */
export const withBonus = (product: Pick<Product, 'quantity' | 'bonus' | 'bonus_held_by'>): number =>
  Math.floor((product.quantity * (100 + offeredBonus(product))) / 100)
