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
import { forgetPending, loadPending, pendingStore, send } from './pending-order.ts'

/**
 * Offers an order that got no answer, after a reload or a lost connection. Going on with it never makes a second order.
 */
export function PendingBanner() {
  const t = useTranslations('recharge')
  const te = useTranslations('error')
  const pending = useStore(pendingStore)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(loadPending, [])
  if (!pending) return null
  const resume = async () => {
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
  return (
    <Notice tone="warn" className="mb-6">
      <p className="font-bold">{t('pending.title')}</p>
      <p>{t('pending.text', { name: pending.name })}</p>
      {failed !== null && (
        <p role="alert" className="mt-1 font-semibold">
          {errorText(te, failed, 'payment')} <ContactLink />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" busy={busy} onClick={() => void resume()}>
          {t('pending.resume')}
        </Button>
        <Button kind="quiet" size="small" onClick={forgetPending}>
          {t('pending.discard')}
        </Button>
      </div>
    </Notice>
  )
}
