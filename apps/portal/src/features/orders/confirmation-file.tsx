import type { OrderRecord } from '@hc/contract/calls'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { savePdf } from '../../lib/save-pdf.ts'
import { toastError } from '../../lib/toast.ts'

/** The file that confirms an order where no mail brings it. `onSaved`: the server noted that it was fetched. */
export function ConfirmationFile({ record, onSaved }: { record: OrderRecord; onSaved: () => void }) {
  const t = useTranslations('order')
  const [busy, setBusy] = useState(false)
  if (!record.confirmation_file) return null
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      savePdf(await api.call('order/confirmationPdf', { sdk_order_id: record.sdk_order_id }))
      onSaved()
    } catch (error) {
      toastError(error, 'confirmation')
    } finally {
      setBusy(false)
    }
  }
  const open = !record.waived && !record.withdrawal
  const button = (
    <Button kind={open ? 'primary' : 'quiet'} size="small" className="mt-3" busy={busy} onClick={() => void download()}>
      {t('withdraw.download')}
    </Button>
  )
  if (!open) return button
  return (
    <Notice className="mt-5">
      <p>{t('withdraw.file')}</p>
      {button}
    </Notice>
  )
}
