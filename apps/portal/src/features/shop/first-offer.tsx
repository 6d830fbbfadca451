import type { Product } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { withBonus } from '../recharge/with-bonus.ts'

export type OfferParts = {
  goods: Pick<Product, 'cp_goods_id' | 'quantity' | 'bonus'>
  texts: 'home.goods' | 'window'
  badge?: string
}

/** What the first purchase gives. `sure`: the character is known, and it has the bonus. */
export function FirstOffer({
  goods: { quantity, bonus },
  texts,
  badge = 'text-xs text-soft',
  waits,
  sure,
}: OfferParts & { waits?: boolean | undefined; sure?: boolean }) {
  const t = useTranslations(texts)
  const total = useFormat().number(withBonus({ quantity, bonus, bonus_held_by: '' }))
  if (bonus === 0) return null
  return (
    <>
      {quantity > 0 && (
        <p className="goods-gets" data-waits={waits}>
          {t(sure ? 'youGet' : 'firstTime', { total })}
        </p>
      )}
      <p className={badge} data-waits={waits}>
        {t('firstBonus', { bonus: String(bonus) })}
      </p>
    </>
  )
}
