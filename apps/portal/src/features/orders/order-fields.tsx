import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { Icon } from '@hc/ui/icon'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { toast } from '../../lib/toast.ts'
import { statusTone, useChannelName, usePaidText, useStatusText } from './status-text.ts'

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="order-field">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="min-w-0 font-semibold">{children}</dd>
    </div>
  )
}

/** Copying needs a secure context; the number can always be selected by hand. */
function CopyButton({ text }: { text: string }) {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        toast(tc('action.copied'), 'good')
      },
      () => undefined,
    )
  }
  return (
    <button type="button" className="icon-btn -my-2.5" aria-label={t('field.copyId')} onClick={copy}>
      <Icon name="copy" />
    </button>
  )
}

/** Every field that the specification shows of an order. */
export function OrderFields({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const tr = useTranslations('recharge')
  const format = useFormat()
  const { status, label } = useStatusText(record)
  const channel = useChannelName(record)
  const paid = usePaidText(record)
  const none = t('field.none')
  return (
    <section className="card mt-5 p-5 md:p-6" aria-labelledby="fields-title">
      <h2 id="fields-title" className="heading-3 mb-2">
        {t('field.heading')}
      </h2>
      <dl className="grid gap-x-8 md:grid-cols-2">
        <Field label={t('field.id')}>
          <span className="flex items-center justify-between gap-2">
            <span className="break-all max-md:text-sm">{record.sdk_order_id}</span>
            <CopyButton text={record.sdk_order_id} />
          </span>
        </Field>
        <Field label={t('field.status')}>
          <span className={`badge ${statusTone(record)}`}>{status}</span>
          {/* Only of an unpaid order does the payment's own label say more: whether its page was opened. */}
          {record.status === OrderStatus.pending && <span className="ml-2 text-sm font-normal text-soft">{label}</span>}
        </Field>
        <Field label={t('field.method')}>{channel}</Field>
        <Field label={t('field.game')}>{record.game_name}</Field>
        <Field label={t('field.server')}>{record.server_name || none}</Field>
        <Field label={t('field.role')}>{record.role_name || none}</Field>
        <Field label={t('field.uid')}>{record.uid}</Field>
        <Field label={t('field.amount')}>
          <span className="text-gold">{paid.amount}</span>
          {paid.worth && <span className="ml-2 text-sm font-normal text-soft">{paid.worth}</span>}
        </Field>
        {record.refunded > 0 && <Field label={t('field.refunded')}>{format.money(record.refunded)}</Field>}
        <Field label={t('field.type')}>{t(`type.${record.order_type}`)}</Field>
        <Field label={t('field.content')}>{record.content || record.name}</Field>
        <Field label={t('field.time')}>{format.dateTime(record.create_ts)}</Field>
        {record.bonus > 0 && (
          <Field label={t('field.bonus')}>{tr('summary.bonusPercent', { bonus: String(record.bonus) })}</Field>
        )}
        <Field label={t('field.rebate')}>{record.rebate || none}</Field>
        <Field label={t('field.gift')}>{record.gift || none}</Field>
      </dl>
    </section>
  )
}
