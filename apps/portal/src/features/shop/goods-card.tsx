import type { Product, ShopWindow } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { usePrice } from '../recharge/price.ts'
import { productArt } from '../recharge/product-art.ts'
import { BuyLink, Gets, PriceNotes } from './goods-parts.tsx'
import type { OwnOffers } from './offer.tsx'

type CardParts = { goods: Product; pack: boolean; shop: ShopWindow; own: OwnOffers | null; eager: boolean }

/** An item on a shelf: picture and name open its page, the price buys. */
export function GoodsCard({ goods, pack, shop, own, eager }: CardParts) {
  const t = useTranslations('window')
  const price = usePrice()
  return (
    <li className="card card-link goods">
      {goods.tag === 'best' && <span className="badge badge-value goods-tag">{t('best')}</span>}
      <span className="goods-art">
        <img src={productArt(goods)} alt="" width="240" height="240" loading={eager ? 'eager' : 'lazy'} />
      </span>
      <div className="goods-text">
        <h3 className="font-bold">
          <Link
            href={paths.goods(goods.cp_goods_id)}
            className="goods-name text-ink inline-flex min-h-6 items-center no-underline hover:underline"
          >
            {goods.name}
          </Link>
        </h3>
        <Gets goods={goods} pack={pack} own={own} />
        {goods.desc && <p className="text-sm text-soft mb-2">{goods.desc}</p>}
        <BuyLink goods={goods} pack={pack} className="goods-price">
          {price(goods)}
        </BuyLink>
        <PriceNotes goods={goods} pack={pack} shop={shop} />
      </div>
    </li>
  )
}
