import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { useMarket } from '../../lib/market.ts'
import { openDialog } from '../../shell/dialog-store.ts'

/** The country and currency of the prices; nothing where no sign says a country. */
export function MarketChip() {
  const t = useTranslations('common')
  const market = useMarket()
  if (!market?.country) return null
  const { country, currency } = market
  return (
    <li>
      <button
        type="button"
        className="nav-tool"
        aria-label={`${t('nav.market')}: ${country} · ${currency}`}
        aria-haspopup="dialog"
        onClick={() => {
          openDialog('market')
        }}
      >
        <Icon name="card" />
        <span className="tabular-nums">
          {country} · {currency}
        </span>
      </button>
    </li>
  )
}
