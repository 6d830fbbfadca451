import { useMarket } from '../../lib/market.ts'
import { useApp } from '../../shell/app-context.ts'

const BASE = {}
const LOCAL = { local: true }

/** What a list is asked with: the prices of the player's country where it has its own. Null: not known yet. */
export function useLocalPrices(): { local?: boolean } | null {
  const { markets } = useApp().init
  const market = useMarket()
  if (!markets) return BASE
  if (market === undefined) return null
  return market?.local ? LOCAL : BASE
}
