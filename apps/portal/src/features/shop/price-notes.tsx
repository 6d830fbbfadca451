import type { Product, ShopWindow } from '@hc/contract/calls'
import { pointsForUsd } from '@hc/domain/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { useApp } from '../../shell/app-context.ts'

/** Small notes beside the price: the included tax, and the price in points. */
export function PriceNotes({ goods, pack, shop }: { goods: Product; pack: boolean; shop: ShopWindow }) {
  const t = useTranslations('window')
  const format = useFormat()
  const { markets } = useApp().init
  const { rate_ppm: ppm } = shop.market
  return (
    <>
      {markets && (
        <p className="goods-tax text-xs text-soft">
          {goods.offer?.tax_included && ppm > 0 && t('tax', { rate: format.rate(ppm) })}
        </p>
      )}
      {!pack && (
        <p className="goods-points text-xs text-soft">
          {t('orPoints', { points: format.number(pointsForUsd(goods.price)) })}
        </p>
      )}
    </>
  )
}
