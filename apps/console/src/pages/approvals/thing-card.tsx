import type { DeskResult } from '@hc/contract/desk/calls'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../kit/badge.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { money, percent } from '../../kit/facts.tsx'
import { CopyNumber } from '../../kit/list/long-number.tsx'
import { Moment } from '../../kit/moment.tsx'
import { OrderBadges } from '../../kit/order-badge.tsx'
import { ItemPicture, Person } from '../../kit/picture.tsx'

type Thing = NonNullable<DeskResult<'approval/read'>['thing']>

const campaignTones = { draft: 'neutral', ready: 'info', running: 'good', over: 'neutral', stopped: 'neutral' } as const

/** What a request is about, as its own page shows it: an order, a product or a campaign. */
export function ThingCard({ thing }: { thing: Thing }) {
  const t = useTranslations('desk')
  const id = useId()
  const { goods_name: name, icon, order, product, campaign } = thing
  return (
    <section className="card part order-card" aria-labelledby={id}>
      <div className="order-card-head">
        <h2 id={id}>
          {order ? t('row.order') : campaign ? t(`campaigns.kinds.${campaign.kind}`) : t('codes.target.product')}
        </h2>
        <span className="order-badges">
          {order && <OrderBadges order={order} />}
          {product && (
            <Badge tone={product.active ? 'good' : 'neutral'}>
              {t(product.active ? 'products.onSale' : 'products.offSale')}
            </Badge>
          )}
          {campaign && <Badge tone={campaignTones[campaign.state]}>{t(`campaigns.states.${campaign.state}`)}</Badge>}
        </span>
      </div>
      <div className="order-item">
        <ItemPicture icon={icon} />
        <div>
          <p>
            <b>{name}</b>
          </p>
          {order && order.role_name !== '' && <Person name={order.role_name} />}
          {product && (
            <p className="soft">
              <code>{product.cp_goods_id}</code>
              {product.bonus_pct > 0 && ` · ${t('orders.card.bonus', { bonus: percent(product.bonus_pct) })}`}
            </p>
          )}
          {campaign && (
            <p className="soft">
              <Moment at={campaign.starts_at} /> – <Moment at={campaign.ends_at} />
            </p>
          )}
        </div>
        {order && <b className="order-amount">{money(order.amount_cents, order.currency)}</b>}
        {product && <b className="order-amount">{money(product.price_cents)}</b>}
      </div>
      {order && (
        <p className="soft order-copy">
          <Link className="link" href={`/orders/${order.order_no}`}>
            {order.order_no}
          </Link>{' '}
          <CopyNumber number={order.order_no} /> · {channelName(t, order.channel)} · <Moment at={order.created_at} />
          {order.server_name !== '' && ` · ${order.server_name}`}
        </p>
      )}
    </section>
  )
}
