import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { newsKinds } from '@hc/contract/desk-codes'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { detailText, saidText } from '../../kit/codes.ts'
import { major, utc } from '../../kit/csv.ts'
import { money, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { OrderLink } from '../../kit/order-link.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Body } from '../orders/order.tsx'
import { Findings } from './findings.tsx'

type Row = DeskResult<'inbox/list'>['rows'][number]
const names = ['state', 'channel', 'kind', 'order_no'] as const
const states = ['parked', 'new', 'done', 'any'] as const
const PULSE_MS = 15_000

/** Gateways' webhooks; by default those that belong to no order. */
export default function Inbox({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { state, channel, kind, order_no } = filters.values
  const channels = useChannelChoices(t, channel)
  const stateName = states.find((candidate) => candidate === state) ?? (order_no === '' ? 'parked' : 'any')
  const filter = { state: stateName === 'any' ? '' : stateName, channel, kind, order_no } as const
  const list = useCall('inbox/list', { ...filter, after: filters.after }, { everyMs: PULSE_MS })
  return (
    <Page>
      <Views me={me} page="/inbox" />
      <FilterBar
        filters={filters}
        fields={[
          {
            name: 'state',
            label: t('row.state'),
            options: states.map((option) => [option, stateWord(t, 'webhook', option)]),
          },
          { name: 'channel', label: t('row.channel'), options: channels },
          {
            name: 'kind',
            label: t('webhooks.kind'),
            options: newsKinds.map((option) => [option, saidText(t, option)]),
          },
          { name: 'order_no', label: t('row.order') },
        ]}
      />
      <List
        name="inbox"
        caption={t('webhooks.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t, me)}
        id={({ id }) => id}
        empty={{ title: t('webhooks.empty'), text: t('webhooks.emptyText') }}
        total={list.result?.total}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('inbox/list', { ...filter, after: from, size })}
      />
      {may(me, 'refund.read') && <Findings me={me} />}
    </Page>
  )
}

const columns = (t: DeskTexts, me: Me): readonly Column<Row>[] => [
  { key: 'id', label: t('row.number'), cell: ({ id }) => id, text: ({ id }) => id },
  { key: 'at', label: t('row.since'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
  {
    key: 'channel',
    label: t('row.channel'),
    cell: ({ channel }) => channelName(t, channel),
    text: ({ channel }) => channel,
  },
  { key: 'kind', label: t('webhooks.kind'), cell: ({ kind }) => saidText(t, kind), text: ({ kind }) => kind },
  {
    key: 'order',
    label: t('row.order'),
    cell: ({ order_no, known }) => order_no !== '' && <OrderLink no={order_no} known={known} />,
    text: ({ order_no }) => order_no,
  },
  {
    key: 'amount',
    label: t('row.amount'),
    cell: ({ amount_cents, currency }) => amount_cents > 0 && money(amount_cents, currency || 'USD'),
    text: ({ amount_cents, currency }) => (amount_cents > 0 ? major(amount_cents, currency || 'USD') : null),
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
    key: 'state',
    label: t('row.state'),
    cell: ({ state, known }) => <RowState of="webhook" state={state === 'parked' && !known ? 'no_order' : state} />,
    text: ({ state }) => state,
  },
  {
    key: 'outcome',
    label: t('webhooks.outcome'),
    cell: ({ outcome }) => detailText(t, outcome),
    text: ({ outcome }) => outcome,
  },
  {
    key: 'event',
    label: t('webhooks.event'),
    cell: ({ event_id }) => event_id,
    text: ({ event_id }) => event_id,
    extra: true,
  },
  { key: 'act', label: t('orders.page.actions'), cell: (row) => <Acts me={me} row={row} /> },
]

function Acts({ me, row: { id, state } }: { me: Me; row: Row }) {
  const t = useTranslations('desk')
  return (
    <div className="actions">
      {state !== 'done' && may(me, 'inbox.work') && (
        <ActionDialog
          name="inbox/rework"
          label={t('webhooks.rework')}
          about={t('webhooks.reworkName', { id: String(id) })}
          title={t('webhooks.reworkName', { id: String(id) })}
          confirm={t('webhooks.rework')}
          done={t('row.done')}
          body={(reason) => ({ id, reason })}
        >
          <p>{t('webhooks.reworkDoes')}</p>
        </ActionDialog>
      )}
      {state !== 'done' && may(me, 'inbox.close') && (
        <ActionDialog
          name="inbox/close"
          label={t('webhooks.close')}
          about={t('webhooks.closeName', { id: String(id) })}
          title={t('webhooks.closeName', { id: String(id) })}
          confirm={t('webhooks.close')}
          done={t('row.done')}
          body={(reason) => ({ id, reason })}
        >
          <p>{t('webhooks.closeDoes')}</p>
        </ActionDialog>
      )}
      {may(me, 'order.bodies') && <Body id={id} />}
    </div>
  )
}
