import type { DeskResult } from '@hc/contract/desk/calls'
import { Tabs } from '@hc/ui/tabs'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { utc } from '../../kit/csv.ts'
import { dateTime } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { WhatToDo } from '../../kit/help-link.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Moment, momentText } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import type { PageProps } from '../../kit/menu.ts'
import { waitingName } from '../../kit/waiting.ts'
import { tOf } from '../../kit/text-of.ts'

const LOOK_MS = 15_000
const HOUR_S = 3_600
const muteHours = [1, 8, 24, 168] as const
type Alert = DeskResult<'alert/list'>['alerts'][number]
const tabs = ['now', 'past'] as const
/** Tabs that are a page of Settings now. */
const moved: ReadonlySet<string | null> = new Set(['rules', 'places'])

/** Open and past alerts. Their rules and destinations are a page of Settings. */
export default function Alerts({ me }: PageProps) {
  const t = useTranslations('desk')
  const search = useSearch()
  const [, go] = useLocation()
  const tabName = new URLSearchParams(search).get('tab')
  const tab = tabs.find((candidate) => candidate === tabName) ?? 'now'
  if (moved.has(tabName)) return <Redirect to="/settings/notifications" replace />
  return (
    <Page>
      <Tabs
        label={t('alerts.tabs')}
        tabs={tabs.map((key) => ({ key, label: t(`alerts.${key}`) }))}
        active={tab}
        onChange={(key) => go(key === 'now' ? '/alerts' : `/alerts?tab=${key}`)}
      >
        {tab === 'now' && <AlertList state="open" writes={may(me, 'alert.write')} />}
        {tab === 'past' && <AlertList state="past" writes={false} />}
      </Tabs>
    </Page>
  )
}

/** The sentence of an alert. */
const saysOf = (t: DeskTexts, { rule, subject, value, todo }: Alert): string => {
  const about = rule === 'money_waits' && todo ? waitingName(t, { kind: todo.kind, what: subject }) : subject
  const values = { subject: channelName(t, about), value: String(value) }
  return tOf(t, 'alerts.says', rule, values) ?? `${rule} ${subject} ${value}`
}

const sinceText = (t: DeskTexts, at: number): string => momentText(t, at, Date.now() / 1000)

/** Open alerts that are no row of To do, or past ones. */
function AlertList({ state, writes }: { state: 'open' | 'past'; writes: boolean }) {
  const t = useTranslations('desk')
  const alerts = useCall('alert/list', { state }, { everyMs: LOOK_MS })
  const all = alerts.result?.alerts
  const rows = all?.filter(({ todo }) => !todo)
  const isEmpty = rows?.length === 0
  const past = useCall('alert/list', isEmpty ? { state: 'past' } : null).result
  const last = past?.alerts[0]
  return (
    <>
      <List
        name={`alerts-${state}`}
        caption={t(state === 'open' ? 'alerts.now' : 'alerts.past')}
        rows={rows ?? null}
        error={alerts.error}
        reload={alerts.reload}
        columns={columns(t, writes)}
        id={({ alert_id }) => alert_id}
        empty={{
          title: t('alerts.noneSince', { when: last ? sinceText(t, last.opened_at) : t('alerts.never') }),
          text: t('alerts.noneText'),
        }}
      />
      {all && <InTodo alerts={all.filter(({ todo }) => todo)} />}
    </>
  )
}

/** Alerts about rows of To do: they are listed there, and lead to them. */
function InTodo({ alerts }: { alerts: readonly Alert[] }) {
  const t = useTranslations('desk')
  if (alerts.length === 0) return null
  return (
    <details className="card part">
      <summary>{t('alerts.inTodo', { n: alerts.length })}</summary>
      <ul className="rows">
        {alerts.map((alert) => (
          <li key={alert.alert_id}>
            <Link
              className="link"
              href={
                alert.todo?.kind === 'approval'
                  ? `/approvals/${alert.todo.subject}`
                  : `/waiting?kind=${alert.todo?.kind}`
              }
            >
              {saysOf(t, alert)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function stateOf(t: DeskTexts, { closed_at, muted_until, seen_by }: Alert): string {
  if (closed_at !== null) return t('alerts.over_')
  if (muted_until !== null && muted_until * 1000 > Date.now())
    return t('alerts.mutedUntil', { at: dateTime(muted_until) })
  return seen_by === null ? t('alerts.open_') : t('alerts.seenBy', { name: seen_by })
}

/** Mutes an alert for some hours, such as a night's work, or for a week until the repair. */
function Mute({ id, text }: { id: number; text: string }) {
  const t = useTranslations('desk')
  const fields = useFields('alert/mute', { until: 1 })
  return (
    <ActionDialog
      name="alert/mute"
      label={t('alerts.mute')}
      about={t('alerts.muteName', { text })}
      title={t('alerts.mute')}
      confirm={t('alerts.mute')}
      done={t('alerts.muted')}
      body={(reason) => ({ alert_id: id, until: Math.floor(Date.now() / 1000) + fields.values.until * HOUR_S, reason })}
      form={fields}
      fields={
        <ChoiceField
          label={t('alerts.muteFor')}
          {...fields.choice('until')}
          options={muteHours.map((n) => [n, n > 24 ? t('row.days', { n: n / 24 }) : t('row.hours', { n })])}
        />
      }
    >
      <p>{t('alerts.muteText')}</p>
    </ActionDialog>
  )
}

const columns = (t: DeskTexts, writes: boolean): readonly Column<Alert>[] => [
  {
    key: 'what',
    label: t('alerts.what'),
    cell: (alert) => <WhatToDo text={saysOf(t, alert)} help={alert.help} />,
    text: (alert) => saysOf(t, alert),
  },
  {
    key: 'since',
    label: t('alerts.since'),
    cell: ({ opened_at }) => <Moment at={opened_at} />,
    text: ({ opened_at }) => utc(opened_at),
  },
  {
    key: 'state',
    label: t('alerts.state_'),
    cell: (alert) => <Badge tone={alert.closed_at === null ? 'bad' : 'neutral'}>{stateOf(t, alert)}</Badge>,
    text: (alert) => stateOf(t, alert),
  },
  ...(writes
    ? [
        {
          key: 'does',
          label: t('staff.actions'),
          cell: (alert: Alert) => (
            <span className="actions">
              {alert.seen_by === null && (
                <ActionButton
                  name="alert/acknowledge"
                  label={t('alerts.ack')}
                  about={t('alerts.ackName', { text: saysOf(t, alert) })}
                  body={{ alert_id: alert.alert_id }}
                />
              )}
              <Mute id={alert.alert_id} text={saysOf(t, alert)} />
            </span>
          ),
        },
      ]
    : []),
]
