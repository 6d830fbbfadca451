import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { saidText } from '../../kit/codes.ts'
import { major, utc } from '../../kit/csv.ts'
import { money, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import { RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'

type Row = DeskResult<'refund/list'>['rows'][number]
const names = ['state', 'channel', 'from', 'to'] as const
const states = ['open', 'stopped', 'pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held'] as const

/** Refunds. The order's page has their actions. */
export default function Refunds({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { state, channel, from, to } = filters.values
  const channels = useChannelChoices(t, channel)
  const filter = {
    state: states.find((candidate) => candidate === state) ?? '',
    channel,
    from: secondsOf(from),
    to: secondsOf(to, 1),
  } as const
  const list = useCall('refund/list', { ...filter, after: filters.after })
  return (
    <Page half={filters.half}>
      <Views me={me} page="/refunds" />
      <FilterBar
        filters={filters}
        fields={[
          { name: 'from', label: t('row.from'), type: 'date' },
          { name: 'to', label: t('row.to'), type: 'date' },
          {
            name: 'state',
            label: t('row.state'),
            options: states.map((option) => [option, stateWord(t, 'refund', option)]),
          },
          { name: 'channel', label: t('row.channel'), options: channels },
        ]}
      />
      <List
        name="refunds"
        caption={t('refunds.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t)}
        id={({ id }) => id}
        href={({ order_no }) => `/orders/${order_no}`}
        empty={{ title: t('refunds.empty'), text: t('refunds.emptyText') }}
        total={list.result?.total}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('refund/list', { ...filter, after: from, size })}
      />
    </Page>
  )
}

const columns = (t: DeskTexts): readonly Column<Row>[] => [
  {
    key: 'order',
    label: t('row.order'),
    cell: ({ order_no }) => <code>{order_no}</code>,
    text: ({ order_no }) => order_no,
  },
  {
    key: 'state',
    label: t('row.state'),
    cell: ({ state }) => <RowState of="refund" state={state} />,
    text: ({ state }) => state,
  },
  {
    key: 'amount',
    label: t('row.amount'),
    cell: ({ amount_cents, currency }) => money(amount_cents, currency),
    text: ({ amount_cents, currency }) => major(amount_cents, currency),
    numeric: true,
  },
  {
    key: 'owed',
    label: t('row.owed'),
    cell: ({ owed_cents, currency }) => owed_cents > 0 && money(owed_cents, currency),
    text: ({ owed_cents, currency }) => major(owed_cents, currency),
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
    key: 'reason',
    label: t('row.reason'),
    cell: ({ reason }) => saidText(t, reason),
    text: ({ reason }) => reason,
  },
  { key: 'said', label: t('row.said'), cell: ({ said }) => said, text: ({ said }) => said },
  {
    key: 'channel',
    label: t('row.channel'),
    cell: ({ channel }) => channelName(t, channel),
    text: ({ channel }) => channel,
  },
  {
    key: 'made',
    label: t('row.made'),
    cell: ({ created_at }) => <When at={created_at} />,
    text: ({ created_at }) => utc(created_at),
  },
  {
    key: 'ended',
    label: t('row.ended'),
    cell: ({ ended_at }) => ended_at !== null && <When at={ended_at} />,
    text: ({ ended_at }) => (ended_at === null ? null : utc(ended_at)),
    extra: true,
  },
]
