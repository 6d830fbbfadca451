import type { DeskResult } from '@hc/contract/desk/calls'
import { shortened } from '../../kit/breakable.ts'
import { channelName } from '../../kit/channel-name.ts'
import { major, utc } from '../../kit/csv.ts'
import { money, When } from '../../kit/facts.tsx'
import type { Column } from '../../kit/list.tsx'
import { OrderBadges, orderWords } from '../../kit/order-badge.tsx'
import { deliveryOf, RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'

type Row = DeskResult<'order/list'>['rows'][number]
export const orderStatuses = ['1', '2', '3', '4', '5', '6'] as const
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** A duration in its largest unit. */
export function duration(t: DeskTexts, seconds: number): string {
  if (seconds < HOUR) return t('orders.ago', { n: Math.max(1, Math.round(seconds / MINUTE)) })
  return seconds < 2 * DAY
    ? t('row.hours', { n: Math.round(seconds / HOUR) })
    : t('row.days', { n: Math.round(seconds / DAY) })
}

/** The columns of a list of orders. */
export const orderColumns = (t: DeskTexts): readonly Column<Row>[] => [
  {
    key: 'no',
    label: t('row.number'),
    cell: ({ order_no }) => <code>{order_no}</code>,
    text: ({ order_no }) => order_no,
  },
  {
    key: 'made',
    label: t('row.made'),
    cell: ({ created_at }) => <When at={created_at} />,
    text: ({ created_at }) => utc(created_at),
  },
  {
    key: 'status',
    label: t('row.status'),
    cell: (row) => <OrderBadges order={row} />,
    text: (row) => orderWords(t, row).join(', '),
  },
  { key: 'uid', label: t('row.player'), cell: ({ uid }) => uid, text: ({ uid }) => uid },
  {
    key: 'role',
    label: t('row.character'),
    cell: ({ role_name }) => (
      <bdi className="name" title={role_name}>
        {shortened(role_name)}
      </bdi>
    ),
    text: ({ role_name }) => role_name,
  },
  { key: 'goods', label: t('row.item'), cell: ({ goods }) => goods, text: ({ goods }) => goods },
  {
    key: 'amount',
    label: t('row.amount'),
    cell: ({ amount_cents, currency }) => money(amount_cents, currency),
    text: ({ amount_cents, currency }) => major(amount_cents, currency),
    numeric: true,
  },
  {
    key: 'currency',
    label: t('reports.tax.currency'),
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    fileOnly: true,
  },
  {
    key: 'channel',
    label: t('row.channel'),
    cell: ({ channel }) => channelName(t, channel),
    text: ({ channel }) => channel,
  },
  {
    key: 'open',
    label: t('orders.openFor'),
    cell: ({ open_for }) => (open_for === null ? null : duration(t, open_for)),
    text: ({ open_for }) => open_for,
  },
  {
    key: 'delivery',
    label: t('row.delivery'),
    cell: (row) => <RowState {...deliveryOf(row)} />,
    text: (row) => {
      const { of: kind, state } = deliveryOf(row)
      return state === '' ? '' : stateWord(t, kind, state)
    },
    extra: true,
  },
  {
    key: 'server',
    label: t('row.server'),
    cell: ({ server_name }) => server_name,
    text: ({ server_name }) => server_name,
    extra: true,
  },
]
