import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { iconExternal } from '@hc/ui/more-icons'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPointsPath } from '../recharge/after-points.ts'
import { OrderStatus } from '@hc/domain/order/order-status'
import { api, refreshBalance } from '../../lib/api.ts'
import { navigate } from '../../lib/nav.ts'
import { toast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { noteWay } from './last-way.ts'
import { usePaymentWatch } from './use-payment-watch.ts'
import type { PayFlow } from './use-pay.ts'

/**
 * "Finish paying in the new window". The dialog notices the payment by itself and leads to the order's page.
 * 'Completed' is for an impatient player: it makes the server ask the gateway, and settles nothing by itself.
 */
export function PayDialog({
  flow,
  forItem = '',
  onDone,
}: {
  flow: PayFlow
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
  usePaymentWatch(shown?.sdk_order_id ?? null, (record) => {
    noteWay(record)
    if (forItem === '' || record.status !== OrderStatus.delivered) {
      leave(record.sdk_order_id)
      return
    }
    flow.close()
    onDone?.()
    toast(t('points.arrived', { name: record.name }), 'good')
    void refreshBalance()
    navigate(withPointsPath(forItem))
  })
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
      <p>{t(blocked ? 'dialog.blockedText' : 'dialog.text')}</p>
      <p className="mt-3 text-sm wrap-anywhere text-faint">{t('dialog.order', { id: sdk_order_id })}</p>
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
      <output className="mt-3 flex items-center gap-2 text-sm">
        <span className="spinner size-4" aria-hidden="true" />
        {t(asking ? 'dialog.checking' : 'dialog.waiting')}
      </output>
    </Dialog>
  )
}
