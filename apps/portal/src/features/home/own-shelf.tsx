import type { HomeGoods } from '@hc/contract/calls'
import type { ComponentType } from 'react'
import { useCall } from '../../lib/use-call.ts'

/** The shelf as the signed-in player sees it, or the country that the demo plays. */
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
