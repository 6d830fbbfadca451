import type { Product } from '@hc/contract/calls'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { loginUrl } from '../../lib/nav.ts'
import { useSession } from '../../lib/session.ts'
import { keepItem } from '../../lib/waiting-item.ts'
import { paths } from '../../paths.ts'
import { useShownPrice } from './shown-price.ts'

type BuyParts = {
  goods: Product
  pack: boolean
  className: string
  track?: string
  /** A visitor goes to the login at once, not by way of the summary. */
  viaLogin?: boolean
  /** The accessible name, where the text beside it does not name the item. */
  label?: string
  children: ReactNode
}

/** A link to the summary with this item chosen; a visitor signs in on the way. */
export function BuyLink({ goods, pack, className, track = 'shop_buy', viaLogin = true, label, children }: BuyParts) {
  const price = useShownPrice()
  const { status } = useSession()
  const summary = paths.buy(goods.cp_goods_id, pack)
  return (
    <Link
      data-track={track}
      href={viaLogin && status === 'anonymous' ? loginUrl(summary) : summary}
      className={className}
      aria-label={label}
      onClick={() => keepItem(goods, price(goods))}
    >
      {children}
    </Link>
  )
}
