import type { DeskResult, Me } from '@hc/contract/desk/calls'
import type { Planned } from '@hc/contract/desk/editing'
import { Button } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { targetName, targetTold } from '../../kit/codes.ts'
import { dateTime, monthText, today } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { day } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { dayOf } from '../../kit/local-time.ts'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { patchText } from '../../kit/planned-changes.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { atOnce, comesTwice, localTime, WhenField } from '../../kit/when-field.tsx'
import { zone } from '../../lib/zone.ts'
import { localeNow } from '../../lib/language.ts'
import type { PageProps } from '../../kit/menu.ts'

type Calendar = DeskResult<'calendar/list'>
type Entry = { key: string; at: number; kind: string; target: string; what: string; state: string; plan?: Planned }
const DAY = 86_400
const MONTHS = 12
const SPAN_DAYS = 62

const entriesOf = (t: DeskTexts, { plans, dates }: Calendar): Entry[] =>
  [
    ...plans.map((plan) => ({
      key: `plan ${plan.id}`,
      at: plan.at,
      kind: plan.kind,
      target: plan.target,
      what: plan.version === null ? patchText(t, plan.patch) : t('revisions.goesOut', { n: String(plan.version) }),
      state: t(`revisions.state.${plan.state}`),
      plan,
    })),
    ...dates.map(({ kind, target, what, at }) => ({
      key: `${kind} ${target} ${what}`,
      at,
      kind,
      target,
      what: t(`revisions.calendar.${what}`),
      state: '',
    })),
  ].sort((a, b) => a.at - b.at)

/** The call that moves a plan of a kind, and the permission that it needs. */
const moves = {
  product: { name: 'product/replan', permission: 'product.sell' },
  article: { name: 'article/replan', permission: 'content.publish' },
  block: { name: 'home/replan', permission: 'content.publish' },
  // A move of a channel's plan becomes a request: two people agreed on the moment.
  channel: { name: 'channel/replan', permission: 'channel.rules' },
} as const
const isMoved = (kind: string): kind is keyof typeof moves => kind in moves

/** Moves a plan to another moment, unless another person has moved it meanwhile. */
function Move({ me, entry: { target, what, plan } }: { me: Me; entry: Entry }) {
  const t = useTranslations('desk')
  const [when, setWhen] = useState(atOnce)
  const [twice, setTwice] = useState(false)
  if (!plan || plan.state !== 'waiting' || !isMoved(plan.kind)) return null
  const { name, permission } = moves[plan.kind]
  if (!may(me, permission)) return null
  const about = `${targetTold(t, plan.kind, target)}: ${what}`
  return (
    <ActionDialog
      key={plan.at}
      name={name}
      label={t('revisions.month.move')}
      about={t('revisions.month.moveName', { what: about })}
      title={t('revisions.month.moveName', { what: about })}
      confirm={t('revisions.month.move')}
      done={t('revisions.month.moved')}
      reason={plan.kind === 'channel'}
      meets={(error) => {
        if (comesTwice(error)) setTwice(true)
        return false
      }}
      check={() => (when.at === '' ? { when: t('revisions.month.needed') } : {})}
      body={(reason) => ({ id: plan.id, when: localTime(when), seen_at: plan.at, reason })}
      fields={(errors) => (
        <WhenField
          value={when}
          set={setWhen}
          twice={twice}
          errors={errors}
          hint={t('campaigns.dateHint', { zone: zone() })}
        />
      )}
    >
      <p>{t('revisions.month.moveText', { at: dateTime(plan.at) })}</p>
    </ActionDialog>
  )
}

/** Withdraws a plan: the content that players see stays unchanged. */
function Withdraw({ me, entry: { target, what, plan } }: { me: Me; entry: Entry }) {
  const t = useTranslations('desk')
  if (!plan || plan.state !== 'waiting' || !isMoved(plan.kind)) return null
  const { name, permission } = moves[plan.kind]
  if (!may(me, permission)) return null
  const about = `${t('revisions.withdraw')}: ${targetTold(t, plan.kind, target)}, ${what}`
  return (
    <ActionDialog
      name={name}
      label={t('revisions.withdraw')}
      about={about}
      title={about}
      confirm={t('revisions.withdraw')}
      reason={plan.kind === 'channel'}
      body={(reason) => ({ id: plan.id, when: null, reason })}
    >
      <p>{t('revisions.withdrawText')}</p>
    </ActionDialog>
  )
}

const Moved = ({ plan }: { plan: Planned | undefined }) => {
  const t = useTranslations('desk')
  return plan?.moved_from != null ? (
    <span className="soft"> {t('revisions.month.movedFrom', { at: dateTime(plan.moved_from) })}</span>
  ) : null
}

