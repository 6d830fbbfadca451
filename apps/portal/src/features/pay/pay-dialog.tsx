import type { OrderRecord } from '@hc/contract/calls'
import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { iconExternal } from '@hc/ui/more-icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPointsPath } from '../recharge/after-points.ts'
import { OrderStatus } from '@hc/domain/order/order-status'
import { api, refreshBalance } from '../../lib/api.ts'
import { navigate } from '../../lib/nav.ts'
import { toast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { isPaid } from '../orders/order-parts.ts'
import { noteWay } from './last-way.ts'
import { useShownElsewhere } from './order-tabs.ts'
import { usePaymentWatch } from './use-payment-watch.ts'
import type { PayFlow } from './use-pay.ts'

/** What is being paid: `art` is its picture; `role` is empty if it is for nobody's character. */
export type PaidGoods = { art: string; name: string; role: string; price: string }

/** The dialog shows for so long that the payment was seen. */
const SEEN_MS = 600

function GoodsRow({ goods }: { goods: PaidGoods }) {
  const t = useTranslations('recharge')
  const { art, name, role, price } = goods
  return (
    <div className="mb-4 flex items-center gap-4">
      <img src={art} alt="" width="56" height="56" className="size-14 flex-none" />
      <div className="min-w-0">
        <p className="font-bold">{role === '' ? name : t('dialog.for', { name, role })}</p>
        <p className="font-bold text-gold">{price}</p>
      </div>
    </div>
  )
}

/**
 * "Finish paying in the new window". The dialog notices the payment by itself and leads to the order's page.
 * 'Completed' is for an impatient player: it makes the server ask the gateway, and settles nothing by itself.
 */
export function PayDialog({
  flow,
  goods,
  forItem = '',
  onDone,
}: {
  flow: PayFlow
  goods: PaidGoods | null
  /** The item for which the player buys these points. */
  forItem?: string
  onDone?: () => void
}) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const [asking, setAsking] = useState(false)
  const { shown } = flow
  const leave = (id: string) => {
    flow.close()
    onDone?.()
    navigate(paths.order(id))
  }
  const moved = (record: OrderRecord): void => {
    if (forItem === '' || record.status !== OrderStatus.delivered) {
      leave(record.sdk_order_id)
      return
    }
    flow.close()
    onDone?.()
    toast(t('points.arrived', { name: record.name }), 'good')
    void refreshBalance()
    navigate(withPointsPath(forItem))
  }
  const order = shown?.sdk_order_id ?? null
  useShownElsewhere(order)
  const [paidOrder, setPaidOrder] = useState<OrderRecord | null>(null)
  usePaymentWatch(order, (record) => {
    noteWay(record)
    if (isPaid(record)) setPaidOrder(record)
    else moved(record)
  })
  const isSeen = paidOrder !== null && paidOrder.sdk_order_id === order
  const goOn = useEffectEvent(moved)
  useEffect(() => {
    if (!isSeen) return undefined
    const timer = setTimeout(() => goOn(paidOrder), SEEN_MS)
    return () => clearTimeout(timer)
  }, [isSeen, paidOrder])
  if (!shown) return null
  const { sdk_order_id, pay_url, blocked } = shown
  const completed = async () => {
    setAsking(true)
    // If this call gets no answer, the detail page asks again by itself.
    await api.call('order/check', { sdk_order_id }).catch(() => undefined)
    setAsking(false)
    leave(sdk_order_id)
  }
  return (
    <Dialog
      open
      plain
      name="pay_window"
      title={t(blocked ? 'dialog.blockedTitle' : 'dialog.title')}
      closeLabel={tc('action.close')}
      onClose={flow.close}
      actions={
        <>
          <Button data-track="pay_later" kind="quiet" onClick={flow.close}>
            {t('dialog.later')}
          </Button>
          <Button data-track="pay_completed" busy={asking} onClick={() => void completed()}>
            {t('dialog.completed')}
          </Button>
        </>
      }
    >
      {goods && <GoodsRow goods={goods} />}
      <p>{t(blocked ? 'dialog.blockedText' : 'dialog.text')}</p>
      <a
        data-track="pay_open"
        href={pay_url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass(
          blocked ? 'gold' : 'ghost',
          blocked ? 'large' : 'small',
          blocked ? 'mt-4 w-full' : 'mt-2 -ml-3',
        )}
      >
        {t(blocked ? 'dialog.open' : 'dialog.reopen')}
        <Icon name={iconExternal} className="size-4" />
      </a>
      <output className="mt-3 flex min-h-7 items-center gap-2 text-sm">
        {isSeen ? (
          <strong className="text-mint text-lg">{t('dialog.paid')}</strong>
        ) : (
          <>
            <span className="spinner size-4" aria-hidden="true" />
            {t(asking ? 'dialog.checking' : 'dialog.waiting')}
          </>
        )}
      </output>
      <p className="mt-3 text-xs wrap-anywhere text-faint">{t('dialog.order', { id: sdk_order_id })}</p>
    </Dialog>
  )
}
