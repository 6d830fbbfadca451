import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from './badge.tsx'
import { tOf } from './text-of.ts'
import type { DeskTexts } from './use-action.ts'

type Row = DeskResult<'order/list'>['rows'][number]
/** What the badges of an order say. */
export type OrderState = Pick<Row, 'status' | 'type' | 'cause' | 'badges'>
type SecondBadge = NonNullable<OrderState['badges']>[number]

const statusTones: Readonly<Record<string, Tone>> = { 2: 'info', 3: 'bad', 4: 'good' }
const badgeTones: Readonly<Record<SecondBadge, Tone>> = {
  disputed: 'bad',
  held: 'warn',
  refund_failed: 'bad',
  refund_pending: 'info',
  approval_pending: 'info',
  delivery_stuck: 'bad',
  partly_refunded: 'warn',
}

const isCancelled = ({ status, cause }: Pick<OrderState, 'status' | 'cause'>): boolean =>
  status === 3 && cause === 'cancelled'
const isCredited = ({ status, type }: Pick<OrderState, 'status' | 'type'>): boolean => status === 4 && type === 'coin'

/** The word for the status of an order. */
export function statusWord(t: DeskTexts, order: Omit<OrderState, 'badges'>): string {
  if (isCancelled(order)) return t('orders.statuses.cancelled')
  if (isCredited(order)) return t('orders.statuses.credited')
  return tOf(t, 'orders.statuses', order.status) ?? String(order.status)
}

/** An order is awaiting no payment, and did not expire, as long as one of its payments is on hold. */
const showsStatus = ({ status, badges = [] }: OrderState): boolean =>
  badges[0] !== 'held' || (status !== 1 && status !== 6)

/** The words of an order's badges: its status, and the most urgent of what else is true. */
export function orderWords(t: DeskTexts, order: OrderState): string[] {
  const second = order.badges?.[0]
  return [...(showsStatus(order) ? [statusWord(t, order)] : []), ...(second ? [t(`orders.badges.${second}`)] : [])]
}

export function OrderBadges({ order }: { order: OrderState }) {
  const t = useTranslations('desk')
  const second = order.badges?.[0]
  const tone = isCancelled(order) ? 'neutral' : (statusTones[order.status] ?? 'neutral')
  return (
    <>
      {showsStatus(order) && <Badge tone={tone}>{statusWord(t, order)}</Badge>}{' '}
      {second && <Badge tone={badgeTones[second]}>{t(`orders.badges.${second}`)}</Badge>}
    </>
  )
}
