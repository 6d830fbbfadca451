import type { OrderRecord, PayChannel, Product } from '@hc/contract/calls'
import { packPoints, pointsForUsd, usdToCents } from '@hc/domain/money'
import { Button } from '@hc/ui/button'
import { DefinitionRow } from '@hc/ui/definition-row'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useMarket } from '../../lib/market.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { ShortOfPoints } from '../pay/exact-offer.tsx'
import { useNarrow } from './order-group.tsx'
import { usePrice, useTaxInside } from './price.ts'
import { productArt } from './product-art.ts'
import { heldByLink } from './bonus-holder.tsx'
import { useWayNames } from './way-name.ts'
import { Arrives } from '../shop/arrives.tsx'
import { Marks } from '../pay/marks.tsx'
import { Pictogram, useMarks } from './way-mark.tsx'
import { POINTS_CHANNEL, type Way } from './ways.ts'
import { offeredBonus, withBonus } from './with-bonus.ts'

/** The purchase as it stands: what is chosen, and what still keeps the player from paying. */
type Summary = {
  product: Product | undefined
  /** The name of the item that waits for a character. */
  wish: string | undefined
  /** The item that the address names, or its ways to pay, are on their way: their places are kept. */
  loads: boolean
  pack: boolean
  serverName: string | undefined
  roleName: string | undefined
  /** The account that is signed in. */
  account: string | undefined
  way: Way | undefined
  /** The choice that is still missing, or the error. */
  problem: ReactNode
  /** The price at the time of the choice, if it has just changed. */
  before: string | null
  /** The unpaid order of the same item and character; it can still be paid. */
  unpaid: OrderRecord | undefined
  onPayUnpaid: (order: OrderRecord) => void
  /** Goes on with an order that got no answer; null if there is none. */
  resume: (() => void) | null
  busy: boolean
  /** If false, there is no connection and nothing can be paid. */
  online: boolean
  onPay: () => void
}

const termsLink = (chunks: ReactNode) => (
  <Link key="terms" href={paths.agreement} className="link">
    {chunks}
  </Link>
)

/**
 * What a buyer in the United States gets, apart from all other terms: California asks for it wherever a digital good is
 * bought (Business and Professions Code, section 17500.6, in force since 1 January 2025; read on 2026-11-26).
 */
function License({ look }: { look: string }) {
  const t = useTranslations('recharge')
  if (useMarket()?.country !== 'US') return null
  return <p className={look}>{t.rich('summary.license', { link: termsLink })}</p>
}

function useTotal(product: Product | undefined, channel: PayChannel | undefined): string {
  const t = useTranslations('recharge')
  const format = useFormat()
  const price = usePrice()
  if (!product) return ''
  return channel?.channel_code === POINTS_CHANNEL
    ? t('summary.totalPoints', { points: format.number(pointsForUsd(product.price)) })
    : price(product)
}

/** The total; if it has just changed, behind the struck old one. */
function Total({ total, before, look }: { total: string; before: string | null; look: string }) {
  const t = useTranslations('recharge')
  return (
    <>
      {before !== null && before !== total && (
        <s className="mr-2 text-base font-normal text-soft">
          <span className="sr-only">{t('summary.before')} </span>
          {before}
        </s>
      )}
      <span className={`price ${look}`}>{total}</span>
    </>
  )
}

/** Keeps "HC-Punkte" from breaking at its hyphen. */
const unbroken = (text: string): string => text.replaceAll('-', '\u2011')

/** The price in money beside a price in points, so that nobody has to calculate. */
function useWorth(product: Product | undefined, channel: PayChannel | undefined): string {
  const t = useTranslations('recharge')
  const price = usePrice()
  if (!product || channel?.channel_code !== POINTS_CHANNEL) return ''
  return t('summary.worth', { amount: price(product) })
}

/** The seller, the support hours, and the links to help and to the rules of refunds, beside the pay button. */
function SoldBy() {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const {
    init: { brand },
  } = useApp()
  return (
    <div className="mt-4 border-t border-line pt-3 text-sm text-soft">
      <p>{tc('footer.seller', { seller: brand.seller.name })}</p>
      {brand.support.hours && <p>{t('summary.hours', { hours: brand.support.hours })}</p>}
      <p className="mt-1 flex flex-wrap gap-x-4">
        <Link href={paths.refunds} className="link inline-flex min-h-6 items-center">
          {tc('footer.refunds')}
        </Link>
        <Link href={paths.contact} className="link inline-flex min-h-6 items-center">
          {tc('footer.contact')}
        </Link>
      </p>
    </div>
  )
}

