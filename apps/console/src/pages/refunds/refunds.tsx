import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { saidText } from '../../kit/codes.ts'
import { count, joinWords, money } from '../../kit/facts.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, days } from '../../kit/list/field.ts'
import { itemColumn, playerColumn } from '../../kit/list/order-columns.tsx'
import { Page } from '../../kit/page.tsx'
import { Person } from '../../kit/picture.tsx'
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
        search={t('refunds.search')}
        chips={[
          { label: stateWord(t, 'refund', 'failed'), query: { state: 'failed' } },
          { label: stateWord(t, 'refund', 'open'), query: { state: 'open' } },
        ]}
        fields={[
          days(t('list.days.label')),
          choice(
            'state',
            t('row.status'),
            states.map((state) => [state, stateWord(t, 'refund', state)]),
          ),
          choice('channel', t('row.channel'), channels),
        ]}
        summary={({ total, totals }) => {
          const sums = (totals ?? []).map(({ minor, currency }) => money(minor, currency))
          const n = t(total.exact ? 'refunds.count' : 'refunds.countAbout', { n: total.n, shown: count(total.n) })
          return sums.length === 0 ? n : t('refunds.summary', { n, back: joinWords(sums) })
        }}
        columns={columns(t)}
        id={({ id }) => id}
        href={({ order_no }) => `/orders/${order_no}`}
        empty={{ title: t('refunds.empty'), text: t('refunds.emptyText') }}
      />
    </Page>
  )
}

/** The reason in words: the person's own, or the shop's. */
const reasonText = (t: DeskTexts, { because = '', reason, requested_as: as }: Row): string =>
  as === 'player' ? t('refunds.withdrawal') : because || saidText(t, reason)

/** The one that asked for it: a person by name, the player, or the shop itself. */
const requesterText = (t: DeskTexts, { requested_as: as, requested_by: by = '' }: Row): string =>
  as === 'player' || as === 'system' ? t(`refunds.as.${as}`) : by

function columns(t: DeskTexts): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    itemColumn(t),
    playerColumn(t),
    { ...c.money('amount_cents', t('row.amount'), 'currency', { phone: 'end' }), key: 'amount' },
    {
      key: 'reason',
      label: t('row.reason'),
      cell: (row) => (
        <span className="one-line" title={reasonText(t, row)}>
          {reasonText(t, row)}
        </span>
      ),
      text: (row) => reasonText(t, row),
    },
    {
      ...c.text('state', t('row.status'), { phone: 'badge' }),
      cell: ({ state }) => <RowState of="refund" state={state} />,
    },
    {
      key: 'requestedBy',
      label: t('refunds.requestedBy'),
      cell: (row) =>
        row.requested_as === 'person' ? (
          row.requested_by && <Person name={row.requested_by} />
        ) : (
          <span className="soft">{requesterText(t, row)}</span>
        ),
      text: (row) => requesterText(t, row),
    },
    {
      key: 'approvedBy',
      label: t('refunds.approvedBy'),
      cell: ({ approved_by: by }) => by && <Person name={by} />,
      text: ({ approved_by: by = '' }) => by,
    },
    { ...c.when('created_at', t('row.made'), { phone: 'age' }), key: 'made' },
    { ...c.long('order_no', t('row.number'), { extra: true, inFile: true }), key: 'order' },
    c.currency('currency'),
    { ...c.money('owed_cents', t('row.owed'), 'currency', { hideZero: true, extra: true, inFile: true }), key: 'owed' },
    c.text('said', t('row.said'), { extra: true, inFile: true }),
    {
      ...c.text('channel', t('row.channel'), { extra: true, inFile: true }),
      cell: ({ channel }) => channelName(t, channel),
    },
    { ...c.when('ended_at', t('row.ended'), { extra: true, inFile: true }), key: 'ended' },
  ]
}
