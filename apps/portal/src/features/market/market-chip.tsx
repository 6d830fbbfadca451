import type { Market } from '@hc/contract/calls'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../shell/dialog-store.ts'

/** The country and currency of the prices. */
export default function MarketChip({ market: { country, currency } }: { market: Market }) {
  const t = useTranslations('common')
  return (
    <li>
      <button
        type="button"
        className="nav-tool"
        aria-label={`${t('nav.market')}: ${country} · ${currency}`}
        aria-haspopup="dialog"
        onClick={() => openDialog('market')}
      >
        <Icon name="card" />
        <span className="tabular-nums">
          {country} · {currency}
        </span>
      </button>
    </li>
  )
}
