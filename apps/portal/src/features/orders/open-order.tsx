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

const payable = (record: OrderRecord): boolean => record.pay_url !== '' && record.pay_expire_ts * 1000 > serverNow()

function Bar({ record, onPaid }: { record: OrderRecord; onPaid: () => void }) {
  const t = useTranslations('order')
  const format = useFormat()
  const { pay, dialogs } = usePayOrder(onPaid)
  const what = { name: record.name, role: record.role_name, amount: format.money(record.amount, record.currency) }
  return (
    <section className="notice notice-warn open-order" aria-label={t('open.title')}>
      <div className="open-order-text">
        <p className="open-order-long">
          {record.role_name && record.order_type === 'item' ? t('open.item', what) : t('open.pack', what)}
        </p>
        <p className="open-order-short">
          {record.name} · {what.amount}
        </p>
        <Countdown expireTs={record.pay_expire_ts} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="gold" size="small" data-track="open_order_pay" onClick={() => pay(record)}>
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

/**
 * The newest order that still waits for its payment: its item, its character and the time left to pay. Each page that
 * shows it keeps its place free, so nothing moves when it appears.
 */
export default function OpenOrder({ className }: { className: string }) {
  const { status } = useSession()
  const body = { page: 1, size: 1, status: OrderStatus.pending }
  const { result, reload } = useCall('order/record', status === 'player' ? body : null, { keep: true })
  const record = result?.find(payable)
  if (!record) return null
  return (
    <div className={className}>
      <WithMessages namespaces={['order', 'recharge', 'error']}>
        <Bar record={record} onPaid={() => void reload()} />
      </WithMessages>
    </div>
  )
}
