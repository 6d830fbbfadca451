import type { Product, ShopWindow } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Contents } from '../features/shop/contents.tsx'
import { Arrives } from '../features/shop/arrives.tsx'
import { GoodsCard } from '../features/shop/goods-card.tsx'
import { goodsIn } from '../features/shop/goods-in.ts'
import { BuyLink } from '../features/shop/buy-link.tsx'
import { Offer, OwnContext } from '../features/shop/offer.tsx'
import { packExtra } from '../features/shop/pack-extra.ts'
import { PriceNotes } from '../features/shop/price-notes.tsx'
import { neighboursOf } from '../features/shop/neighbours.ts'
import { useOwnOffers } from '../features/shop/use-own-offers.ts'
import { useShopWindow } from '../features/shop/use-shop-window.ts'
import { Picture } from '../features/picture.tsx'
import { usePrice } from '../features/recharge/price.ts'
import { productArt } from '../features/recharge/product-art.ts'
import { useFormat } from '../lib/locale.ts'
import { paths } from '../paths.ts'
import type { PageProps } from '../router/route.ts'

function Missing() {
  const t = useTranslations('window')
  return (
    <StatePanel art="notfound" heading="h1" title={t('missing')} text={t('missingText')}>
      <Link href={paths.shop} className={buttonClass()}>
        {t('back')}
      </Link>
    </StatePanel>
  )
}

function Goods({ id, rendered }: { id: string; rendered: ShopWindow }) {
  const t = useTranslations('window')
  const tc = useTranslations('common')
  const format = useFormat()
  const price = usePrice()
  const { shop, waits } = useShopWindow(rendered)
  const offers = useOwnOffers()
  const goods = goodsIn(shop, id)
  if (!goods) return <Missing />
  const pack = shop.packs.includes(goods)
  const bonus = !pack && goods.bonus > 0
  const others = neighboursOf(goods, pack ? shop.packs : shop.items)
  return (
    <OwnContext value={offers}>
      <Link href={paths.shop} className={buttonClass('ghost', 'small', '-ml-3 mb-4')}>
        <Icon name="left" className="size-4" />
        {t('back')}
      </Link>
      <div className="card goods-page">
        <div className="goods-stage tinted">
          <Picture src={productArt(goods)} size={320} eager first />
        </div>
        <div className="goods-facts flex min-w-0 flex-col gap-2" data-waits={waits}>
          <h1 className="heading-2">{goods.name}</h1>
          {goods.desc && <p className="text-soft">{goods.desc}</p>}
          {!pack && <Offer goods={goods} texts="window" />}
          {pack && packExtra(goods) > 0 && (
            <p className="goods-gets">{t('packExtra', { points: format.number(packExtra(goods)) })}</p>
          )}
          {!pack && <Contents goods={goods} own={offers} />}
          <p className="price mt-3 text-2xl">{price(goods)}</p>
          <PriceNotes goods={goods} pack={pack} shop={shop} />
          {!pack && <Arrives texts="window" className="text-xs text-soft" />}
          <BuyLink
            goods={goods}
            pack={pack}
            className={buttonClass('gold', 'large', 'goods-buy order-2 mt-3 hidden md:inline-flex')}
          >
            {t('buyFor', { price: price(goods) })}
          </BuyLink>
          {bonus && <p className="order-2 mt-1 text-sm text-soft">{t('bonusText')}</p>}
          <p className="order-2 text-sm">
            <Link href={paths.refunds} className="link inline-flex min-h-6 items-center">
              {tc('footer.refunds')}
            </Link>
          </p>
        </div>
      </div>
      {others.length > 0 && (
        <section className="mt-8" aria-labelledby="sizes" data-waits={waits}>
          <h2 id="sizes" className="heading-3">
            {t('sizes')}
          </h2>
          <ul className="goods-shelf goods-sizes">
            {others.map((other) => (
              <GoodsCard
                key={other.cp_goods_id}
                goods={other}
                pack={pack}
                texts="window"
                Offer={Offer}
                at={Number.POSITIVE_INFINITY}
                notes={<PriceNotes goods={other} pack={pack} shop={shop} />}
              />
            ))}
          </ul>
        </section>
      )}
      <div className="pay-bar buy-bar md:hidden" data-waits={waits}>
        <p className="min-w-0 flex-1 font-bold">{goods.name}</p>
        <BuyLink goods={goods} pack={pack} className={buttonClass('gold', 'normal', 'goods-buy')}>
          {t('buyFor', { price: price(goods) })}
        </BuyLink>
      </div>
    </OwnContext>
  )
}

export default function GoodsPage({ data, params }: PageProps<{ shop: ShopWindow; goods: Product } | null>) {
  return <div className="page py-10">{data ? <Goods id={params.id ?? ''} rendered={data.shop} /> : <Missing />}</div>
}
