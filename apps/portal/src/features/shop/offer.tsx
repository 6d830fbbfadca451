import type { Product } from '@hc/contract/calls'
import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { heldByLink } from '../recharge/bonus-holder.tsx'
import { FirstOffer, type OfferLook } from './first-offer.tsx'

/** The goods as they are on offer to the chosen character; `goods` is null until that is known. */
export type OwnOffers = { role: string; goods: Product[] | null }

/** The offers to the player's character; null for a guest. */
export const OwnContext = createContext<OwnOffers | null>(null)

/** What an order of this item, made at once, would promise: the same lines on every page. */
export const Offer: OfferLook = ({ goods, texts }) => {
  const t = useTranslations(texts)
  const format = useFormat()
  const ownOffers = use(OwnContext)
  if (goods.bonus === 0 && !ownOffers) return null
  const toRole = ownOffers?.goods?.find((candidate) => candidate.cp_goods_id === goods.cp_goods_id)
  const waits = ownOffers?.goods === null || undefined
  const holder = toRole && heldByLink(toRole)
  if (holder) return <p className="goods-used relative z-1 text-sm text-soft">{t.rich('bonusHeld', holder)}</p>
  if (toRole && toRole.bonus === 0) {
    if (toRole.bonus_used_ts === 0) return null
    return (
      <p className="goods-used text-sm text-soft">
        {t('bonusUsed', { role: ownOffers?.role ?? '', date: format.day(toRole.bonus_used_ts) })}
        {toRole.bonus_again_ts > 0 && (
          <span className="block text-gold">{t('bonusAgain', { date: format.day(toRole.bonus_again_ts) })}</span>
        )}
      </p>
    )
  }
  return <FirstOffer goods={toRole ?? goods} texts={texts} waits={waits} sure={!!toRole} />
}
