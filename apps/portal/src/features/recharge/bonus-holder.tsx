import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'

type LinkParts = { link: (chunks: ReactNode) => ReactNode }

/** A link to the open order that reserves the bonus, for a text with a link; null if no order reserves it. */
export function heldByLink({ bonus_held_by: order }: { bonus_held_by: string }): LinkParts | null {
  if (!order) return null
  return {
    link: (chunks) => (
      <Link key="order" href={paths.order(order)} className="link">
        {chunks}
      </Link>
    ),
  }
}
