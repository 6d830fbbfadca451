import type { Product } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'
import { BuyLink } from './buy-link.tsx'
import type { OfferLook } from './first-offer.tsx'
import { GoodsArt } from './goods-art.tsx'
import { packExtra } from './pack-extra.ts'
import { useShownPrice } from './shown-price.ts'

type CardParts = {
  goods: Product
  pack: boolean
  texts: 'home.goods' | 'window'
  Offer: OfferLook
  /** The first good of a page: over the full width of its shelf, with the one gold button. */
  feature?: boolean
  /** The number of the card on its shelf, from 0. */
  at: number
  track?: string
  /** Small lines below the price. */
  notes?: ReactNode
}

/**
 * An item on a shelf: picture and name open its page, the price buys. All cards of a row have the same lines
 * (`goods-card.css`), so each text has its own.
 */
export function GoodsCard({ goods, pack, texts, Offer, feature = false, at, track = 'shop_buy', notes }: CardParts) {
  const t = useTranslations(texts)
  const format = useFormat()
  const price = useShownPrice()
  const extra = pack ? packExtra(goods) : 0
  return (
    <li className={`card card-link goods ${feature ? 'goods-feature' : ''}`}>
      <GoodsArt goods={goods} at={at} />
      {goods.tag === 'best' && <span className="badge badge-value goods-tag">{t('best')}</span>}
      <h3 className="goods-title font-bold">
        <Link href={paths.goods(goods.cp_goods_id)} className="goods-name text-ink no-underline hover:underline">
          {goods.name}
        </Link>
      </h3>
      {extra > 0 && <p className="goods-gets">{t('packExtra', { points: format.number(extra) })}</p>}
      {!pack && <Offer goods={goods} texts={texts} />}
      {goods.desc && <p className="goods-desc text-sm text-soft">{goods.desc}</p>}
      <BuyLink
        goods={goods}
        pack={pack}
        track={track}
        viaLogin={texts === 'window'}
        className={feature ? buttonClass('gold', 'normal', 'goods-price') : 'btn btn-price goods-price'}
        label={t('buy', { name: goods.name, price: price(goods) })}
      >
        {price(goods)}
      </BuyLink>
      {notes && <div className="goods-notes">{notes}</div>}
    </li>
  )
}
