import type { Me } from '@hc/contract/desk/calls'
import { newsKinds } from '@hc/contract/desk-codes'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { useChannelChoices } from '../../kit/choices.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { detailText, saidText } from '../../kit/codes.ts'
import { major } from '../../kit/csv.ts'
import { money } from '../../kit/facts.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, words } from '../../kit/list/field.ts'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Body } from '../orders/order.tsx'
import { Findings } from './findings.tsx'

type Row = RowOf<'inbox/list'>
const states = ['parked', 'new', 'done', 'any'] as const
const PULSE_MS = 15_000

/** Gateways' webhooks; by default those that belong to no order, or all of one order. */
export default function Inbox({ me }: PageProps) {
  const t = useTranslations('desk')
  const query = new URLSearchParams(useSearch())
  const channels = useChannelChoices(t, query.get('channel') ?? '')
  return (
    <Page>
      <CallList
        me={me}
        call="inbox/list"
        page="/inbox"
        name="inbox"
        caption={t('webhooks.title')}
        fields={[
          choice(
            'state',
            t('row.state'),
            states.map((state) => [state, stateWord(t, 'webhook', state)]),
            {
              always: true,
              usual: query.get('order_no') ? 'any' : 'parked',
              as: (value) => states.find((state) => state === value && state !== 'any') ?? '',
            },
          ),
          choice('channel', t('row.channel'), channels),
          choice(
            'kind',
            t('webhooks.kind'),
            newsKinds.map((kind) => [kind, saidText(t, kind)]),
          ),
          words('order_no', t('row.order')),
        ]}
        everyMs={PULSE_MS}
        columns={columns(t, me)}
        id={({ id }) => id}
        empty={{ title: t('webhooks.empty'), text: t('webhooks.emptyText') }}
      />
      {may(me, 'refund.read') && <Findings me={me} />}
    </Page>
  )
}

function columns(t: DeskTexts, me: Me): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    { ...c.number('id', t('row.number')), numeric: false },
    c.when('at', t('row.since'), { phone: 'age' }),
    { ...c.text('channel', t('row.channel'), { phone: 'under' }), cell: ({ channel }) => channelName(t, channel) },
    c.word('kind', t('webhooks.kind'), (kind) => saidText(t, kind), { code: true, phone: 'title' }),
    { ...c.order('order_no', t('row.order'), { known: ({ known }) => known }), key: 'order' },
    {
      key: 'amount',
      label: t('row.amount'),
      cell: ({ amount_cents, currency }) => amount_cents > 0 && money(amount_cents, currency || 'USD'),
      text: ({ amount_cents, currency }) => (amount_cents > 0 ? major(amount_cents, currency || 'USD') : null),
      numeric: true,
      phone: 'end',
    },
    c.currency('currency'),
    {
      ...c.text('state', t('row.state'), { phone: 'badge' }),
      cell: ({ state, known }) => <RowState of="webhook" state={state === 'parked' && !known ? 'no_order' : state} />,
    },
    c.word('outcome', t('webhooks.outcome'), (outcome) => detailText(t, outcome), { code: true }),
    { ...c.text('event_id', t('webhooks.event'), { extra: true }), key: 'event' },
    { key: 'act', label: t('orders.page.actions'), cell: (row) => <Acts me={me} row={row} />, phone: 'acts' },
  ]
}

function Acts({ me, row: { id, state } }: { me: Me; row: Row }) {
  const t = useTranslations('desk')
  return (
    <div className="actions">
      {state !== 'done' && may(me, 'inbox.work') && (
        <ActionDialog
          name="inbox/rework"
          byAddress={`inbox/rework ${String(id)}`}
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
