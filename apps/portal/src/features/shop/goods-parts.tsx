import type { Product, ShopWindow } from '@hc/contract/calls'
import { packPoints, pointsForUsd, usdToCents } from '@hc/domain/money'
import { lazy, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { loadNeeded } from '../../router/prepare.ts'
import { useApp } from '../../shell/app-context.ts'
import { Later } from '../../shell/lazy-part.tsx'
import { usePrice } from '../recharge/price.ts'
import { withBonus } from '../recharge/with-bonus.ts'

const BuyDialog = lazy(() => loadNeeded(import('./buy-dialog.tsx')))

/** The total that the player receives: the sum with the bonus, or a pack's extra points. */
export function Gets({ goods, pack }: { goods: Product; pack: boolean }) {
  const t = useTranslations('window')
  const format = useFormat()
  const { present } = packPoints(usdToCents(goods.price), goods.bonus)
  if (pack && present > 0) return <p className="goods-gets">{t('packExtra', { points: format.number(present) })}</p>
  if (!pack && goods.bonus > 0 && goods.quantity > 0)
    return <p className="goods-gets">{t('youGet', { total: format.number(withBonus(goods)) })}</p>
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
 * A link to the summary with this item chosen. A visitor is first asked how to sign in. Without a script the link leads
 * to the top-up page, which asks for the session itself.
 */
export function BuyLink({
  goods,
  pack,
  className,
  children,
}: {
  goods: Product
  pack: boolean
  className: string
  children: ReactNode
}) {
  const t = useTranslations('window')
  const price = usePrice()
  const { status } = useSession()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Link
        data-track="shop_buy"
        href={paths.buy(goods.cp_goods_id, pack)}
        className={className}
        aria-label={t('buyNamed', { name: goods.name, price: price(goods) })}
        onClick={(event) => {
          if (status !== 'anonymous') return
          event.preventDefault()
          setAsking(true)
        }}
      >
        {children}
      </Link>
      {asking && (
        <Later>
          <BuyDialog name={goods.name} to={paths.buy(goods.cp_goods_id, pack)} onClose={() => setAsking(false)} />
        </Later>
      )}
    </>
  )
}
