import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { Unbroken } from '@hc/ui/unbroken'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'

/** The switch for mail about orders. It is on until the player turns it off. */
export function ReceiptsCard() {
  const t = useTranslations('account')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { status, info } = useSession()
  const { result, error, reload } = useCall('user/receipts', status === 'player' ? {} : null)
  const [busy, setBusy] = useState(false)
  const [choice, setChosen] = useState<boolean | null>(null)

  async function save(on: boolean): Promise<void> {
    setBusy(true)
    try {
      await api.call('user/receipts', { on })
      setChosen(on)
      toast(t(on ? 'receipts.on' : 'receipts.off'), 'good')
    } catch (failure) {
      toastError(failure, 'receipts')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="flat" aria-labelledby="receipts-title">
      <h2 id="receipts-title" className="heading-3">
        {t('receipts.title')}
      </h2>
      {error !== null && !result && (
        <Notice tone="bad" className="mt-4">
          <p>{errorText(te, error, 'account')}</p>
          <Button kind="quiet" size="small" className="mt-2" onClick={() => void reload()}>
            {tc('action.retry')}
          </Button>
        </Notice>
      )}
      {error === null && !result && <Skeleton className="mt-4 h-20" />}
      {result && (
        <>
          <p className="mt-2 text-soft">
            {result.email ? (
              <Unbroken text={t('receipts.text', { email: info?.email ?? '' })} part={info?.email ?? ''} />
            ) : (
              t('receipts.none')
            )}
          </p>
          {result.email && (
            <label className="mt-2 flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
              <input
                type="checkbox"
                name="receipts"
                className="check"
                checked={choice ?? result.on}
                disabled={busy}
                onChange={(event) => void save(event.target.checked)}
              />
              {t('receipts.switch')}
            </label>
          )}
        </>
      )}
    </section>
  )
}
