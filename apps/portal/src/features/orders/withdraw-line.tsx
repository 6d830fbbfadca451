import type { OrderRecord } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'
import { canWithdraw } from './can-withdraw.ts'

/** The link to withdraw from an order, with its deadline. If the right was used or waived, it says so instead. */
export function WithdrawLine({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const format = useFormat()
  const { withdraw_until_ts: until, waived, withdrawal } = record
  if (until === undefined) return null
  if (withdrawal) return <p className="mt-5 text-sm text-soft">{t('withdraw.stated', { number: withdrawal })}</p>
  if (waived) return <p className="mt-5 text-sm text-soft">{t('withdraw.waived')}</p>
  if (!canWithdraw(record)) return null
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-4 text-sm text-soft">
      <span>{t('withdraw.until', { date: format.day(until - 1) })}</span>
      <Link href={paths.withdraw(record.sdk_order_id)} className="link inline-flex min-h-11 items-center">
        {tc('footer.withdraw')}
      </Link>
    </p>
  )
}
