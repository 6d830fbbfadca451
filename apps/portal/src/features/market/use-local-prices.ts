import { useMarket } from '../../lib/market.ts'
import { useApp } from '../../shell/app-context.ts'

const BASE = {}
const LOCAL = { local: true }

/** The body of a list's call: asks for the prices of the player's country if it has its own. Null: not known yet. */
export function useLocalPrices(): { local?: boolean } | null {
  const { markets } = useApp().init
  const market = useMarket()
  if (!markets) return BASE
  if (market === undefined) return null
  return market?.local ? LOCAL : BASE
}
