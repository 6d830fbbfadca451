import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { useLocalPrices } from '../market/use-local-prices.ts'
import { rememberedRole } from '../recharge/role-choice.ts'
import type { OwnOffers } from './offer.tsx'

/**
 * The offers to the character that the player chose last; null for a guest, for a player who chose none, and for a
 * character whose offers cannot be had: then the goods say what the first purchase gives.
 */
export function useOwnOffers(): OwnOffers | null {
  const player = useSession().status === 'player'
  const choice = player ? rememberedRole() : null
  const local = useLocalPrices()
  const target = choice && { server_id: choice.server.server_id, role_id: choice.role.role_id }
  const { result, error } = useCall('order/webProduct', target && local ? { ...target, ...local } : null)
  if (!choice || error !== null) return null
  return { role: choice.role.role_name, goods: result }
}