/** Where the player pays, that the shop sees no card, and how soon an item arrives where the money is there at once. */
function TrustLine({ way, pack }: { way: Way; pack: boolean }) {
  const t = useTranslations('method')
  const marksOf = useMarks()
  const { channel, method } = way
  if (channel.channel_code === POINTS_CHANNEL) return null
  const isAtOnce = method === null || method.settles === 'instant'
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-3 text-sm text-soft">
      <p className="min-w-0 flex-1 basis-48">{t('trust', { gateway: channel.name })}</p>
      <Marks marks={marksOf(way)} />
      {!pack && isAtOnce && <Arrives texts="method" className="basis-full" />}
    </div>
  )
}

/** Step 4: the order at a glance, and the pay button. */
export function OrderSummary({ summary }: { summary: Summary }) {
  const { product, pack, way, problem, loads } = summary
  const channel = way?.channel
  const t = useTranslations('recharge')
  const format = useFormat()
  const total = useTotal(product, channel)
  const worth = useWorth(product, channel)
  const tax = useTaxInside(product)
  const nameOf = useWayNames()
  const heldBy = heldByLink({ bonus_held_by: product?.bonus_held_by ?? '' })
  const bonusOf = (row: Product): string =>
    row.quantity === 0
      ? t('summary.bonusPercent', { bonus: String(row.bonus) })
      : t('summary.bonusUnits', {
          quantity: format.number(row.quantity),
          extra: format.number(withBonus(row) - row.quantity),
        })
  const isNarrow = useNarrow()
  const bonus =
    product && offeredBonus(product) > 0
      ? pack
        ? t('item.packExtra', { points: format.number(packPoints(usdToCents(product.price), product.bonus).present) })
        : bonusOf(product)
      : null
  return (
    <div className="card p-5 md:p-6">
      <h2 className="heading-3">{t('step.summary')}</h2>
      {product || loads ? (
        <>
          {product ? (
            <div className="mt-4 flex items-center gap-4">
              <img src={productArt(product)} alt="" width="64" height="64" className="size-16" />
              <div className="min-w-0">
                <p className="font-bold">{product.name}</p>
                {!pack && product.quantity === 0 && <p className="text-sm text-soft">{product.desc}</p>}
              </div>
            </div>
          ) : (
            <Skeleton className="mt-4 h-16" />
          )}
          <dl className="mt-3">
            {(summary.account || loads) && (
              <DefinitionRow look="summary" label={t('summary.account')}>
                {summary.account ?? <Skeleton className="h-6 w-20" />}
              </DefinitionRow>
            )}
            {!pack && summary.serverName && (
              <DefinitionRow look="summary" label={t('summary.server')}>
                {summary.serverName}
              </DefinitionRow>
            )}
            {!pack && summary.roleName && (
              <DefinitionRow look="summary" label={t('summary.role')}>
                {summary.roleName}
              </DefinitionRow>
            )}
            {(way || loads) && (
              <DefinitionRow look="summary" label={t('summary.channel')}>
                {way ? nameOf(way) : <Skeleton className="h-6 w-24" />}
              </DefinitionRow>
            )}
            {bonus && (
              <DefinitionRow look="summary" label={t('summary.bonus')}>
                <span className="text-gold">{bonus}</span>
              </DefinitionRow>
            )}
            {tax && channel?.channel_code !== POINTS_CHANNEL && (
              <DefinitionRow look="summary" label={tax.label}>
                {tax.amount}
              </DefinitionRow>
            )}
            <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
              <dt className="font-bold">{t('summary.total')}</dt>
              <dd className="ms-auto text-right">
                {product ? (
                  <Total total={total} before={summary.before} look="text-2xl" />
                ) : (
                  <Skeleton className="h-8 w-24" />
                )}
                {worth && <span className="block text-sm text-soft">{worth}</span>}
              </dd>
            </div>
          </dl>
          {product && channel?.channel_code === POINTS_CHANNEL && <ShortOfPoints product={product} />}
          {heldBy && (
            <Notice tone="warn" className="mt-3">
              {t.rich('summary.bonusHeld', heldBy)}
            </Notice>
          )}
        </>
      ) : (
        <p className="mt-3 min-h-24 text-soft lg:min-h-52">
          {summary.wish === undefined ? t('summary.empty') : t('item.wish', { name: summary.wish })}
        </p>
      )}
      {!isNarrow && (
        <div className="mt-4 flex flex-col gap-3">
          <div aria-live="polite" className="empty:hidden">
            {problem && <Notice tone="bad">{problem}</Notice>}
          </div>
          <Unpaid summary={summary} />
          <PayButton summary={summary} size="large" />
        </div>
      )}
      <License look="mt-3 text-sm text-soft" />
      <p className="mt-3 text-sm text-faint">{t.rich('summary.terms', { link: termsLink })}</p>
      {way ? <TrustLine way={way} pack={pack} /> : loads && <Skeleton className="mt-4 h-16" />}
      <SoldBy />
    </div>
  )
}

