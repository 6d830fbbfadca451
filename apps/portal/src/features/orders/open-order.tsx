import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { Button, buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { serverNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/locale.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { WithMessages } from '../../shell/with-messages.tsx'
import { Countdown } from './countdown.tsx'
import { usePayOrder } from './use-pay-order.tsx'

/** A player has at most five unpaid orders of a few minutes each (contract: TooManyUnpaidOrders). */
const MOST_UNPAID = 5

const payable = (record: OrderRecord): boolean => record.pay_url !== '' && record.pay_expire_ts * 1000 > serverNow()

function Bar({ record, onPaid }: { record: OrderRecord; onPaid: () => void }) {
  const t = useTranslations('order')
  const format = useFormat()
  const { pay, dialogs } = usePayOrder(onPaid)
  const what = { name: record.name, role: record.role_name, amount: format.money(record.amount, record.currency) }
  return (
    <section className="notice notice-warn open-order" aria-label={t('open.title')}>
      <div className="open-order-text">
        <p className="open-order-name">
          {record.role_name && record.order_type === 'item' ? t('open.item', what) : t('open.pack', what)}
        </p>
        {record.promised_ts === undefined ? (
          <Countdown expireTs={record.pay_expire_ts} />
        ) : (
          <p>{t('promised.until', { date: format.dateTime(record.promised_ts) })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="quiet" size="small" data-track="open_order_pay" onClick={() => pay(record)}>
          {t('records.pay')}
        </Button>
        <Link href={paths.order(record.sdk_order_id)} className={buttonClass('quiet', 'small', 'open-order-details')}>
          {t('records.details')}
        </Link>
      </div>
      {dialogs}
    </section>
  )
}

/** The orders that still wait for their payment, newest first. `isKnown`: the answer is there, or there is none. */
export function useUnpaidOrders(): { unpaid: OrderRecord[]; isKnown: boolean; reload: () => Promise<void> } {
  const { status } = useSession()
  const body = { page: 1, size: MOST_UNPAID, status: OrderStatus.pending }
  const { result, error, reload } = useCall('order/record', status === 'player' ? body : null, { keep: true })
  return { unpaid: result?.filter(payable) ?? [], isKnown: result !== null || error !== null, reload }
}

/** One such order: its item, its character and the time left to pay. */
export function UnpaidOrder({
  record,
  className,
  onPaid,
}: {
  record: OrderRecord
  className: string
  onPaid: () => void
}) {
  return (
    <div className={className}>
      <WithMessages namespaces={['order', 'recharge', 'error']}>
        <Bar record={record} onPaid={onPaid} />
      </WithMessages>
    </div>
  )
}
