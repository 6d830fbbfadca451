import type { Product } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { heldByLink } from '../recharge/bonus-holder.tsx'
import { withBonus } from '../recharge/with-bonus.ts'

/** The goods as they are on offer to the chosen character; `goods` is null until that is known. */
export type OwnOffers = { role: string; goods: Product[] | null }
type Goods = Pick<Product, 'cp_goods_id' | 'quantity' | 'bonus'>
type Parts = { goods: Goods; own: OwnOffers | null; texts: 'home.goods' | 'window'; badge?: string }

/** What an order of this item, made at once, would promise: the same lines on every page. `own`: null for a guest. */
export function Offer({ goods, own, texts, badge = 'text-xs text-soft' }: Parts) {
  const t = useTranslations(texts)
  const format = useFormat()
  if (goods.bonus === 0 && !own) return null
  const mine = own?.goods?.find((candidate) => candidate.cp_goods_id === goods.cp_goods_id)
  const waits = own?.goods === null || undefined
  const holder = mine && heldByLink(mine)
  if (holder) return <p className="relative z-1 text-sm text-soft">{t.rich('bonusHeld', holder)}</p>
  if (mine && mine.bonus === 0) {
    if (mine.bonus_used_ts === 0) return null
    return (
      <p className="text-sm text-soft">
        {t('bonusUsed', { role: own?.role ?? '', date: format.day(mine.bonus_used_ts) })}
        {mine.bonus_again_ts > 0 && (
          <span className="block text-gold">{t('bonusAgain', { date: format.day(mine.bonus_again_ts) })}</span>
        )}
      </p>
    )
  }
  const { quantity, bonus } = mine ?? goods
  if (bonus === 0) return null
  const total = format.number(withBonus({ quantity, bonus, bonus_held_by: '' }))
  return (
    <>
      {quantity > 0 && (
        <p className="goods-gets" data-waits={waits}>
          {mine ? t('youGet', { total }) : t('firstTime', { total })}
        </p>
      )}
      <p className={badge} data-waits={waits}>
        {t('firstBonus', { bonus: String(bonus) })}
      </p>
    </>
  )
}
