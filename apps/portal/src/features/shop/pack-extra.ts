import type { Product } from '@hc/contract/calls'
import { withBonus } from '../recharge/with-bonus.ts'

/** The points of a pack beyond those that are paid for. */
export const packExtra = (pack: Pick<Product, 'quantity' | 'bonus' | 'bonus_held_by'>): number =>
  withBonus(pack) - pack.quantity
