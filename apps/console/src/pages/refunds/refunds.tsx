import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { saidText } from '../../kit/codes.ts'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, days } from '../../kit/list/field.ts'
import { Page } from '../../kit/page.tsx'
import { RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import type { PageProps } from '../../kit/menu.ts'

type Row = RowOf<'refund/list'>
const states = ['open', 'stopped', 'pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held'] as const

/** Refunds. The order's page has their actions. */
export default function Refunds({ me }: PageProps) {
  const t = useTranslations('desk')
  const channels = useChannelChoices(t, new URLSearchParams(useSearch()).get('channel') ?? '')
  return (
    <Page>
      <CallList
        me={me}
        call="refund/list"
        page="/refunds"
        name="refunds"
        caption={t('refunds.title')}
        chips={[
          { label: stateWord(t, 'refund', 'failed'), query: { state: 'failed' } },
          { label: stateWord(t, 'refund', 'open'), query: { state: 'open' } },
        ]}
        fields={[
          days(t('list.days.label')),
          choice(
            'state',
            t('row.state'),
            states.map((state) => [state, stateWord(t, 'refund', state)]),
          ),
          choice('channel', t('row.channel'), channels),
        ]}
        columns={columns(t)}
        id={({ id }) => id}
        href={({ order_no }) => `/orders/${order_no}`}
        empty={{ title: t('refunds.empty'), text: t('refunds.emptyText') }}
      />
    </Page>
  )
}

function columns(t: DeskTexts): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    { ...c.long('order_no', t('row.order'), { phone: 'title' }), key: 'order' },
    {
      ...c.text('state', t('row.state'), { phone: 'badge' }),
      cell: ({ state }) => <RowState of="refund" state={state} />,
    },
    { ...c.money('amount_cents', t('row.amount'), 'currency', { phone: 'end' }), key: 'amount' },
    {
      ...c.money('owed_cents', t('row.owed'), 'currency', { hideZero: true }),
      key: 'owed',
    },
    c.currency('currency'),
    { ...c.text('reason', t('row.reason'), { phone: 'under' }), cell: ({ reason }) => saidText(t, reason) },
    c.text('said', t('row.said')),
    { ...c.text('channel', t('row.channel')), cell: ({ channel }) => channelName(t, channel) },
    { ...c.when('created_at', t('row.made'), { phone: 'age' }), key: 'made' },
    { ...c.when('ended_at', t('row.ended'), { extra: true }), key: 'ended' },
  ]
}
