import type { Product } from '@hc/contract/calls'

/** How many units an item brings with its bonus: 60 and 100 % are 120. 0 for what is no plain amount. */
export const withBonus = ({ quantity, bonus }: Pick<Product, 'quantity' | 'bonus'>): number => Math.floor(quantity * (100 + bonus) / 100)
