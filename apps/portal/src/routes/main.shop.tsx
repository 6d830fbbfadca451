import type { Product, ShopWindow } from '@hc/contract/calls'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { GoodsCard } from '../features/shop/goods-card.tsx'
import type { OwnOffers } from '../features/shop/offer.tsx'
import { PayTrust } from '../features/shop/pay-trust.tsx'
import { useOwnOffers } from '../features/shop/use-own-offers.ts'
import { useShopWindow } from '../features/shop/use-shop-window.ts'
import type { PageProps } from '../router/route.ts'

/** The number of pictures that are visible without scrolling. */
const EAGER = 4

function Shelf({
  id,
  title,
  goods,
  shop,
  own,
  waits,
}: {
  id: 'items' | 'packs'
  title: string
  goods: Product[]
  shop: ShopWindow
  own: OwnOffers | null
  waits: true | undefined
}) {
  if (goods.length === 0) return null
  return (
    <section id={id} className="mt-8 scroll-mt-20" aria-labelledby={`shop-${id}`}>
      <h2 id={`shop-${id}`} className="heading-3">
        {title}
      </h2>
      <ul className="goods-shelf" data-waits={waits}>
        {goods.map((good, index) => (
          <GoodsCard
            key={good.cp_goods_id}
            goods={good}
            pack={id === 'packs'}
            shop={shop}
            own={own}
            eager={id === 'items' && index < EAGER}
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
  const { shop, waits } = useShopWindow(rendered)
  const offers = useOwnOffers()
  if (shop.items.length + shop.packs.length === 0) return <Missing />
  return (
    <>
      <Shelf id="items" title={t('items')} goods={shop.items} shop={shop} own={offers} waits={waits} />
      {shop.items.some(({ bonus }) => bonus > 0) && (
        <p className="goods-rule text-soft max-w-prose">{t('bonusText')}</p>
      )}
      <Shelf id="packs" title={t('packs')} goods={shop.packs} shop={shop} own={offers} waits={waits} />
      <PayTrust gateways={shop.gateways} />
    </>
  )
}

export default function ShopPage({ data }: PageProps<{ shop: ShopWindow } | null>) {
  const t = useTranslations('window')
  return (
    <div className="page py-10">
      <h1 className="heading-2">{t('title')}</h1>
      <p className="section-lead">{t('text')}</p>
      {data ? <Window rendered={data.shop} /> : <Missing />}
    </div>
  )
}
