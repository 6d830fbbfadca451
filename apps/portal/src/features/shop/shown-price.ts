import type { Product } from '@hc/contract/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { useFormat } from '../../lib/locale.ts'

/** The price that the visitor sees: that of the country, else the base price. */
export function useShownPrice(): (product: Pick<Product, 'offer' | 'price'>) => string {
  const format = useFormat()
  return ({ offer, price }) =>
    offer ? format.money(toMajor(offer.amount_minor, offer.currency), offer.currency) : format.money(price)
}
