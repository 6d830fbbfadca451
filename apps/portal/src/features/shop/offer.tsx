import type { Product } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { heldByLink } from '../recharge/bonus-holder.tsx'
import { FirstOffer, type OfferParts } from './first-offer.tsx'

/** The goods as they are on offer to the chosen character; `goods` is null until that is known. */
export type OwnOffers = { role: string; goods: Product[] | null }
type Parts = OfferParts & { own: OwnOffers | null }

/** What an order of this item, made at once, would promise: the same lines on every page. `own`: null for a guest. */
export function Offer({ goods, own, texts, badge }: Parts) {
  const t = useTranslations(texts)
  const format = useFormat()
  if (goods.bonus === 0 && !own) return null
  const toRole = own?.goods?.find((candidate) => candidate.cp_goods_id === goods.cp_goods_id)
  const waits = own?.goods === null || undefined
  const holder = toRole && heldByLink(toRole)
  if (holder) return <p className="relative z-1 text-sm text-soft">{t.rich('bonusHeld', holder)}</p>
  if (toRole && toRole.bonus === 0) {
    if (toRole.bonus_used_ts === 0) return null
    return (
      <p className="text-sm text-soft">
        {t('bonusUsed', { role: own?.role ?? '', date: format.day(toRole.bonus_used_ts) })}
        {toRole.bonus_again_ts > 0 && (
          <span className="block text-gold">{t('bonusAgain', { date: format.day(toRole.bonus_again_ts) })}</span>
        )}
      </p>
    )
  }
  return <FirstOffer goods={toRole ?? goods} texts={texts} waits={waits} sure={!!toRole} {...(badge && { badge })} />
}
