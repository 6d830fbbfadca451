import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { money } from '../../kit/facts.tsx'
import { Moment } from '../../kit/moment.tsx'
import { OrderBadges } from '../../kit/order-badge.tsx'
import { Initial, ItemPicture } from '../../kit/picture.tsx'
import type { BoardState } from './board-cards.tsx'
import { Card } from './card.tsx'
import { spanHref } from './range.ts'

/** The latest orders of the range. A row leads to its order. */
export function Latest({ state: { result: board, error, reload } }: { state: BoardState }) {
  const t = useTranslations('desk')
  return (
    <Card
      title={t('today.latest')}
      href={board ? spanHref('/orders', board.from, board.to, board.at) : '/orders'}
      place="wide"
      error={error}
      again={reload}
    >
      {board &&
        (board.latest.length === 0 ? (
          <p className="home-empty">{t('today.noSales')}</p>
        ) : (
          <ul className="latest home-latest">
            {board.latest.map((order) => (
              <li key={order.order_no}>
                <ItemPicture icon={order.icon ?? ''} />
                <Link className="latest-link" href={`/orders/${order.order_no}`}>
                  {order.goods}
                </Link>
                <span className="latest-player pictured">
                  <Initial name={order.role_name} />
                  <bdi className="name" title={order.role_name}>
                    {order.role_name}
                  </bdi>
                </span>
                <span className="latest-state">
                  <OrderBadges order={order} />
                </span>
                <span className="latest-channel soft">{channelName(t, order.channel)}</span>
                <b className="latest-sum">{money(order.amount_cents, order.currency)}</b>
                <span className="latest-time soft">
                  <Moment at={order.created_at} />
                </span>
              </li>
            ))}
          </ul>
        ))}
    </Card>
  )
}
