import type { Product } from '@hc/contract/calls'

/** The bonus of an order that is made now, in percent: none while an open order keeps it. */
export const offeredBonus = ({ bonus, bonus_held_by: heldBy }: Pick<Product, 'bonus' | 'bonus_held_by'>): number =>
  heldBy ? 0 : bonus

/** How many units an item brings with its bonus: 60 and 100 % are 120. 0 for what is no plain amount. */
export const withBonus = (product: Pick<Product, 'quantity' | 'bonus' | 'bonus_held_by'>): number =>
  Math.floor((product.quantity * (100 + offeredBonus(product))) / 100)
