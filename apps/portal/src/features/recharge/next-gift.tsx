import type { Rebate, RebateTier } from '@hc/contract/calls'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { GAIN_FROM_MS, momentStore } from '../orders/moment-store.ts'
import { productArt } from './product-art.ts'

export type Target = { server_id: string; role_id: string }

/** What a tier gives, in words. */
export function useGain(): (tier: RebateTier) => string {
  const t = useTranslations('rebate')
  const format = useFormat()
  return ({ points, gift }) =>
    [points > 0 ? t('points', { points: format.signed(points) }) : '', gift && t('gift', { name: gift })]
      .filter(Boolean)
      .join(' · ')
}

const FILL_MS = 600

type BarProps = { label: string; text: string; before: number; now: number; order: string }

/** The bar to the next gift. At the moment of the order's success it fills from what was there before the order. */
function GiftBar({ label, text, before, now, order }: BarProps) {
  const moment = useStore(momentStore)
  const at = moment && moment.order === order && before < now ? moment.at : null
  const [isFull, setFull] = useState(false)
  const fill = useRef<HTMLSpanElement>(null)
  const fills = at !== null && !isFull
  useEffect(() => {
    if (!fills || !fill.current) return undefined
    const place = (part: number): Keyframe => ({ transform: `translateX(${(part - 1) * 100}%)` })
    // Until the moment begins, the bar stands where it stood.
    const delay = at ? Math.max(0, at + GAIN_FROM_MS - performance.now()) : 0
    const animation = fill.current.animate([place(before), place(at ? now : before)], {
      duration: FILL_MS,
      delay,
      fill: 'both',
      easing: 'ease-out',
    })
    if (at) animation.addEventListener('finish', () => setFull(true))
    return () => animation.cancel()
  }, [fills, at, before, now])
  return (
    <span className="gift-bar" data-fills={fills || undefined}>
      <progress className="rebate-bar" aria-label={label} max={1} value={now}>
        {text}
      </progress>
      {fills && (
        <span className="gift-fill" aria-hidden="true">
          <span ref={fill} />
        </span>
      )}
    </span>
  )
}

/**
 * How far a character is to the next gift, with its picture. Below half of the way it states what was spent, and urges
 * nobody. `order`: the order whose page shows it. Nothing is goal before the first purchase that counts.
 */
export function GiftProgress({ rebate, role, order = '' }: { rebate: Rebate; role: string; order?: string }) {
  const t = useTranslations('rebate')
  const format = useFormat()
  const gain = useGain()
  const { init } = useApp()
  const { amount, campaign, next_tier: next, tiers } = rebate
  const fresh = order === '' ? undefined : tiers.findLast((tier) => tier.sdk_order_id === order)
  const goal = fresh ?? next ?? tiers.at(-1)
  if (!campaign || !goal || amount <= 0) return null
  const label = t('sum', { role })
  const text = fresh
    ? t('reached', { gain: gain(fresh) })
    : !next
      ? t('every', { role, campaign: campaign.name })
      : amount * 2 < next.threshold
        ? t('far', { role, sum: format.money(amount), threshold: format.money(next.threshold), gain: gain(next) })
        : t('near', { missing: format.money(next.missing), gain: gain(next) })
  const art = goal.gift_goods ? productArt({ icon: goal.art, cp_goods_id: goal.gift_goods }) : init.brand.currency
  return (
    <div className="gift">
      <img src={art} alt="" width="56" height="56" loading="lazy" decoding="async" />
      <div className="min-w-0 flex-1">
        <GiftBar
          label={label}
          text={format.money(amount)}
          before={next ? Math.max(0, amount - (rebate.added ?? 0)) / next.threshold : 1}
          now={next ? amount / next.threshold : 1}
          order={order}
        />
        <span className="gift-dots" aria-hidden="true">
          {tiers.map((tier) => (
            <i key={tier.threshold} data-on={tier.missing === 0 || undefined} />
          ))}
        </span>
        <p className="font-semibold text-ink">{text}</p>
        {fresh && fresh.gift !== '' && <p className="text-sm text-soft">{t(`giftState.${fresh.gift_state}`)}</p>}
      </div>
    </div>
  )
}

/** The texts of a next gift. */
export const giftTexts = ['rebate'] as const

/** The rebate of a character that a purchase counts for; null if there is none, undefined until that is known. */
export function useNextGift(target: Target | null, order = ''): Rebate | null | undefined {
  const { status } = useSession()
  const body = status === 'player' && target ? { ...target, ...(order && { sdk_order_id: order }) } : null
  const { result, error } = useCall('e-recharge/rebate/info', body, { keep: true })
  if (body && !result && error === null) return undefined
  return result?.campaign && result.amount > 0 ? result : null
}

type NextGiftProps = {
  target: Target
  role: string
  /** Called once it is known whether there is a gift, and so how high the block is. */
  onKnown?: () => void
}

/** The next gift of one character, under its heading. A rebate that cannot be loaded is left out. */
export function NextGift({ target, role, onKnown }: NextGiftProps) {
  const rebate = useNextGift(target)
  const isKnown = rebate !== undefined
  const say = useEffectEvent(() => onKnown?.())
  useEffect(() => {
    if (isKnown) say()
  }, [isKnown])
  return rebate ? <GiftSection gift={rebate} role={role} /> : null
}

export function GiftSection({ gift: rebate, role, order = '' }: { gift: Rebate; role: string; order?: string }) {
  const t = useTranslations('rebate')
  const format = useFormat()
  if (!rebate.campaign) return null
  return (
    <section className="next-gift" aria-label={`${t('title')} · ${role}`}>
      <h2 className="font-bold">{t('title')}</h2>
      <GiftProgress rebate={rebate} role={role} order={order} />
      <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
        <span>{t('until', { date: format.day(rebate.campaign.end_ts) })}</span>
        <Link href={paths.recharge} className="link inline-flex min-h-11 items-center">
          {t('tiers')}
        </Link>
      </p>
    </section>
  )
}
