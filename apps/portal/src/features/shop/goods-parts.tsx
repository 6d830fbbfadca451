import type { Product, ShopWindow } from '@hc/contract/calls'
import { packPoints, pointsForUsd, usdToCents } from '@hc/domain/money'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { loginUrl } from '../../lib/nav.ts'
import { useSession } from '../../lib/session.ts'
import { keepItem } from '../../lib/waiting-item.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { usePrice } from '../recharge/price.ts'
import { Offer, type OwnOffers } from './offer.tsx'

type GetsParts = { goods: Product; pack: boolean; own: OwnOffers | null; badge?: string }

/** What the player receives: the offer to the character, or a pack's extra points. */
export function Gets({ goods, pack, own, badge }: GetsParts) {
  const t = useTranslations('window')
  const format = useFormat()
  if (!pack) return <Offer goods={goods} own={own} texts="window" {...(badge && { badge })} />
  const { present } = packPoints(usdToCents(goods.price), goods.bonus)
  if (present > 0) return <p className="goods-gets">{t('packExtra', { points: format.number(present) })}</p>
  return null
}

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

/**
 * A link to the summary with this item chosen; a visitor signs in on the way. `short`: the page's title names the item.
 */
export function BuyLink({
  goods,
  pack,
  className,
  short = false,
  children,
}: {
  goods: Product
  pack: boolean
  className: string
  short?: boolean
  children: ReactNode
}) {
  const t = useTranslations('window')
  const price = usePrice()
  const { status } = useSession()
  const summary = paths.buy(goods.cp_goods_id, pack)
  return (
    <Link
      data-track="shop_buy"
      href={status === 'anonymous' ? loginUrl(summary) : summary}
      className={className}
      aria-label={short ? undefined : t('buyNamed', { name: goods.name, price: price(goods) })}
      onClick={() => keepItem(goods, price(goods))}
    >
      {children}
    </Link>
  )
}
