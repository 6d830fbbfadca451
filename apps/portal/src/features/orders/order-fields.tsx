import type { OrderRecord } from '@hc/contract/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { OrderStatus } from '@hc/domain/order/order-status'
import { DefinitionRow } from '@hc/ui/definition-row'
import { Icon } from '@hc/ui/icon'
import { iconCopy } from '@hc/ui/more-icons'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { toast } from '../../lib/toast.ts'
import { Why } from '../recharge/reasons.tsx'
import { statusTone, usePaidText, useStatusText } from './status-text.ts'

/** Copying needs a secure context; without one the player can still select the number by hand. */
function CopyButton({ text }: { text: string }) {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toast(tc('action.copied'), 'good'),
      () => undefined,
    )
  }
  return (
    <button type="button" className="icon-btn -my-2.5" aria-label={t('field.copyId')} onClick={copy}>
      <Icon name={iconCopy} />
    </button>
  )
}

/** Orders that have delivered something, or still may. */
const standing: ReadonlySet<number> = new Set([OrderStatus.pending, OrderStatus.paid, OrderStatus.delivered])

/** All fields of an order that the specification shows. */
export function OrderFields({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const tr = useTranslations('recharge')
  const format = useFormat()
  const { status, label } = useStatusText(record)
  const paid = usePaidText(record)
  const none = t('field.none')
  return (
    <section className="flat" aria-labelledby="fields-title">
      <h2 id="fields-title" className="heading-3 mb-2">
        {t('field.heading')}
      </h2>
      <dl className="grid gap-x-8 md:grid-cols-2">
        <DefinitionRow look="order" label={t('field.id')}>
          <span className="flex items-center justify-between gap-2">
            <span className="wrap-anywhere text-sm">{record.sdk_order_id}</span>
            <CopyButton text={record.sdk_order_id} />
          </span>
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.status')}>
          <span className={`badge ${statusTone(record)}`}>{status}</span>
          {/* The payment's own label says more only while the order is unpaid: whether its payment page was opened. */}
          {record.status === OrderStatus.pending && <span className="ml-2 text-sm font-normal text-soft">{label}</span>}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.method')}>
          {record.method_name}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.game')}>
          {record.game_name}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.server')}>
          {record.server_name || none}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.role')}>
          {record.role_name || none}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.uid')}>
          {record.uid}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.amount')}>
          <span className="text-gold">{paid.amount}</span>
          {paid.worth && <span className="ml-2 text-sm font-normal text-soft">{paid.worth}</span>}
        </DefinitionRow>
        {record.tax_minor !== undefined && record.tax_minor > 0 && (
          <DefinitionRow look="order" label={t('field.tax')}>
            {t('field.taxOf', {
              amount: format.money(toMajor(record.tax_minor, record.currency), record.currency),
              name: record.tax_name ?? '',
            })}
          </DefinitionRow>
        )}
        {record.refunded > 0 && (
          <DefinitionRow look="order" label={t('field.refunded')}>
            {format.money(record.refunded, record.currency)}
          </DefinitionRow>
        )}
        <DefinitionRow look="order" label={t('field.type')}>
          {t(`type.${record.order_type}`)}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.content')}>
          {record.content || record.name}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.time')}>
          {format.dateTime(record.create_ts)}
        </DefinitionRow>
        {record.bonus > 0 && (
          <DefinitionRow look="order" label={t('field.bonus')}>
            {record.status === OrderStatus.refunded
              ? t('field.bonusBack')
              : record.bonus_units > 0
                ? t('field.units', {
                    quantity: format.number(record.quantity),
                    extra: format.number(record.bonus_units),
                  })
                : tr('summary.bonusPercent', { bonus: String(record.bonus) })}
          </DefinitionRow>
        )}
        {record.bonus === 0 && record.order_type === 'item' && standing.has(record.status) && (
          <DefinitionRow look="order" label={t('field.bonus')}>
            {none} <Why about={{ sdk_order_id: record.sdk_order_id }} />
          </DefinitionRow>
        )}
        <DefinitionRow look="order" label={t('field.rebate')}>
          {record.rebate || t('field.noRebate')}
        </DefinitionRow>
        <DefinitionRow look="order" label={t('field.gift')}>
          {record.gift || t('field.noGift')}
        </DefinitionRow>
      </dl>
    </section>
  )
}
