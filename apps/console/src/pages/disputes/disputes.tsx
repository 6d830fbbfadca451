import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { itemColumn, playerColumn } from '../../kit/list/order-columns.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Note } from '../remarks/note.tsx'

type Row = RowOf<'dispute/list'>
const stages = ['opened', 'won', 'lost'] as const
const tones = { opened: 'warn', review: 'info', accepted: 'neutral', won: 'good', lost: 'bad' } as const

/** What an open dispute is by the work on it. */
const worked: Readonly<Record<string, 'review' | 'accepted' | undefined>> = { entered: 'review', given_up: 'accepted' }

/** The state of a dispute: an open one waits for our evidence, or for the gateway. */
export function DisputeStage({ stage, work = 'new' }: { stage: string; work?: string | undefined }) {
  const t = useTranslations('desk')
  const knownStage = stages.find((candidate) => candidate === stage)
  if (!knownStage) return stage
  const state = (knownStage === 'opened' && worked[work]) || knownStage
  return (
    <Badge tone={tones[state]}>
      {t(state === 'accepted' ? 'disputes.case.states.given_up' : `disputes.stages.${state}`)}
    </Badge>
  )
}

/** Chargebacks, due ones first. */
export default function Disputes({ me }: PageProps) {
  const t = useTranslations('desk')
  const channels = useChannelChoices(t, new URLSearchParams(useSearch()).get('channel') ?? '')
  return (
    <Page>
      <CallList
        me={me}
        call="dispute/list"
        page="/disputes"
        name="disputes"
        caption={t('disputes.title')}
        chips={[{ label: t('disputes.stages.opened'), query: { stage: 'opened' } }]}
        fields={[
          choice(
            'stage',
            t('disputes.stage'),
            stages.map((stage) => [stage, t(`disputes.stages.${stage}`)]),
          ),
          choice('channel', t('row.channel'), channels),
        ]}
        columns={columns(t, may(me, 'note.write'))}
        id={({ channel, dispute_id }) => `${channel}:${dispute_id}`}
        href={({ channel, dispute_id }) => `/disputes/${encodeURIComponent(channel)}/${encodeURIComponent(dispute_id)}`}
        empty={{ title: t('disputes.empty'), text: t('disputes.emptyText') }}
      />
    </Page>
  )
}

function columns(t: DeskTexts, notes: boolean): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    itemColumn(t),
    playerColumn(t),
    {
      ...c.text('stage', t('disputes.stage'), { phone: 'badge' }),
      cell: ({ stage, work }) => <DisputeStage stage={stage} work={work} />,
    },
    {
      ...c.when('due_at', t('row.due'), { phone: 'age' }),
      key: 'due',
      text: ({ due_at }) => (due_at === null ? null : utc(due_at)),
    },
    { ...c.money('amount_cents', t('row.amount'), 'currency', { phone: 'end' }), key: 'amount' },
    c.currency('currency'),
    c.text('reason', t('row.reason')),
    { ...c.when('opened_at', t('row.opened')), key: 'opened' },
    { ...c.long('order_no', t('row.number'), { extra: true, inFile: true }), key: 'order' },
    {
      ...c.text('channel', t('row.channel'), { extra: true, inFile: true }),
      cell: ({ channel }) => channelName(t, channel),
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
}