/** The item and character have an unpaid order already: it can be paid instead of another one. */
function Unpaid({ summary: { unpaid, onPayUnpaid } }: { summary: Summary }) {
  const t = useTranslations('recharge')
  if (!unpaid) return null
  return (
    <div className="unpaid-note">
      <p>{t('summary.unpaid')}</p>
      <Button kind="quiet" size="small" data-track="pay_unpaid" onClick={() => onPayUnpaid(unpaid)}>
        {t('summary.payUnpaid')}
      </Button>
    </div>
  )
}

function PayButton({ summary, size }: { summary: Summary; size: 'normal' | 'large' }) {
  const t = useTranslations('recharge')
  const { product, way, unpaid, resume, busy, loads } = summary
  const total = useTotal(product, way?.channel)
  return (
    <Button
      data-track="pay"
      kind="gold"
      size={size}
      className={size === 'large' ? 'w-full' : loads ? 'min-w-32' : ''}
      busy={busy}
      off={!summary.online}
      onClick={resume ?? summary.onPay}
    >
      {busy
        ? t('summary.paying')
        : resume
          ? t('pending.resume')
          : product
            ? t(unpaid ? 'summary.payAnother' : 'summary.pay', { price: unbroken(total) })
            : t('summary.payShort')}
    </Button>
  )
}

/**
 * The pay bar of windows without a summary beside the choices: who gets what, the price, the way to pay, and the button
 * in reach of the thumb.
 */
export function PayBar({ summary }: { summary: Summary }) {
  const { product, pack, way, problem, loads } = summary
  const channel = way?.channel
  const t = useTranslations('recharge')
  const total = useTotal(product, channel)
  const worth = useWorth(product, channel)
  const format = useFormat()
  const nameOf = useWayNames()
  const gets =
    product && !pack && offeredBonus(product) > 0 && product.quantity > 0
      ? t('item.youGet', { total: format.number(withBonus(product)) })
      : null
  const whom =
    !pack && summary.roleName && summary.serverName
      ? t('summary.roleOn', { role: summary.roleName, server: summary.serverName })
      : summary.account && t('summary.forAccount', { account: summary.account })
  return (
    <div className="pay-bar">
      <div aria-live="polite" className="basis-full empty:hidden">
        {problem && <Notice tone="bad">{problem}</Notice>}
      </div>
      {product && <Unpaid summary={summary} />}
      {(product || loads) && (
        <p className="pay-bar-what">
          {product ? <span className="pay-bar-item">{product.name}</span> : <Skeleton className="h-5 w-28" />}
          {whom && <span className="pay-bar-whom">{whom}</span>}
        </p>
      )}
      <div className="pay-bar-text">
        {product || loads ? (
          <>
            <p className="pay-bar-price">
              {!pack && summary.roleName && <span className="pay-bar-role">{summary.roleName}</span>}
              {product ? (
                <Total total={total} before={summary.before} look="text-xl" />
              ) : (
                <Skeleton className="h-7 w-20" />
              )}
              {worth && <span className="text-sm text-soft">{worth}</span>}
              {gets && <span className="text-sm font-semibold text-gold">{gets}</span>}
            </p>
            {way ? (
              <p className="pay-bar-way">
                <Pictogram way={way} />
                {nameOf(way)}
              </p>
            ) : (
              loads && <Skeleton className="mt-0.5 h-5 w-24" />
            )}
          </>
        ) : (
          <p className="text-sm text-soft">
            {summary.wish === undefined ? t('summary.empty') : t('item.wish', { name: summary.wish })}
          </p>
        )}
      </div>
      <PayButton summary={summary} size="normal" />
      {(product || loads) && !problem && <License look="pay-bar-terms" />}
      {(product || loads) && !problem && (
        <p className="pay-bar-terms">{t.rich('summary.terms', { link: termsLink })}</p>
      )}
    </div>
  )
}
