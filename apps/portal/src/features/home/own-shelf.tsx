import type { HomeGoods } from '@hc/contract/calls'
import type { ComponentType } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { goodsIn } from '../shop/goods-in.ts'

/** The shelf at the prices of the signed-in player, or of the country that the demo plays: those of the shop window. */
export default function OwnShelf({
  goods,
  Shelf,
}: {
  goods: HomeGoods[]
  Shelf: ComponentType<{ goods: HomeGoods[] }>
}) {
  const { result } = useCall('shop/catalog', {})
  if (!result) return <Shelf goods={goods} />
  return (
    <Shelf
      goods={goods.flatMap((one) => {
        const found = goodsIn(result, one.cp_goods_id)
        return found ? [{ ...one, offer: found.offer }] : []
      })}
    />
  )
}
