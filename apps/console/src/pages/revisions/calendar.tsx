import type { Me } from '@hc/contract/desk/calls'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { targetName } from '../../kit/codes.ts'
import { today } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { day } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { entriesOf, type Entry } from './entries.ts'
import { Acts, MovedFrom } from './entry-acts.tsx'
import { Month } from './month.tsx'

const DAY = 86_400
const MONTH = 'YYYY-MM'.length
const SPAN_DAYS = 62

function columns(t: DeskTexts, me: Me): readonly Column<Entry>[] {
  const c = columnsOf<Entry>(t)
  return [
    c.when('at', t('revisions.calendar.at'), { phone: 'age' }),
    c.word('kind', t('revisions.calendar.kind'), (kind) => targetName(t, kind), { code: true, phone: 'badge' }),
    {
      ...c.text('name', t('revisions.calendar.target'), { phone: 'title' }),
      cell: ({ kind, target, name }) => <TargetLink kind={kind} target={target} name={name} />,
    },
    {
      ...c.text('what', t('revisions.calendar.what'), { phone: 'under' }),
      cell: (entry) => (
        <>
          {entry.what}
          <MovedFrom entry={entry} />
        </>
      ),
    },
    {
      key: 'state',
      label: t('revisions.calendar.state'),
      cell: (entry) => (
        <span className="actions">
          {entry.state && <Badge>{entry.state}</Badge>}
          <Acts me={me} entry={entry} />
        </span>
      ),
      phone: 'acts',
    },
  ]
}

/** Everything with a date: a month at a glance, or a list by time. */
export default function CalendarPage({ me }: PageProps) {
  const t = useTranslations('desk')
  const { values, show } = useFilters(['from', 'to', 'view', 'month'])
  const { view, month, from, to } = values
  // An address with days is a list, from before the month came first.
  const isList = view === 'list' || (view === '' && (from !== '' || to !== ''))
  useEffect(() => {
    if (isList && view === '') show({ from, to, view: 'list' }, true)
  })
  const present = today().slice(0, MONTH)
  return (
    <Page>
      <div className="calendar-tabs">
        <nav className="page-tabs" aria-label={t('revisions.month.view')}>
          {(['month', 'list'] as const).map((name) => (
            <Link
              key={name}
              href={name === 'list' ? '/calendar?view=list' : '/calendar'}
              className="page-tab"
              aria-current={(name === 'list') === isList ? 'page' : undefined}
            >
              {t(`revisions.month.${name}`)}
            </Link>
          ))}
        </nav>
        <Views me={me} page="/calendar" base={isList ? 'view=list' : ''} />
      </div>
      {isList ? (
        <ByTime me={me} />
      ) : (
        <Month
          me={me}
          month={/^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : present}
          show={(next) => show(next === present ? {} : { month: next })}
        />
      )}
    </Page>
  )
}

function ByTime({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const filters = useFilters(['from', 'to'], ['view'])
  const [begin] = useState(() => secondsOf(today()))
  const from = secondsOf(filters.values.from) || begin
  const to = secondsOf(filters.values.to, 1) || from + SPAN_DAYS * DAY
  const { result, error, reload } = useCall('calendar/list', { from, to })
  return (
    <List
      head={(tools) => (
        <FilterBar
          filters={filters}
          fields={[day('from', t('revisions.calendar.from')), day('to', t('revisions.calendar.to'))]}
        >
          {tools}
        </FilterBar>
      )}
      name="calendar"
      caption={t('revisions.calendar.title')}
      rows={result && entriesOf(t, result)}
      error={error}
      reload={reload}
      columns={columns(t, me)}
      id={({ key }) => key}
      empty={{ title: t('revisions.calendar.empty'), text: t('revisions.calendar.emptyText') }}
    />
  )
}
