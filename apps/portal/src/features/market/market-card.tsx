import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { useMarket } from '../../lib/market.ts'
import { openDialog } from '../../shell/dialog-store.ts'
import { MarketFacts } from './market-facts.tsx'

/** The country of a player's prices, on the account page; nothing in a shop with US dollars only. */
export function MarketCard() {
  const t = useTranslations('market')
  const market = useMarket()
  if (!market) return null
  return (
    <section className="flat" aria-labelledby="market-title">
      <h2 id="market-title" className="heading-3">
        {t('title')}
      </h2>
      <MarketFacts market={market} />
      <Button kind="quiet" size="small" className="mt-4" aria-haspopup="dialog" onClick={() => openDialog('market')}>
        {t('change')}
      </Button>
    </section>
  )
}
