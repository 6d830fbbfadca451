import type { DeskBody, DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { KeepDialog } from '../../kit/keep-dialog.tsx'

const DAY_MS = 86_400_000
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

export type Kind = DeskBody<'report/save'>['kind']
export type Group = DeskParsed<'report/save'>['by']

/** Saves the shown report, with its number of days. */
export function SaveReport({ kind, by, days }: { kind: Kind; by: Group; days: number }) {
  const t = useTranslations('desk')
  return (
    <KeepDialog
      name="report/save"
      label={t('reports.saved.save')}
      confirm={t('reports.saved.confirm')}
      done={t('reports.saved.done')}
      option={t('reports.saved.weekly')}
      body={(name, weekly) => ({ name, kind, by, days, weekly })}
    >
      <p>{t('reports.saved.text', { n: days })}</p>
    </KeepDialog>
  )
}

type SavedProps = { reports: DeskResult<'report/saved'>; seen: readonly string[]; titleOf: (kind: Kind) => string }

/** The person's own saved reports: a link to each that they may see, its weekly letter, and a button to delete it. */
export function SavedReports({ reports, seen, titleOf }: SavedProps) {
  const t = useTranslations('desk')
  if (reports.length === 0) return null
  return (
    <section className="card part" aria-label={t('reports.saved.title')}>
      <h2>{t('reports.saved.title')}</h2>
      <ul className="plain">
        {reports.map(({ report_id, name, kind, by, days, weekly, next_at }) => {
          const query = new URLSearchParams({ kind, from: dayBefore(days), to: dayBefore(1), by })
          return (
            <li key={report_id} className="actions">
              {seen.includes(kind) ? (
                <Link className="link" href={`/reports?${query.toString()}`}>
                  {name}
                </Link>
              ) : (
                name
              )}
              <span className="soft">
                {titleOf(kind)}, {t('reports.saved.last', { n: days })}
                {weekly && `, ${t('reports.saved.next', { at: dateTime(next_at) })}`}
              </span>
              <ActionButton
                name="report/weekly"
                label={weekly ? t('reports.saved.off') : t('reports.saved.on')}
                about={weekly ? t('reports.saved.offName', { name }) : t('reports.saved.onName', { name })}
                body={{ report_id, weekly: !weekly }}
              />
              <ActionButton
                name="report/forget"
                kind="ghost"
                label={t('reports.saved.forget')}
                about={t('reports.saved.forgetName', { name })}
                body={{ report_id }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
