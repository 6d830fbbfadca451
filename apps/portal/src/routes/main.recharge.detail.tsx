import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { StatePanel } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { CheckPanel } from '../features/orders/check-panel.tsx'
import { ConfirmationFile } from '../features/orders/confirmation-file.tsx'
import { Elsewhere } from '../features/orders/elsewhere.tsx'
import { OrderAside } from '../features/orders/order-aside.tsx'
import { OrderFields } from '../features/orders/order-fields.tsx'
import { OrderStatusPanel } from '../features/orders/order-status-panel.tsx'
import { WithdrawLine } from '../features/orders/withdraw-line.tsx'
import { useOrder } from '../features/orders/use-order.ts'
import { usePayOrder } from '../features/orders/use-pay-order.tsx'
import { type Target, useNextGift } from '../features/recharge/next-gift.tsx'
import { ContactLink } from '../features/support/contact-link.tsx'
import { toastError } from '../lib/toast.ts'
import { paths } from '../paths.ts'
import { Loading } from '../shell/loading.tsx'
import type { PageProps } from '../router/route.ts'

function OrderLoading() {
  return (
    <Loading>
      <Skeleton className="h-[23rem] rounded-xl" />
      <Skeleton className="mt-5 h-[34rem] rounded-lg" />
    </Loading>
  )
}

/** The tab's title shows a successful order to a player who is in another tab. */
function useTitle(record: OrderRecord | null): void {
  const t = useTranslations('order')
  const isPaid = record?.status === OrderStatus.paid || record?.status === OrderStatus.delivered
  const mark = record && isPaid ? `✓ ${t(record.status === OrderStatus.paid ? 'status.s2' : 'status.s4')} – ` : ''
  useEffect(() => {
    if (mark) document.title = mark + document.title.replace(/^✓ .*? – /, '')
  }, [mark])
}

/** The longest that a delivered order waits for its character's next gift, in ms. */
const GIFT_MS = 800

/** The character to whose next gift an order counts, once it is delivered. */
const giftTarget = (record: OrderRecord | null): Target | null =>
  record?.status === OrderStatus.delivered && record.role_id !== '' && record.channel_code !== 'hcpoint'
    ? { server_id: record.server_id, role_id: record.role_id }
    : null

/** The order, and with its delivery the next gift: what comes later would move what a player reads. */
function useOrderAndGift(id: string) {
  const view = useOrder(id)
  const gift = useNextGift(giftTarget(view.record), id)
  const [isLate, setLate] = useState(false)
  const waits = gift === undefined && !isLate
  const [page, setPage] = useState(view.record)
  if (!waits && page !== view.record) setPage(view.record)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setLate(true), GIFT_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return { view, record: waits ? page : view.record, gift: gift ?? null }
}

function Body({ id }: { id: string }) {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { view, record, gift } = useOrderAndGift(id)
  const { pay, dialogs } = usePayOrder(() => void view.refresh())
  useTitle(record)
  if (view.missing) {
    return (
      <StatePanel art="notfound" title={t('detail.notFound')} text={t('detail.notFoundText')}>
        <Link href={paths.records} className={buttonClass()}>
          {t('action.records')}
        </Link>
        <ContactLink order={id} className={buttonClass('quiet')} />
      </StatePanel>
    )
  }
  if (!record) {
    if (!view.error)
      return (
        <div className="reading">
          <OrderLoading />
        </div>
      )
    return (
      <StatePanel art="error" title={errorText(te, view.error, 'orderDetail')}>
        <Button onClick={() => void view.refresh()}>{tc('action.retry')}</Button>
        <ContactLink order={id} className={buttonClass('quiet')} />
      </StatePanel>
    )
  }
  return (
    <div className="with-aside">
      <div className="reading">
        <Elsewhere record={record} />
        <OrderStatusPanel
          record={record}
          gift={gift}
          view={view}
          onPay={() => pay(record)}
          onCheck={() => {
            view.ask().catch((error: unknown) => toastError(error, 'check'))
          }}
        />
        <div aria-live="polite">{view.check && <CheckPanel check={view.check} />}</div>
        <OrderFields record={record} />
        <WithdrawLine record={record} />
        <ConfirmationFile record={record} onSaved={() => void view.refresh()} />
        {dialogs}
      </div>
      <OrderAside record={record} />
    </div>
  )
}

export default function OrderDetailPage({ params }: PageProps) {
  const t = useTranslations('order')
  const id = params.id ?? ''
  return (
    <div className="page py-8 md:py-10">
      <h1 className="heading-2 mb-6">{t('detail.title')}</h1>
      <Body key={id} id={id} />
    </div>
  )
}
