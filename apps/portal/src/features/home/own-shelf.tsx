import type { HomeGoods } from '@hc/contract/calls'
import type { ComponentType } from 'react'
import { useCall } from '../../lib/use-call.ts'

/** The shelf with the prices of the signed-in player, or of the country that a visitor of the demo has chosen. */
export default function OwnShelf({
  goods,
  Shelf,
}: {
  goods: HomeGoods[]
  Shelf: ComponentType<{ goods: HomeGoods[]; waits?: boolean }>
}) {
  const { result, error } = useCall('setting/webHomeConf', {})
  return <Shelf goods={result?.goods ?? goods} waits={!result && error === null} />
}
