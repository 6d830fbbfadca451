import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { major, utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { money, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Note } from '../remarks/note.tsx'

type Row = DeskResult<'dispute/list'>['rows'][number]
const names = ['stage', 'channel'] as const
const stages = ['opened', 'won', 'lost'] as const
const tones = { opened: 'warn', review: 'info', won: 'good', lost: 'bad' } as const

/** The state of a dispute: an open one waits for our evidence, or for the gateway. */
export function DisputeStage({ stage, work = 'new' }: { stage: string; work?: string | undefined }) {
  const t = useTranslations('desk')
  const knownStage = stages.find((candidate) => candidate === stage)
  if (!knownStage) return stage
  const state = knownStage === 'opened' && work === 'entered' ? 'review' : knownStage
  return <Badge tone={tones[state]}>{t(`disputes.stages.${state}`)}</Badge>
}

/** Chargebacks, due ones first. */
export default function Disputes({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { stage, channel } = filters.values
  const channels = useChannelChoices(t, channel)
  const filter = {
    stage: stages.find((candidate) => candidate === stage) ?? '',
    channel,
  } as const
  const list = useCall('dispute/list', { ...filter, after: filters.after })
  return (
    <Page>
      <Views me={me} page="/disputes" />
      <FilterBar
        filters={filters}
        fields={[
          {
            name: 'stage',
            label: t('disputes.stage'),
            options: stages.map((option) => [option, t(`disputes.stages.${option}`)]),
          },
          { name: 'channel', label: t('row.channel'), options: channels },
        ]}
      />
      <List
        name="disputes"
        caption={t('disputes.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t, may(me, 'note.write'))}
        id={({ channel, dispute_id }) => `${channel}:${dispute_id}`}
        href={({ channel, dispute_id }) => `/disputes/${encodeURIComponent(channel)}/${encodeURIComponent(dispute_id)}`}
        empty={{
          title: t(filters.any ? 'audit.empty' : 'disputes.empty'),
          text: t('disputes.emptyText'),
        }}
        total={list.result?.total}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('dispute/list', { ...filter, after: from, size })}
      />
    </Page>
  )
}

const columns = (t: DeskTexts, notes: boolean): readonly Column<Row>[] => [
  {
    key: 'order',
    label: t('row.order'),
    cell: ({ order_no }) => <code>{order_no}</code>,
    text: ({ order_no }) => order_no,
  },
  {
    key: 'stage',
    label: t('disputes.stage'),
    cell: ({ stage, work }) => <DisputeStage stage={stage} work={work} />,
    text: ({ stage }) => stage,
  },
  {
    key: 'due',
    label: t('row.due'),
    cell: ({ due_at }) => due_at !== null && <When at={due_at} />,
    text: ({ due_at }) => (due_at === null ? null : utc(due_at)),
  },
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
  { key: 'reason', label: t('row.reason'), cell: ({ reason }) => reason, text: ({ reason }) => reason },
  {
    key: 'opened',
    label: t('row.opened'),
    cell: ({ opened_at }) => <When at={opened_at} />,
    text: ({ opened_at }) => utc(opened_at),
  },
  {
    key: 'channel',
    label: t('row.channel'),
    cell: ({ channel }) => channelName(t, channel),
    text: ({ channel }) => channel,
  },
  ...(notes
    ? [
        {
          key: 'note',
          label: t('orders.kind.note'),
          cell: ({ order_no }: Row) => <Note kind="order" target={order_no} />,
        },
      ]
    : []),
]
