import type { OrderRecord, Rebate } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { Button, buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { iconRefresh } from '@hc/ui/more-icons'
import { Notice } from '@hc/ui/notice'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { goodsAfter, isExact, withPointsPath } from '../recharge/after-points.ts'
import { heldByLink } from '../recharge/bonus-holder.tsx'
import { GameLink } from '../../shell/game-link.tsx'
import { useArrives } from '../shop/arrives.tsx'
import { GiftSection } from '../recharge/next-gift.tsx'
import { ContactLink } from '../support/contact-link.tsx'
import { ServiceLink } from '../service-link.tsx'
import { againAddress } from './again-address.ts'
import { Countdown } from './countdown.tsx'
import { Promised } from './promised.tsx'
import { Moment } from './moment.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderProgress } from './order-progress.tsx'
import { usePaidText, useStatusText } from './status-text.ts'
import type { OrderView } from './use-order.ts'
import { useSlide } from './use-slide.ts'

/** `gift`: what the order's character gets next, and so shown with a delivered order alone. */
type Props = { record: OrderRecord; gift: Rebate | null; view: OrderView; onPay: () => void; onCheck: () => void }

const mood: Partial<Record<number, string>> = { 4: 'status-good', 2: 'status-good', 3: 'status-bad', 6: 'status-bad' }

/** The order's next step: one filled button, and at most one quiet one. */
function Actions({ record, view, onPay, onCheck }: Props) {
  const t = useTranslations('order')
  const { info } = useSession()
  const { status } = record
  const isHeld = record.staff === 'payment'
  const pack = record.order_type === 'coin'
  const exact = isExact(record)
  const after = exact ? goodsAfter(record.sdk_order_id) : ''
  const again = exact ? (after ? withPointsPath(after) : paths.packs) : paths.buy(record.cp_goods_id, pack)
  const delivered = status === OrderStatus.delivered
  // A player who did not get to pay wants to buy the same item again.
  const unpaid = !isHeld && (status === OrderStatus.failed || status === OrderStatus.overdue)
  // The staff is what helps here.
  const needsStaff = record.staff !== 'none' || record.bonus_lost > 0
  const service = info?.customer_service
  const help = { order: record.sdk_order_id, className: buttonClass(delivered ? 'quiet' : 'primary') }
  return (
    <div className="mt-6 flex flex-wrap gap-3 max-md:[&>*]:w-full">
      {status === OrderStatus.pending && !isHeld && (
        <Button data-track="order_pay" kind="gold" onClick={onPay}>
          {t('action.pay')}
        </Button>
      )}
      {unpaid && (
        <Link href={again} className={buttonClass('gold')}>
          {t('action.topUp')}
        </Link>
      )}
      {exact && after && delivered && (
        <Link data-track="order_again" href={again} className={buttonClass('gold')}>
          {t('action.onToItem')}
        </Link>
      )}
      {delivered && <GameLink track="order_start" className={buttonClass(exact && after ? 'quiet' : 'primary')} />}
      {delivered && !exact && (
        <Link data-track="order_again" href={againAddress(record)} className={buttonClass('quiet')}>
          {t('action.again')}
        </Link>
      )}
      {needsStaff && service && (
        <ServiceLink href={service} {...help}>
          {t('action.support')}
        </ServiceLink>
      )}
      {needsStaff && info && !service && <ContactLink {...help} />}
      {status === OrderStatus.refunded && !needsStaff && (
        <Link href={pack ? paths.packs : paths.recharge} className={buttonClass('quiet')}>
          {t('action.topUp')}
        </Link>
      )}
      {asksAloud(record) && <CheckButton view={view} onCheck={onCheck} className={buttonClass('quiet')} />}
    </div>
  )
}

/** Whether "check my order" stands beside the next step; else it is one of the links below. */
const asksAloud = ({ status, staff }: OrderRecord): boolean => status === OrderStatus.overdue || staff !== 'none'

function CheckButton({ view, onCheck, className }: Pick<Props, 'view' | 'onCheck'> & { className: string }) {
  const t = useTranslations('order')
  return (
    <button
      type="button"
      data-track="order_check"
      className={className}
      aria-disabled={view.checking || undefined}
      onClick={() => {
        if (!view.checking) onCheck()
      }}
    >
      {view.checking ? t('action.checking') : t('action.check')}
    </button>
  )
}

/** What else a player can do with an order, as links on one line. */
function Links({ record, view, onCheck }: Props) {
  const t = useTranslations('order')
  const { info } = useSession()
  const order = record.sdk_order_id
  const service = info?.customer_service
  const look = 'link inline-flex min-h-11 items-center'
  return (
    <p className="order-links">
      {(record.pay_ts > 0 || record.receipt) && (
        <Link href={paths.receipt(order)} className={look}>
          {t(record.receipt ? 'action.receipt' : 'action.confirmation')}
        </Link>
      )}
      {!asksAloud(record) && <CheckButton view={view} onCheck={onCheck} className={look} />}
      {service && (
        <ServiceLink href={service} order={order} className={look}>
          {t('action.help')}
        </ServiceLink>
      )}
      {info && !service && <ContactLink order={order} className={look} />}
      <Link href={paths.account} className={look}>
        {t('action.personal')}
      </Link>
      <Link href={paths.records} className={look}>
        {t('action.records')}
      </Link>
    </p>
  )
}

/** The order's state, its next step and the actions that are possible. Screen readers announce changes. */
export function OrderStatusPanel(props: Props) {
  const { record, gift, view } = props
  const t = useTranslations('order')
  const format = useFormat()
  const { headline, text } = useStatusText(record)
  const paid = usePaidText(record)
  const heldBy = heldByLink(record)
  const arrives = useArrives()
  const pack = record.order_type === 'coin'
  const panel = useRef<HTMLElement>(null)
  useSlide(panel, record.status)
  const moving = record.status === OrderStatus.pending || record.status === OrderStatus.paid
  return (
    <section ref={panel} className={`status-hero ${record.staff === 'payment' ? '' : (mood[record.status] ?? '')}`}>
      {record.status === OrderStatus.delivered ? <Moment record={record} /> : <OrderHead record={record} />}
      <OrderProgress record={record} />
      {/* The moment says the delivery itself. */}
      <div
        className="mt-6 flex flex-col gap-2.5"
        aria-live={record.status === OrderStatus.delivered ? 'off' : 'polite'}
      >
        <h2 className="heading-3 text-2xl">{headline}</h2>
        <p className="max-w-prose text-soft">{text}</p>
        {arrives !== null && record.status === OrderStatus.paid && !pack && record.staff === 'none' && (
          <p className="max-w-prose text-soft">{t('hero.arrives', { seconds: arrives })}</p>
        )}
        {record.status === OrderStatus.refunded && record.staff === 'none' && record.refund_ts > 0 && (
          <p className="font-semibold">
            {t('moment.refund', { amount: paid.amount, date: format.dateTime(record.refund_ts) })}{' '}
            {record.refund_ref && t('moment.refundRef', { ref: record.refund_ref })}
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
          {record.promised_ts ? (
            <Promised until={record.promised_ts} />
          ) : (
            <>
              <Countdown expireTs={record.pay_expire_ts} />
              <p className="mt-2 text-sm text-soft">{t(record.bonus > 0 ? 'hero.holdBonus' : 'hero.hold')}</p>
            </>
          )}
        </div>
      )}
      <Actions {...props} />
      {gift && <GiftSection gift={gift} role={record.role_name} order={record.sdk_order_id} />}
      <Links {...props} />
      {moving && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
          <span>{t('detail.autoRefresh')}</span>
          {view.updatedAt > 0 && <span>{t('detail.updated', { time: format.time(view.updatedAt) })}</span>}
          <button type="button" className="order-refresh" onClick={() => void view.refresh()}>
            <Icon name={iconRefresh} className="size-4" />
            {t('action.refresh')}
          </button>
        </p>
      )}
    </section>
  )
}
