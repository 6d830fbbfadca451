import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { Button, buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'
import { againAddress } from './again-address.ts'
import { canWithdraw } from './can-withdraw.ts'
import { statusTone, usePaidText, useStatusText } from './status-text.ts'

export function RecordRow({ record, onPay }: { record: OrderRecord; onPay: (record: OrderRecord) => void }) {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const format = useFormat()
  const { status } = useStatusText(record)
  const again = record.status === OrderStatus.delivered
  const paid = usePaidText(record)
  return (
    <li className="card record">
      <img
        src={`/art/items/${encodeURIComponent(record.cp_goods_id)}.svg`}
        alt=""
        width="64"
        height="64"
        loading="lazy"
        className="size-16"
      />
      <div className="record-main">
        <p className="font-bold">
          {record.name}
          {record.bonus_units > 0 && record.status !== OrderStatus.refunded && (
            <span className="font-normal text-soft">
              {' '}
              {t('records.bonus', { extra: format.number(record.bonus_units) })}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <span>{format.dateTime(record.create_ts)}</span>
          <span>{record.method_name}</span>
        </p>
        {record.role_name && record.order_type === 'item' && (
          <p className="text-sm text-soft">
            {t('records.for', { role: record.role_name, server: record.server_name })}
          </p>
        )}
        <p className="text-xs wrap-anywhere text-faint max-md:sr-only">
          <span className="sr-only">{t('field.id')} </span>
          {record.sdk_order_id}
        </p>
        {canWithdraw(record) && (
          <Link href={paths.withdraw(record.sdk_order_id)} className="link inline-flex min-h-11 items-center text-sm">
            {tc('footer.withdraw')}
          </Link>
        )}
      </div>
      <div className="record-sum">
        <p className="grid md:justify-items-end">
          <span className="price">{paid.amount}</span>
          {paid.worth && <span className="text-sm text-soft">{paid.worth}</span>}
        </p>
        <p>
          <span className={`badge ${statusTone(record)}`}>{status}</span>
        </p>
      </div>
      <div className="record-actions">
        {record.status === OrderStatus.pending && record.staff !== 'payment' && (
          <Button kind="gold" size="small" onClick={() => onPay(record)}>
            {t('records.pay')}
          </Button>
        )}
        {again && (
          <Link href={againAddress(record)} className={buttonClass('quiet', 'small')}>
            {t('action.again')}
          </Link>
        )}
        <Link
          href={paths.order(record.sdk_order_id)}
          className={buttonClass('quiet', 'small')}
          aria-label={t('records.detailsOf', { id: record.sdk_order_id })}
        >
          {t('records.details')}
        </Link>
      </div>
    </li>
  )
}
