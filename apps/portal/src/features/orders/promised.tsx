import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'

/** The player holds a voucher, or their bank is on its way. */
export function Promised({ until }: { until: number }) {
  const t = useTranslations('order')
  const format = useFormat()
  return (
    <Notice tone="info">
      <strong className="block">{t('promised.title')}</strong>
      {t('promised.text', { date: format.dateTime(until) })}
    </Notice>
  )
}
