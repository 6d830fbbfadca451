import type { ShopWindow } from '@hc/contract/calls'
import { demoCountry } from '../../lib/demo-country.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { useApp } from '../../shell/app-context.ts'

/**
 * The window as the server rendered it for this connection; where more is known of whoever looks (a session, the
 * country that the demo plays), the one for them follows.
 */
export function useShopWindow(rendered: ShopWindow): ShopWindow {
  const { markets } = useApp().init
  const { status } = useSession()
  const ask = markets && (status === 'player' || (status === 'anonymous' && demoCountry() !== ''))
  return useCall('shop/catalog', ask ? {} : null).result ?? rendered
}
