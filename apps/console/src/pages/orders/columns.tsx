import type { RowOf } from '../../kit/list/call-list.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { OrderBadges, orderWords } from '../../kit/order-badge.tsx'
import { Initial, ItemPicture } from '../../kit/picture.tsx'
import { deliveryOf, RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'

type Row = RowOf<'order/list'>
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
export function orderColumns(t: DeskTexts): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    {
      ...c.text('goods', t('row.item'), { phone: 'title' }),
      cell: ({ icon = '', goods }) => (
        <span className="pictured">
          <ItemPicture icon={icon} />
          <span className="one-line">{goods}</span>
        </span>
      ),
    },
    {
      key: 'role',
      label: t('row.player'),
      cell: ({ role_name }) => (
        <span className="pictured">
          <Initial name={role_name} />
          <bdi className="one-line" title={role_name}>
            {role_name}
          </bdi>
        </span>
      ),
      text: ({ role_name }) => role_name,
      phone: 'under',
    },
    {
      key: 'status',
      label: t('row.status'),
      cell: (row) => <OrderBadges order={row} />,
      text: (row) => orderWords(t, row).join(', '),
      phone: 'badge',
    },
    { ...c.money('amount_cents', t('row.amount'), 'currency', { phone: 'end' }), key: 'amount' },
    c.currency('currency'),
    {
      ...c.text('channel', t('orders.paidWith')),
      cell: ({ channel }) => <span className="one-line">{channelName(t, channel)}</span>,
    },
    { ...c.when('created_at', t('row.made'), { phone: 'age' }), key: 'made' },
    { ...c.long('order_no', t('row.number'), { extra: true, inFile: true }), key: 'no' },
    c.text('uid', t('orders.uid'), { extra: true, inFile: true }),
    {
      key: 'open',
      label: t('orders.openFor'),
      cell: ({ open_for }) => (open_for === null ? null : duration(t, open_for)),
      text: ({ open_for }) => open_for,
      extra: true,
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
    { ...c.text('server_name', t('row.server'), { extra: true }), key: 'server' },
  ]
}
