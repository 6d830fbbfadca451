import type { ShopWindow } from '@hc/contract/calls'
import { demoCountry } from '../../lib/demo-country.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { useApp } from '../../shell/app-context.ts'

/**
 * The window as the server rendered it for this connection. If more is known of the visitor (a session, or the country
 * that they chose in the demo), their own window is fetched. `waits`: until then the prices are hidden (`goods.css`).
 */
export function useShopWindow(rendered: ShopWindow): { shop: ShopWindow; waits: true | undefined } {
  const { markets } = useApp().init
  const { status } = useSession()
  const ask = markets && (status === 'player' || (status === 'anonymous' && demoCountry() !== ''))
  const { result, error } = useCall('shop/catalog', ask ? {} : null)
  const waits = markets && (status === 'unknown' || (ask && !result && error === null))
  return { shop: result ?? rendered, waits: waits || undefined }
}
