import type { Product } from '@hc/contract/calls'
import { DefinitionRow } from '@hc/ui/definition-row'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { offeredBonus, withBonus } from '../recharge/with-bonus.ts'
import type { OwnOffers } from './offer.tsx'

/**
 * What an order of this item, made at once, would give. The place of three rows is kept while the offer to the
 * character is not known, and if there is no bonus for it any more: then no total is shown.
 */
export function Contents({ goods, own }: { goods: Product; own: OwnOffers | null }) {
  const t = useTranslations('window')
  const format = useFormat()
  if (goods.quantity === 0 || goods.bonus === 0) return null
  const offer = own?.goods?.find((candidate) => candidate.cp_goods_id === goods.cp_goods_id) ?? goods
  const { quantity } = offer
  const total = withBonus(offer)
  return (
    <section className="goods-contents" data-waits={own?.goods === null || undefined} aria-labelledby="contents">
      <h2 id="contents" className="text-sm font-bold">
        {t('what')}
      </h2>
      <dl className="tabular-nums">
        <DefinitionRow look="summary" label={offer.name}>
          {format.number(quantity)}
        </DefinitionRow>
        {offeredBonus(offer) > 0 && (
          <>
            <DefinitionRow look="summary" label={t('bonusRow')}>
              {`+${format.number(total - quantity)}`}
            </DefinitionRow>
            <DefinitionRow look="summary" label={t('total')}>
              <span className="font-bold text-gold">{format.number(total)}</span>
            </DefinitionRow>
          </>
        )}
      </dl>
    </section>
  )
}
