import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Status, When } from '../kit/facts.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { type Column, List } from '../kit/list.tsx'
import { Page } from '../kit/page.tsx'
import { patchText } from '../kit/plans.tsx'
import { useCall } from '../kit/use-call.ts'
import { secondsOf, useFilters } from '../kit/use-filters.ts'

type Calendar = DeskResult<'calendar/list'>
type Entry = { key: string; at: number; kind: string; target: string; what: string; state: string }
const DAY = 86_400
const SPAN_DAYS = 62

/** Everything that has a date, by time. */
export function CalendarPage() {
  const t = useTranslations('desk')
  const filters = useFilters(['from', 'to'])
  const today = Math.floor(new Date().setHours(0, 0, 0, 0) / 1000)
  const from = secondsOf(filters.values.from) || today
  const to = secondsOf(filters.values.to, 1) || from + SPAN_DAYS * DAY
  const { result, error, reload } = useCall('calendar/list', { from, to })
  const words = ({ plans, dates }: Calendar): Entry[] =>
    [
      ...plans.map(({ id, at, kind, target, patch, version, state }) => ({
        key: `plan ${id}`,
        at,
        kind,
        target,
        what: version === null ? patchText(patch) : t('editing.goesOut', { n: String(version) }),
        state: t(`editing.state.${state}`),
      })),
      ...dates.map(({ kind, target, what, at }) => ({
        key: `${kind} ${target} ${what}`,
        at,
        kind,
        target,
        what: t(`calendar.${what}`),
        state: '',
      })),
    ].sort((a, b) => a.at - b.at)
  const columns: readonly Column<Entry>[] = [
    { key: 'at', label: t('calendar.at'), cell: ({ at }) => <When at={at} />, text: ({ at }) => at },
    { key: 'kind', label: t('calendar.kind'), cell: ({ kind }) => kind, text: ({ kind }) => kind },
    { key: 'target', label: t('calendar.target'), cell: ({ target }) => target, text: ({ target }) => target },
    { key: 'what', label: t('calendar.what'), cell: ({ what }) => what, text: ({ what }) => what },
    { key: 'state', label: t('calendar.state'), cell: ({ state }) => state && <Status>{state}</Status> },
  ]
  return (
    <Page title={t('calendar.title')}>
      <FilterBar
        filters={filters}
        fields={[
          { name: 'from', label: t('calendar.from'), type: 'date' },
          { name: 'to', label: t('calendar.to'), type: 'date' },
        ]}
      />
      <List
        name="calendar"
        caption={t('calendar.title')}
        rows={result && words(result)}
        error={error}
        reload={reload}
        columns={columns}
        id={({ key }) => key}
        empty={{ title: t('calendar.empty'), text: t('calendar.emptyText') }}
      />
    </Page>
  )
}
