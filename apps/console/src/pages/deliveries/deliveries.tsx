import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { withOwn } from '../../kit/choices.ts'
import { utc } from '../../kit/csv.ts'
import { When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Newer } from '../../kit/newer-rows.tsx'
import { Page } from '../../kit/page.tsx'
import { deliveryOf, kindOfRow, RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useSteady } from '../../kit/use-steady-rows.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { leftOut, useRetell } from '../waiting/use-resend.tsx'
import { ageText } from '../waiting/waiting.tsx'
import { Again } from './resend.tsx'

type Row = DeskResult<'delivery/list'>['rows'][number]
const names = ['from', 'to', 'kind', 'state', 'answer', 'said', 'tries', 'hours', 'server'] as const
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
  const filters = useFilters(names)
  const { kind, state, answer, said, tries, hours, server, from, to } = filters.values
  const filter = {
    kind: kind === 'recall' ? 'recall' : 'deliver',
    state: states.find((candidate) => candidate === state) ?? '',
    answer: gameAnswers.find((candidate) => candidate === answer) ?? '',
    said,
    tries: tried.find((n) => String(n) === tries) ?? 0,
    hours: ages.find((n) => String(n) === hours) ?? 0,
    server,
    from: secondsOf(from),
    to: secondsOf(to, 1),
  } as const
  const maySeeNames = may(me, 'order.read')
  const choices = useCall('order/choices', maySeeNames ? {} : null).result
  const servers = withOwn(
    (choices?.servers ?? []).map(({ id, name }) => [id, name] as const),
    server,
  )
  const list = useCall('delivery/list', { ...filter, after: filters.after }, { everyMs: PULSE_MS })
  const retell = useRetell(me)
  const steady = useSteady(filters.key, list.loading ? null : (list.result?.rows ?? null), ({ id }) => id)
  const again = (steady.rows ?? [])
    .filter((row) => retell.ids.includes(row.id) && mayRetell(row))
    .map(({ number }) => number)
  return (
    <Page half={filters.half} actions={may(me, 'delivery.again_since') && <Again />}>
      <Views me={me} page="/deliveries" />
      <FilterBar
        filters={filters}
        fields={[
          { name: 'from', label: t('row.from'), type: 'date' },
          { name: 'to', label: t('row.to'), type: 'date' },
          {
            name: 'kind',
            label: t('row.type'),
            options: (['deliver', 'recall'] as const).map((option) => [option, t(`deliveries.kinds.${option}`)]),
          },
          {
            name: 'state',
            label: t('row.state'),
            options: states.map((option) => [option, stateWord(t, 'delivery', option)]),
          },
          {
            name: 'answer',
            label: t('deliveries.answer'),
            options: gameAnswers.map((option) => [option, t(`deliveries.answers.${option}`)]),
          },
          { name: 'said', label: t('deliveries.said') },
          {
            name: 'tries',
            label: t('row.tries'),
            options: tried.map((n) => [String(n), t('deliveries.atLeast', { n: String(n) })]),
          },
          {
            name: 'hours',
            label: t('waiting.age'),
            options: ages.map((n) => [String(n), ageText(t, n)]),
          },
          { name: 'server', label: t('row.server'), ...(maySeeNames && { options: servers }) },
        ]}
      />
      <Newer n={filters.after === '' ? steady.newer : 0} show={steady.show} />
      <List
        name="deliveries"
        caption={t('deliveries.title')}
        rows={steady.rows}
        error={list.error}
        reload={list.reload}
        columns={columns(t, me)}
        id={({ id }) => id}
        href={({ number }) => `/orders/${number}`}
        empty={{ title: t('deliveries.empty'), text: t('deliveries.emptyText') }}
        total={list.result?.total}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('delivery/list', { ...filter, after: from, size })}
        {...retell.of(again)}
      />
    </Page>
  )
}

const columns = (t: DeskTexts, me: Me): readonly Column<Row>[] => [
  {
    key: 'number',
    label: t('row.number'),
    cell: ({ number }) => <code>{number}</code>,
    text: ({ number }) => number,
  },
  {
    key: 'state',
    label: t('row.state'),
    cell: ({ id, state, recall }) =>
      kindOfRow(id) === 'recall' ? (
        <RowState of="recall" state={state} />
      ) : (
        <RowState {...deliveryOf({ delivery: state, recall })} />
      ),
    text: ({ state }) => state,
  },
  { key: 'said', label: t('row.said'), cell: ({ said }) => said, text: ({ said }) => said },
  { key: 'tries', label: t('row.tries'), cell: ({ tries }) => tries, text: ({ tries }) => tries, numeric: true },
  { key: 'server', label: t('row.server'), cell: ({ server_id }) => server_id, text: ({ server_id }) => server_id },
  {
    key: 'made',
    label: t('row.made'),
    cell: ({ created_at }) => <When at={created_at} />,
    text: ({ created_at }) => utc(created_at),
  },
  {
    key: 'next',
    label: t('row.nextTry'),
    cell: ({ next_try_at }) => next_try_at !== null && <When at={next_try_at} />,
    text: ({ next_try_at }) => (next_try_at === null ? null : utc(next_try_at)),
  },
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
