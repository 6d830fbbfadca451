import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { navigate } from '../../lib/nav.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { ContactLink } from '../support/contact-link.tsx'
import { forgetPending, loadPending, type PendingOrder, pendingStore, send } from './pending-order.ts'

export type Pending = {
  /** An order that was sent and got no answer, after a reload or a lost connection. */
  order: PendingOrder | null
  busy: boolean
  failed: unknown
  resume: () => void
}

/** Going on with such an order never makes a second one. */
export function usePending(): Pending {
  const t = useTranslations('recharge')
  const order = useStore(pendingStore)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(loadPending, [])
  const resume = async (pending: PendingOrder) => {
    setBusy(true)
    setFailed(null)
    try {
      const created = await send(pending)
      toast(t('pending.found'), 'good')
      navigate(paths.order(created.sdk_order_id))
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    order,
    busy,
    failed,
    resume() {
      if (order && !busy) void resume(order)
    },
  }
}

/** Says that the pay button goes on with it. */
export function PendingBanner({ pending: { order, failed } }: { pending: Pending }) {
  const t = useTranslations('recharge')
  const te = useTranslations('error')
  if (!order) return null
  return (
    <Notice tone="warn" className="mb-6">
      <p className="font-bold">{t('pending.title')}</p>
      <p>{t('pending.text', { name: order.name })}</p>
      {failed !== null && (
        <p role="alert" className="mt-1 font-semibold">
          {errorText(te, failed, 'payment')} <ContactLink />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button kind="quiet" size="small" onClick={forgetPending}>
          {t('pending.discard')}
        </Button>
      </div>
    </Notice>
  )
}
