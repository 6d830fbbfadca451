import type { Market } from '@hc/contract/calls'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../shell/dialog-store.ts'

/** The country and currency of the prices. */
export default function MarketChip({ market: { country, currency } }: { market: Market }) {
  const t = useTranslations('common')
  return (
    <button
      type="button"
      className="nav-tool market-chip max-lg:hidden"
      aria-label={`${t('nav.market')}: ${country} · ${currency}`}
      aria-haspopup="dialog"
      onClick={() => openDialog('market')}
    >
      <Icon name="pin" />
      <span>{currency}</span>
    </button>
  )
}
