import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { iconExternal } from '@hc/ui/more-icons'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { navigate } from '../../lib/nav.ts'
import { paths } from '../../paths.ts'
import { usePaymentWatch } from './use-payment-watch.ts'
import type { PayFlow } from './use-pay.ts'

/**
 * "Finish paying in the new window". It sees by itself that the payment came, and leads to the order's page.
 * 'Completed' is for the impatient: it makes the server ask the gateway, and settles nothing.
 */
export function PayDialog({ flow, onDone }: { flow: PayFlow; onDone?: () => void }) {
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
    leave(record.sdk_order_id)
  })
  if (!shown) return null
  const { sdk_order_id, pay_url, blocked } = shown
  const completed = async () => {
    setAsking(true)
    // Without an answer the detail page asks again by itself.
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
          <Button
            data-track="pay_completed"
            busy={asking}
            onClick={() => {
              void completed()
            }}
          >
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
