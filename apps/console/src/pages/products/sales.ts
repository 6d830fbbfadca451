import type { ProductSales } from '@hc/contract/desk/products'
import { count, money } from '../../kit/facts.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'

type Sales = NonNullable<ProductSales>

/** The payments for a product: each currency separately, the base currency first, and points. */
export const paidFor = (t: DeskTexts, { gross_cents: gross, points, others }: Sales): string =>
  [
    ...(gross > 0 || (others.length === 0 && points === 0) ? [money(gross)] : []),
    ...others.map(({ currency, gross_minor: minor }) => money(minor, currency)),
    ...(points > 0 ? [t('campaigns.points', { n: count(points) })] : []),
  ].join(' · ')

const backOf = ({ refunded_cents: back, others }: Sales): string =>
  [
    ...(back > 0 ? [money(back)] : []),
    ...others
      .filter(({ refunded_minor: minor }) => minor > 0)
      .map(({ currency, refunded_minor: minor }) => money(minor, currency)),
  ].join(' · ')

/** The sales of a product in the last 30 days. */
export function salesFacts(t: DeskTexts, sales: Sales): readonly (readonly [string, string] | null)[] {
  const back = backOf(sales)
  return [
    [t('products.sold'), count(sales.orders)],
    [t('products.paid'), paidFor(t, sales)],
    back === '' ? null : [t('products.back'), back],
  ]
}
