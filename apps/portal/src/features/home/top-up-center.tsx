import type { HomeConf, HomeGoods } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useMarket } from '../../lib/market.ts'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { loadNeeded } from '../../router/prepare.ts'
import { useApp } from '../../shell/app-context.ts'
import { Later } from '../../shell/lazy-part.tsx'
import { useTopUp } from '../../shell/nav-items.ts'
import { FirstOffer, type OfferLook } from '../shop/first-offer.tsx'
import { GoodsCard } from '../shop/goods-card.tsx'

const OwnShelf = lazy(() => loadNeeded(import('./own-shelf.tsx')))

const NotYet: OfferLook = (parts) => <FirstOffer {...parts} waits />

type ShelfParts = { goods: HomeGoods[]; waits?: boolean; Offer?: OfferLook }

/**
 * `waits` hides the prices from a visitor who may have other ones (`goods.css`). `Offer` is another one for a player:
 * a guest's page needs no code for it.
 */
function Shelf({ goods, waits = false, Offer = FirstOffer }: ShelfParts) {
  const t = useTranslations('home.topup')
  const { markets } = useApp().init
  return (
    <>
      <ul className="goods-shelf goods-first goods-short" data-waits={waits || undefined}>
        {goods.map((good, at) => (
          <GoodsCard
            key={good.cp_goods_id}
            goods={good}
            pack={good.kind === 'coin'}
            texts="home.goods"
            Offer={Offer}
            feature={at === 0}
            at={at}
            track="home_goods"
          />
        ))}
      </ul>
      {markets && (
        <p className="goods-tax mt-3 text-sm text-soft" data-waits={waits || undefined}>
          {goods.some(({ offer }) => offer?.tax_included) && t('taxed')}
        </p>
      )}
    </>
  )
}

/**
 * Whether the page's prices, those of the connection's country, may differ from this visitor's; null until that is
 * known. Two countries may have one currency and different prices, so a player's own prices are always fetched if one
 * of the two countries has prices of its own.
 */
function useOtherPrices(goods: HomeGoods[]): boolean | null {
  const { markets } = useApp().init
  const market = useMarket()
  const { status } = useSession()
  const offer = goods[0]?.offer
  if (markets && market === undefined) return null
  if (!market) return false
  if (market.currency !== (offer?.currency ?? 'USD')) return true
  return status === 'player' && (market.local || offer !== undefined)
}

/** What a first purchase brings, in one line for the whole shelf. */
function BonusBanner({ goods }: { goods: HomeGoods[] }) {
  const t = useTranslations('home.topup')
  const bonuses = goods.filter(({ kind, bonus }) => kind === 'item' && bonus > 0).map(({ bonus }) => bonus)
  if (bonuses.length === 0) return null
  const double = bonuses.every((bonus) => bonus === 100)
  return (
    <p className="bonus-banner">
      <Icon name="star" className="size-6" />
      <span>
        <strong>{double ? t('double') : t('upTo', { max: String(Math.max(...bonuses)) })}</strong>{' '}
        <span className="inline-block">{t(double ? 'doubleText' : 'upToText')}</span>
      </span>
    </p>
  )
}

/**
 * The shelf: the goods and their prices, for everybody, before a sign-in. A click chooses an item on the top-up page.
 * The page has the prices of the connection's country. If the player's may differ, they are fetched and replace them.
 */
export function TopUpCenter({ goods }: { goods: HomeConf['goods'] }) {
  const t = useTranslations('home')
  const tc = useTranslations('common')
  const topUp = useTopUp()
  const others = useOtherPrices(goods)
  const player = useSession().status === 'player'
  return (
    <section className="page section" aria-labelledby="topup-title">
      <h2 id="topup-title" className="heading-2">
        {t('topup.title')}
      </h2>
      <BonusBanner goods={goods} />
      {others || player ? (
        <Later fallback={<Shelf goods={goods} waits={others !== false} {...(player && { Offer: NotYet })} />}>
          <OwnShelf goods={goods} others={others} Shelf={Shelf} />
        </Later>
      ) : (
        <Shelf goods={goods} waits={others === null} />
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Link data-track="home_items" href={topUp.items} className={buttonClass('primary')}>
          {t('topup.itemsCta')}
          <Icon name="arrow" className="size-5" />
        </Link>
        <Link data-track="home_points" href={topUp.packs} className={buttonClass('quiet')}>
          {t('topup.pointsCta')}
          <Icon name="arrow" className="size-5" />
        </Link>
        <Link data-track="home_shop" href={paths.shop} className={buttonClass('ghost')}>
          {tc('title.shop')}
        </Link>
      </div>
    </section>
  )
}

const reasons = [
  ['check', 'delivery'],
  ['shield', 'payment'],
] as const

/** Three reasons why buying here is safe. */
export function Trust() {
  const t = useTranslations('home.trust')
  return (
    <section className="page section" aria-label={t('title')}>
      <ul className="trust">
        {reasons.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} className="size-6 text-mint" />
            <span>{t(text)}</span>
          </li>
        ))}
        <li>
          <Icon name="help" className="size-6 text-mint" />
          <span>
            {t('help')}{' '}
            <Link href={paths.contact} className="link">
              {t('contact')}
            </Link>
          </span>
        </li>
      </ul>
    </section>
  )
}
