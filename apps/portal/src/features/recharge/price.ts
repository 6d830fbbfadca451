import type { BodyOf, Product } from '@hc/contract/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { EXACT_PACK } from '@hc/domain/money/exact-points'
import type { Offer } from '@hc/domain/money/offer'
import { taxOf } from '@hc/domain/money/tax'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { useMarket } from '../../lib/market.ts'
import { useShownPrice } from '../shop/shown-price.ts'

/** The item's price in the player's country; undefined if the base price applies. */
export const offerOf = ({ offer }: Product): Offer | undefined => offer ?? undefined

/** The price that the player sees, in the fields of an order. */
export const namedPrice = (product: Product): Pick<BodyOf<'order/webCreate'>, 'price_id' | 'exact'> => {
  const offer = offerOf(product)
  if (offer && product.cp_goods_id === EXACT_PACK)
    return { exact: { points: product.quantity, currency: offer.currency, amount_minor: offer.amount_minor } }
  return offer ? { price_id: offer.price_id } : {}
}

export const usePrice = useShownPrice

/** The rate of the tax that a price includes, in parts per million; 0 if it includes none. */
function useRate(product: Product | undefined): number {
  const market = useMarket()
  return product?.offer?.tax_included ? (market?.rate_ppm ?? 0) : 0
}

/** "incl. 10% tax", beside a price; null if the price includes no tax. */
export function useTaxNote(product: Product): string | null {
  const t = useTranslations('recharge')
  const format = useFormat()
  const ppm = useRate(product)
  return ppm > 0 ? t('item.tax', { rate: format.rate(ppm) }) : null
}

/** The included tax as a line of the order. */
export function useTaxInside(product: Product | undefined): { label: string; amount: string } | null {
  const t = useTranslations('recharge')
  const format = useFormat()
  const ppm = useRate(product)
  const offer = product && offerOf(product)
  if (!offer || ppm === 0) return null
  const tax = taxOf(offer.amount_minor, ppm)
  return {
    label: t('summary.tax', { rate: format.rate(ppm) }),
    amount: format.money(toMajor(tax, offer.currency), offer.currency),
  }
}
