import type { Product } from '@hc/contract/calls'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { withBonus } from '../recharge/with-bonus.ts'

export type OfferParts = {
  goods: Pick<Product, 'cp_goods_id' | 'quantity' | 'bonus'>
  texts: 'home.goods' | 'window'
}
/** The offer of an item, as a card shows it. */
export type OfferLook = ComponentType<OfferParts>

/** What the first purchase gives. `sure`: the character is known, and it has the bonus. */
export function FirstOffer({
  goods: { quantity, bonus },
  texts,
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
      <p className="goods-bonus text-xs text-soft" data-waits={waits}>
        {t('firstBonus', { bonus: String(bonus) })}
      </p>
      <span className="goods-corner" aria-hidden="true" data-waits={waits}>
        {bonus === 100 ? '×2' : `+${bonus}%`}
      </span>
    </>
  )
}
