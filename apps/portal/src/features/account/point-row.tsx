import type { OrderRecord, PointEntry } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'

/** An entry of the HC Points. `order`: the order that it belongs to, once it is known. */
export function PointRow({ entry, order }: { entry: PointEntry; order: OrderRecord | undefined }) {
  const t = useTranslations('account')
  const format = useFormat()
  const income = entry.type === 'income'
  // Points that were taken for a refund which did not go through are the player's again.
  const name = entry.reason === 'take_back' && income ? 'given_back' : entry.reason
  const reason = `reason.${name}` as 'reason.top_up'
  return (
    <tr>
      <th scope="row" data-label={t('epoint.reason')}>
        {t.has(reason) ? t(reason) : entry.reason}
      </th>
      <td data-label={t('epoint.amount')}>
        <span className={`font-bold tabular-nums ${income ? 'text-mint' : 'text-rose'}`}>
          {format.signed(entry.basicNum + entry.presentNum)}
        </span>
        <span className="block text-sm text-soft">
          {entry.basicNum !== 0 && (
            <span className="inline-block pr-3">{t('epoint.basic', { points: format.signed(entry.basicNum) })}</span>
          )}
          {entry.presentNum !== 0 && (
            <span className="inline-block">{t('epoint.present', { points: format.signed(entry.presentNum) })}</span>
          )}
        </span>
      </td>
      <td data-label={t('epoint.order')}>
        {order ? (
          <>
            <Link href={paths.order(entry.paymentId)} className="link">
              {order.order_type === 'item' && order.role_name
                ? t('epoint.bought', { item: order.name, role: order.role_name })
                : order.name}
            </Link>
            <details className="text-sm text-soft">
              <summary className="py-1">{t('epoint.details')}</summary>
              <span className="wrap-anywhere">{entry.paymentId}</span>
            </details>
          </>
        ) : entry.paymentId ? (
          <Link href={paths.order(entry.paymentId)} className="link wrap-anywhere">
            {entry.paymentId}
          </Link>
        ) : (
          <span className="text-faint">{t('epoint.noOrder')}</span>
        )}
      </td>
      <td data-label={t('epoint.time')}>{format.dateTime(entry.create_ts)}</td>
    </tr>
  )
}
