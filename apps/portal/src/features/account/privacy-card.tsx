import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { api } from '../../lib/api.ts'
import { sessionStore, useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { DeleteDialog } from './delete-dialog.tsx'

/** Hands a document to the browser's downloads. The CSP does not restrict a link that is clicked. */
function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const policyLink = (text: ReactNode) => (
  <Link href={paths.privacy} className="link">
    {text}
  </Link>
)

export function PrivacyCard() {
  const t = useTranslations('account')
  const te = useTranslations('error')
  const { info } = useSession()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [leaving, setLeaving] = useState(false)

  async function exportData(): Promise<void> {
    setBusy(true)
    setError('')
    try {
      const data = await api.call('user/data/export', {})
      download(`hc-portal-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(data, null, 2))
      toast(t('privacy.exported'), 'good')
    } catch (failure) {
      if (sessionStore.get().status === 'player') setError(errorText(te, failure, 'dataExport'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="flat" aria-labelledby="privacy-title">
      <h2 id="privacy-title" className="heading-3">
        {t('privacy.title')}
      </h2>
      <p className="mt-2 text-soft">{t.rich('privacy.text', { link: policyLink })}</p>
      <div className="mt-4 grid gap-5 md:grid-cols-2">
        <div>
          <Button kind="quiet" className="max-md:w-full" busy={busy} onClick={() => void exportData()}>
            {t(busy ? 'privacy.exporting' : 'privacy.export')}
          </Button>
          <p className="mt-2 text-sm text-soft">{t('privacy.exportHint')}</p>
        </div>
        <div>
          <Button
            kind="quiet"
            data-track="delete_account"
            className="max-md:w-full"
            disabled={!info}
            onClick={() => setLeaving(true)}
          >
            {t('privacy.delete')}
          </Button>
          <p className="mt-2 text-sm text-soft">{t('privacy.deleteHint')}</p>
        </div>
      </div>
      <div aria-live="assertive">
        {error && (
          <Notice tone="bad" className="mt-4">
            {error}
          </Notice>
        )}
      </div>
      {info && <DeleteDialog open={leaving} account={info.account} onClose={() => setLeaving(false)} />}
    </section>
  )
}
