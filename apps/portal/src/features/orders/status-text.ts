import type { OrderRecord } from '@hc/contract/calls'
import { pointsForUsd } from '@hc/domain/money'
import { shownState } from '@hc/domain/order/order-status'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'

const codes = [1, 2, 3, 4, 5, 6] as const
type Code = (typeof codes)[number]

export const statusCode = ({ status }: Pick<OrderRecord, 'status'>): Code =>
  codes.find((candidate) => candidate === status) ?? 1

const tones: Record<Code, string> = {
  1: 'badge-gold',
  2: 'badge-cyan',
  3: 'badge-rose',
  4: 'badge-mint',
  5: 'badge-violet',
  6: 'badge-grey',
}
export const statusTone = (record: OrderRecord): string =>
  record.staff === 'payment' ? 'badge-gold' : tones[statusCode(record)]

/** The words for an order's state, by its kind and its payment. An order that waits for staff has words of its own. */
export function useStatusText(record: OrderRecord): { status: string; headline: string; text: string; label: string } {
  const t = useTranslations('order')
  const code = statusCode(record)
  const role = record.role_name
  const state = shownState(code, record.staff)
  const status = t(`status.${state}`)
  const withdrawn = code === 6 && Boolean(record.withdrawal)
  const headline = t(withdrawn ? 'headline.withdrawn' : `headline.${state}`)
  if (state === 'payment' || state === 'refund') return { status, headline, text: t(`text.${state}`), label: status }
  const coin = record.order_type === 'coin'
  const ended = withdrawn ? 'withdrawn' : code === 3 ? record.fail_reason : undefined
  const text = ended
    ? t(`text.${ended}`)
    : coin && (code === 2 || code === 4)
      ? t(`text.s${code}coin`)
      : code === 5 && record.channel_code === 'hcpoint'
        ? t('text.s5points')
        : code === 2 || code === 4
          ? t(`text.s${code}`, { role })
          : t(`text.s${code}`)
  return { status, headline, text, label: t(`label.${record.status_label}`) }
}

/** The price of an order in the means that paid it: points with their worth in money, or money. */
export function usePaidText(record: OrderRecord): { amount: string; worth: string | null } {
  const t = useTranslations('order')
  const tr = useTranslations('recharge')
  const format = useFormat()
  const money = format.money(record.amount, record.currency)
  if (record.channel_code !== 'hcpoint') return { amount: money, worth: null }
  const points = tr('summary.totalPoints', { points: format.number(pointsForUsd(record.amount)) })
  return { amount: points, worth: t('field.worth', { amount: money }) }
}
