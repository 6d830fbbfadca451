import type { HomeGoods } from '@hc/contract/calls'
import type { ComponentType } from 'react'
import { useCall } from '../../lib/use-call.ts'
import type { OfferLook } from '../shop/first-offer.tsx'
import { Offer, OwnContext } from '../shop/offer.tsx'
import { useOwnOffers } from '../shop/use-own-offers.ts'

/**
 * The shelf with the offers to the player's character and, if the page's prices are not this visitor's (`others`), with
 * the prices of the player or of the country that a visitor of the demo has chosen.
 */
export default function OwnShelf({
  goods,
  others,
  Shelf,
}: {
  goods: HomeGoods[]
  others: boolean | null
  Shelf: ComponentType<{ goods: HomeGoods[]; waits?: boolean; Offer?: OfferLook }>
}) {
  const { result, error } = useCall('setting/webHomeConf', others ? {} : null)
  const offers = useOwnOffers()
  const waits = others === null || (others && !result && error === null)
  return (
    <OwnContext value={offers}>
      <Shelf goods={result?.goods ?? goods} waits={waits} Offer={Offer} />
    </OwnContext>
  )
}
