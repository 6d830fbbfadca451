import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { withOwn } from '../../kit/choices.ts'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, days, words, yes } from '../../kit/list/field.ts'
import { itemColumn, playerColumn } from '../../kit/list/order-columns.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { deliveryOf, kindOfRow, RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { leftOut, useRetell } from '../waiting/use-resend.tsx'
import { ageText } from '../waiting/waiting.tsx'
import { Again } from './resend.tsx'

type Row = RowOf<'delivery/list'>
const states = ['pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall'] as const
const gameAnswers = ['error', 'unreadable', 'silence'] as const
/** The options of the filters by tries and by age in hours. */
const tried = [2, 5, 10, 50] as const
const ages = [1, 24, 168] as const
const PULSE_MS = 15_000
/** Whether a row is a delivery, not a recall, that can be sent to the game again. */
const mayRetell = ({ id, state }: Row): boolean => id.startsWith('dlv_') && leftOut(state)

/** Deliveries to the game, and its answers. */
export default function Deliveries({ me }: PageProps) {
  const t = useTranslations('desk')
  const query = new URLSearchParams(useSearch())
  const maySeeNames = may(me, 'order.read')
  const choices = useCall('order/choices', maySeeNames ? {} : null).result
  const servers = withOwn(
    (choices?.servers ?? []).map(({ id, name }) => [id, name] as const),
    query.get('server') ?? '',
  )
  const retell = useRetell(me)
  const again = (rows: readonly Row[]): string[] =>
    rows.filter((row) => retell.ids.includes(row.id) && mayRetell(row)).map(({ number }) => number)
  return (
    <Page actions={may(me, 'delivery.again_since') && <Again />}>
      <CallList
        me={me}
        call="delivery/list"
        page="/deliveries"
        name="deliveries"
        caption={t('deliveries.title')}
        search={t('deliveries.search')}
        chips={[
          { label: t('views.shipped.stuck'), query: { state: 'parked' } },
          { label: stateWord(t, 'delivery', 'unknown'), query: { state: 'unknown' } },
        ]}
        fields={[
          days(t('list.days.label')),
          {
            ...choice(
              'kind',
              t('row.type'),
              (['deliver', 'recall'] as const).map((kind) => [kind, t(`deliveries.kinds.${kind}`)]),
            ),
            as: (kind) => (kind === 'recall' ? 'recall' : 'deliver'),
          },
          choice(
            'state',
            t('row.state'),
            states.map((state) => [state, stateWord(t, 'delivery', state)]),
          ),
          choice(
            'answer',
            t('deliveries.answer'),
            gameAnswers.map((answer) => [answer, t(`deliveries.answers.${answer}`)]),
          ),
          words('said', t('deliveries.said')),
          {
            ...choice(
              'tries',
              t('row.tries'),
              tried.map((n) => [String(n), t('deliveries.atLeast', { n: String(n) })]),
            ),
            as: (value) => tried.find((n) => String(n) === value) ?? 0,
          },
          {
            ...choice(
              'hours',
              t('waiting.age'),
              ages.map((n) => [String(n), ageText(t, n)]),
            ),
            as: (value) => ages.find((n) => String(n) === value) ?? 0,
          },
          yes('slow', t('views.shipped.slow')),
          maySeeNames ? choice('server', t('row.server'), servers) : words('server', t('row.server')),
        ]}
        everyMs={PULSE_MS}
        columns={columns(t, me)}
        id={({ id }) => id}
        href={({ number }) => `/orders/${number}`}
        empty={{ title: t('deliveries.empty'), text: t('deliveries.emptyText') }}
        bulk={(rows) => retell.of(again(rows))}
      />
    </Page>
  )
}

function columns(t: DeskTexts, me: Me): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    itemColumn(t, ({ number }) => number),
    playerColumn(t),
    {
      ...c.text('state', t('row.status'), { phone: 'badge' }),
      cell: ({ id, state, recall }) =>
        kindOfRow(id) === 'recall' ? (
          <RowState of="recall" state={state} />
        ) : (
          <RowState {...deliveryOf({ delivery: state, recall })} />
        ),
    },
    {
      ...c.text('said', t('row.said')),
      cell: ({ said }) => (
        <span className="one-line" title={said}>
          {said}
        </span>
      ),
    },
    c.number('tries', t('row.tries'), { extra: true, inFile: true }),
    { ...c.when('created_at', t('row.made'), { phone: 'age' }), key: 'made' },
    { ...c.when('next_try_at', t('row.nextTry'), { extra: true, inFile: true }), key: 'next' },
    c.long('number', t('row.number'), { extra: true, inFile: true }),
    { ...c.text('server_id', t('row.server'), { extra: true, inFile: true }), key: 'server' },
    {
      key: 'act',
      label: t('orders.page.actions'),
      cell: (row) =>
        mayRetell(row) &&
        may(me, 'order.retell') && (
          <ActionDialog
            name="order/retell"
            label={t('orders.act.retell')}
            about={`${t('orders.act.retell')}: ${row.number}`}
            title={t('orders.act.retell')}
            confirm={t('orders.act.retell')}
            done={t('row.done')}
            body={(reason) => ({ number: row.number, reason })}
          >
            <p>{t('orders.does.retell')}</p>
          </ActionDialog>
        ),
    },
  ]
}