function columns(t: DeskTexts, me: Me): readonly Column<Entry>[] {
  const c = columnsOf<Entry>(t)
  return [
    c.when('at', t('revisions.calendar.at'), { phone: 'age' }),
    c.word('kind', t('revisions.calendar.kind'), (kind) => targetName(t, kind), { code: true, phone: 'badge' }),
    {
      ...c.text('target', t('revisions.calendar.target'), { phone: 'title' }),
      cell: ({ kind, target }) => <TargetLink kind={kind} target={target} />,
    },
    {
      ...c.text('what', t('revisions.calendar.what'), { phone: 'under' }),
      cell: ({ what, plan }) => (
        <>
          {what}
          <Moved plan={plan} />
        </>
      ),
    },
    {
      key: 'state',
      label: t('revisions.calendar.state'),
      cell: (entry) => (
        <span className="actions">
          {entry.state && <Badge>{entry.state}</Badge>}
          <Move me={me} entry={entry} />
          <Withdraw me={me} entry={entry} />
        </span>
      ),
      phone: 'acts',
    },
  ]
}

/** Everything with a date: a month at a glance, or a list by time. */
export default function CalendarPage({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['from', 'to', 'view', 'month'])
  const { view, month } = filters.values
  const [present] = useState(() => today().slice(0, MONTH))
  const choose = (
    <SelectField
      label={t('revisions.month.view')}
      name="view"
      value={view}
      onChange={(event) => filters.show({ ...filters.values, view: event.target.value })}
    >
      <option value="">{t('revisions.month.list')}</option>
      <option value="month">{t('revisions.month.month')}</option>
    </SelectField>
  )
  return (
    <Page actions={choose}>
      <Views me={me} page="/calendar" />
      {view === 'month' ? (
        <Month
          me={me}
          month={/^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : present}
          show={(next) => filters.show({ view, month: next })}
        />
      ) : (
        <ByTime me={me} filters={filters} />
      )}
    </Page>
  )
}

function ByTime({ me, filters }: { me: Me; filters: ReturnType<typeof useFilters<'from' | 'to' | 'view' | 'month'>> }) {
  const t = useTranslations('desk')
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

const two = (n: number): string => String(n).padStart(2, '0')
const MONTH = 'YYYY-MM'.length
/** The month `by` months later, as 2026-11. */
function monthLater(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * MONTHS + number - 1 + by
  return `${String(Math.floor(at / MONTHS)).padStart(4, '0')}-${two((at % MONTHS) + 1)}`
}
const daysOf = (month: string): string[] => {
  const last = new Date(Date.parse(`${monthLater(month, 1)}-01`) - 1).getUTCDate()
  return Array.from({ length: last }, (_, at) => `${month}-${two(at + 1)}`)
}

/** The days of a month with their events; on a phone, only days with events. */
function Month({ me, month, show }: { me: Me; month: string; show: (month: string) => void }) {
  const t = useTranslations('desk')
  const days = daysOf(month)
  const { result, error, reload } = useCall('calendar/list', {
    from: secondsOf(`${month}-01`),
    to: secondsOf(`${monthLater(month, 1)}-01`),
  })
  const entries = result ? entriesOf(t, result) : []
  return (
    <>
      <div className="list-head">
        <h2>{monthText(month)}</h2>
        <div className="actions">
          {([-1, 1] as const).map((by) => (
            <Button key={by} kind="quiet" size="small" onClick={() => show(monthLater(month, by))}>
              {t(by < 0 ? 'revisions.month.before' : 'revisions.month.next')}
            </Button>
          ))}
        </div>
      </div>
      {error !== null && <Failed error={error} again={reload} />}
      {result && entries.length === 0 && <p>{t('revisions.calendar.empty')}</p>}
      <ol className="month" data-first={(new Date(`${month}-01`).getUTCDay() + 6) % 7}>
        {days.map((day) => {
          const ofDay = entries.filter(({ at }) => dayOf(at, zone()) === day)
          return (
            <li key={day} className={ofDay.length === 0 ? 'month-day month-empty' : 'month-day'}>
              <p>
                <time dateTime={day}>
                  {new Intl.DateTimeFormat(localeNow(), { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(
                    Date.parse(day),
                  )}
                </time>
              </p>
              {ofDay.map((entry) => (
                <div key={entry.key} className="month-entry">
                  <b>
                    <TargetLink kind={entry.kind} target={entry.target} />
                  </b>{' '}
                  {entry.what} <span className="soft">{targetName(t, entry.kind)}</span>
                  <Moved plan={entry.plan} />
                  <Move me={me} entry={entry} />
                  <Withdraw me={me} entry={entry} />
                </div>
              ))}
            </li>
          )
        })}
      </ol>
    </>
  )
}
