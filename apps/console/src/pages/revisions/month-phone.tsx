import type { Me } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { monthText, today } from '../../kit/date-time.ts'
import { dayOf } from '../../kit/local-time.ts'
import { zone } from '../../lib/zone.ts'
import { type Entry, lookOf } from './entries.ts'
import { EntryCard } from './entry-acts.tsx'
import { wholeDay, Weekdays } from './weekdays.tsx'

const MOST_DOTS = 3

export type DaysProps = {
  me: Me
  month: string
  weeks: readonly (readonly string[])[]
  entries: readonly Entry[]
  show: (month: string) => void
  /** Announces where an entry would go. */
  tell: (text: string) => void
}

/** A month on a phone: a dot for each entry, and below the entries of the chosen day. */
export function MonthPhone({ me, month, weeks, entries, show }: DaysProps) {
  const t = useTranslations('desk')
  const [choice, choose] = useState('')
  const byDay = Map.groupBy(entries, ({ at }) => dayOf(at, zone()))
  const present = today()
  const ofMonth = weeks.flat().filter((day) => day.startsWith(month))
  const pick = ofMonth.includes(choice)
    ? choice
    : ((ofMonth.includes(present) ? present : ofMonth.find((day) => byDay.has(day))) ?? ofMonth[0] ?? '')
  const ofChosen = byDay.get(pick) ?? []
  return (
    <>
      <table className="month-days month-small">
        <caption className="hidden-text">{monthText(month)}</caption>
        <Weekdays week={weeks[0] ?? []} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const ofDay = byDay.get(day) ?? []
                return (
                  // The cell's words are in its button, deeper than the rule looks.
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                  <td key={day} data-day={day}>
                    <button
                      type="button"
                      className={day.startsWith(month) ? 'month-pick' : 'month-pick month-other'}
                      aria-pressed={day === pick}
                      aria-current={day === present ? 'date' : undefined}
                      onClick={() => {
                        choose(day)
                        if (!day.startsWith(month)) show(day.slice(0, month.length))
                      }}
                    >
                      <span className="hidden-text">{`${wholeDay(day)}, ${t('kit.entries', { n: ofDay.length })}`}</span>
                      <span className="month-figure" aria-hidden="true">
                        {Number(day.slice(-2))}
                      </span>
                      <span className="month-dots">
                        {ofDay.slice(0, MOST_DOTS).map((entry) => (
                          <span key={entry.key} className={`month-dot plan-${lookOf(entry).tone}`} />
                        ))}
                      </span>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <section className="month-chosen" aria-live="polite">
        <h3>{wholeDay(pick)}</h3>
        {ofChosen.length === 0 ? (
          <p className="soft">{t('revisions.month.none')}</p>
        ) : (
          <ul>
            {ofChosen.map((entry) => (
              <li key={entry.key} className="card">
                <EntryCard me={me} entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
