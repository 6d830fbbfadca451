import type { Product, ShopWindow } from '@hc/contract/calls'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { GoodsCard } from '../features/shop/goods-card.tsx'
import { HowItWorks } from '../features/shop/how-it-works.tsx'
import { KindChips, MANY } from '../features/shop/kind-chips.tsx'
import { Offer, OwnContext } from '../features/shop/offer.tsx'
import { PayTrust } from '../features/shop/pay-trust.tsx'
import { PriceNotes } from '../features/shop/price-notes.tsx'
import { PricePlace } from '../features/shop/price-place.tsx'
import { ShopQuestions } from '../features/shop/shop-questions.tsx'
import { useOwnOffers } from '../features/shop/use-own-offers.ts'
import { useShopWindow } from '../features/shop/use-shop-window.ts'
import type { PageProps } from '../router/route.ts'
import { useApp } from '../shell/app-context.ts'

type ShelfParts = { id: 'items' | 'packs'; goods: Product[]; shop: ShopWindow; waits: true | undefined; first: boolean }

function Shelf({ id, goods, shop, waits, first }: ShelfParts) {
  const t = useTranslations('window')
  if (goods.length === 0) return null
  return (
    <section id={id} className="goods-section" aria-labelledby={`shop-${id}`}>
      <h2 id={`shop-${id}`} className="heading-3">
        {t(id)}
      </h2>
      <ul className={`goods-shelf ${first ? 'goods-first' : ''}`} data-waits={waits}>
        {goods.map((good, at) => (
          <GoodsCard
            key={good.cp_goods_id}
            goods={good}
            pack={id === 'packs'}
            texts="window"
            Offer={Offer}
            feature={first && at === 0}
            at={first ? at : Number.POSITIVE_INFINITY}
            notes={<PriceNotes goods={good} pack={id === 'packs'} shop={shop} />}
          />
        ))}
      </ul>
    </section>
  )
}

function Missing() {
  const t = useTranslations('window')
  return <StatePanel art="empty" title={t('missing')} text={t('missingText')} />
}

function Window({ rendered }: { rendered: ShopWindow }) {
  const t = useTranslations('window')
  const { markets } = useApp().init
  const { shop, waits } = useShopWindow(rendered)
  const offers = useOwnOffers()
  const { items, packs } = shop
  return (
    <>
      <div className="page shop-head">
        <h1 className="heading-2">{t('title')}</h1>
        <div className="shop-line" data-waits={waits}>
          <p className="section-lead">{t('text')}</p>
          {markets && <PricePlace market={shop.market} />}
        </div>
      </div>
      {items.length > 0 && packs.length > 0 && items.length + packs.length >= MANY && <KindChips />}
      <div id="goods" className="page goods-section pb-10">
        {items.length + packs.length === 0 && <Missing />}
        <OwnContext value={offers}>
          <Shelf id="items" goods={items} shop={shop} waits={waits} first />
          {items.some(({ bonus }) => bonus > 0) && <p className="goods-rule text-soft max-w-prose">{t('bonusText')}</p>}
          <Shelf id="packs" goods={packs} shop={shop} waits={waits} first={items.length === 0} />
        </OwnContext>
        <HowItWorks />
        <PayTrust shop={shop} />
        <ShopQuestions shop={shop} />
      </div>
    </>
  )
}

export default function ShopPage({ data }: PageProps<{ shop: ShopWindow } | null>) {
  const t = useTranslations('window')
  if (data) return <Window rendered={data.shop} />
  return (
    <div className="page shop-head pb-10">
      <h1 className="heading-2">{t('title')}</h1>
      <p className="section-lead">{t('text')}</p>
      <Missing />
    </div>
  )
}
