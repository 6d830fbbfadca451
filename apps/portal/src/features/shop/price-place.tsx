import type { Market } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../shell/dialog-store.ts'
import { useCountryName } from '../market/use-country-name.ts'

/** The country and the currency of the prices, with the way to change it. */
export function PricePlace({ market: { country, currency } }: { market: Market }) {
  const t = useTranslations('window')
  const nameOf = useCountryName()
  return (
    <p className="price-place">
      <span>{country ? `${nameOf(country)} · ${currency}` : currency}</span>{' '}
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => openDialog('market')}>
        {t('change')}
      </button>
    </p>
  )
}
