import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { Button, buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { iconRefresh } from '@hc/ui/more-icons'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { goodsAfter, isExact, withPointsPath } from '../recharge/after-points.ts'
import { heldByLink } from '../recharge/bonus-holder.tsx'
import { useApp } from '../../shell/app-context.ts'
import { GameLink } from '../../shell/game-link.tsx'
import { productArt } from '../recharge/product-art.ts'
import { ContactLink } from '../support/contact-link.tsx'
import { ServiceLink } from '../service-link.tsx'
import { Countdown } from './countdown.tsx'
import { Promised } from './promised.tsx'
import { OrderProgress } from './order-progress.tsx'
import { usePaidText, useStatusText } from './status-text.ts'
import type { OrderView } from './use-order.ts'

type Props = { record: OrderRecord; view: OrderView; onPay: () => void; onCheck: () => void }

const mood: Partial<Record<number, string>> = { 4: 'status-good', 2: 'status-good', 3: 'status-bad', 6: 'status-bad' }

function Actions({ record, view, onPay, onCheck }: Props) {
  const t = useTranslations('order')
  const { info } = useSession()
  const { status } = record
  const pending = status === OrderStatus.pending
  const isHeld = record.staff === 'payment'
  const pack = record.order_type === 'coin'
  const exact = isExact(record)
  const after = exact ? goodsAfter(record.sdk_order_id) : ''
  const again = exact ? (after ? withPointsPath(after) : paths.packs) : paths.buy(record.cp_goods_id, pack)
  // A player who did not get to pay wants to buy the same item again.
  const unpaid = !isHeld && (status === OrderStatus.failed || status === OrderStatus.overdue)
  return (
    <div className="mt-6 flex flex-wrap gap-3 max-md:[&>*]:w-full">
      {pending && !isHeld && (
        <Button data-track="order_pay" kind="gold" onClick={onPay}>
          {t('action.pay')}
        </Button>
      )}
      {(unpaid || status === OrderStatus.refunded) && (
        <Link href={unpaid ? again : pack ? paths.packs : paths.recharge} className={buttonClass('gold')}>
          {t('action.topUp')}
        </Link>
      )}
      {status === OrderStatus.delivered && (!exact || after) && (
        <Link data-track="order_again" href={again} className={buttonClass('gold')}>
          {t(exact ? 'action.onToItem' : 'action.again')}
        </Link>
      )}
      {status === OrderStatus.delivered && <GameLink track="order_start" className={buttonClass('quiet')} />}
      <Button
        data-track="order_check"
        kind={status === OrderStatus.delivered ? 'ghost' : 'primary'}
        busy={view.checking}
        onClick={onCheck}
      >
        {view.checking ? t('action.checking') : t('action.check')}
      </Button>
      {(pending || status === OrderStatus.paid) && (
        <Button kind="quiet" onClick={() => void view.refresh()}>
          <Icon name={iconRefresh} className="size-4" />
          {t('action.refresh')}
        </Button>
      )}
      {info?.customer_service && (
        <ServiceLink
          href={info.customer_service}
          order={record.sdk_order_id}
          className={buttonClass(record.staff === 'none' && !record.bonus_lost ? 'ghost' : 'primary')}
        >
          {t('action.support')}
        </ServiceLink>
      )}
      {info && !info.customer_service && <ContactLink order={record.sdk_order_id} className={buttonClass('ghost')} />}
    </div>
  )
}

/** Shows the item at the moment when it is delivered. */
function Arrived({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const { name, role_name: role, server_name: server } = record
  const { init } = useApp()
  const art = isExact(record) ? init.brand.currency : productArt({ icon: '', cp_goods_id: record.cp_goods_id })
  return (
    <div className="moment">
      <span className="moment-art">
        <img src={art} alt="" width="240" height="240" />
      </span>
      <p className="text-lg font-bold">
        {record.order_type === 'item' && role ? t('moment.item', { name, role, server }) : t('moment.pack', { name })}
      </p>
    </div>
  )
}

/** The order's state, its next step and the actions that are possible. Screen readers announce changes. */
export function OrderStatusPanel(props: Props) {
  const { record, view } = props
  const t = useTranslations('order')
  const format = useFormat()
  const { headline, text } = useStatusText(record)
  const paid = usePaidText(record)
  const heldBy = heldByLink(record)
  const moving = record.status === OrderStatus.pending || record.status === OrderStatus.paid
  return (
    <section className={`status-hero ${record.staff === 'payment' ? '' : (mood[record.status] ?? '')}`}>
      <OrderProgress record={record} />
      {record.status === OrderStatus.delivered && <Arrived record={record} />}
      <div className="mt-6 flex flex-col gap-2.5 first:mt-0" aria-live="polite">
        <h2 className="heading-3 text-2xl">{headline}</h2>
        <p className="max-w-prose text-soft">{text}</p>
        {record.status === OrderStatus.refunded && record.staff === 'none' && record.refund_ts > 0 && (
          <p className="font-semibold">
            {t('moment.refund', {
              amount: paid.amount,
              date: format.dateTime(record.refund_ts),
              id: record.sdk_order_id,
            })}
          </p>
        )}
      </div>
      {heldBy && (
        <Notice tone="warn" className="mt-3">
          {t.rich('moment.bonusHeld', heldBy)}
        </Notice>
      )}
      {record.bonus_lost > 0 && (
        <Notice tone="warn" className="mt-3">
          {t('moment.bonusLost', { bonus: String(record.bonus_lost) })}
        </Notice>
      )}
      {record.status === OrderStatus.pending && record.staff !== 'payment' && (
        <div className="mt-3">
          {record.promised_ts ? <Promised until={record.promised_ts} /> : <Countdown expireTs={record.pay_expire_ts} />}
        </div>
      )}
      <Actions {...props} />
      {moving && (
        <p className="mt-4 text-sm text-faint">
          {t('detail.autoRefresh')} {view.updatedAt > 0 && t('detail.updated', { time: format.time(view.updatedAt) })}
        </p>
      )}
    </section>
  )
}
