import type { OrderRecord } from '@hc/contract/calls'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { useShownElsewhere } from '../pay/order-tabs.ts'
import { isPaid } from './order-parts.ts'

/** Shown in the tab that the payment ended in, while the tab that it began in shows the same order. */
export function Elsewhere({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const elsewhere = useShownElsewhere(record.sdk_order_id)
  if (!elsewhere || !isPaid(record)) return null
  return (
    <Notice tone="good" className="mb-5">
      <p>{t('elsewhere.text')}</p>
      <Button data-track="close_tab" kind="quiet" size="small" className="mt-2" onClick={() => window.close()}>
        {t('elsewhere.close')}
      </Button>
    </Notice>
  )
}
