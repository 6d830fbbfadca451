import type { Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { monthText, today } from '../../kit/date-time.ts'
import { Failed } from '../../kit/failed.tsx'
import { dayOf } from '../../kit/local-time.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf } from '../../kit/use-filters.ts'
import { phone, useMedia } from '../../kit/use-media.ts'
import { localeNow } from '../../lib/language.ts'
import { zone } from '../../lib/zone.ts'
import { entriesOf } from './entries.ts'
import { dayLater, firstDayOf, monthLater, weeksOf } from './month-days.ts'
import { MonthGrid } from './month-grid.tsx'
import { MonthPhone } from './month-phone.tsx'

const MONTH = 'YYYY-MM'.length

/** A month in whole weeks, with what has a date in it. */
export function Month({ me, month, show }: { me: Me; month: string; show: (month: string) => void }) {
  const t = useTranslations('desk')
  const [message, tell] = useState('')
  const weeks = weeksOf(month, firstDayOf(localeNow()))
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  const { result, error, reload } = useCall('calendar/list', {
    from: secondsOf(first),
    to: secondsOf(dayLater(last, 1)),
  })
  const entries = result ? entriesOf(t, result) : []
  const here = today().slice(0, MONTH)
  const isEmpty = result && !entries.some(({ at }) => dayOf(at, zone()).startsWith(month))
  const Days = useMedia(phone) ? MonthPhone : MonthGrid
  return (
    <section className="month" aria-labelledby="month-name">
      <div className="month-head">
        <h2 id="month-name">{monthText(month)}</h2>
        <span className="actions">
          <Button kind="quiet" size="small" onClick={() => show(here)}>
            {t('revisions.month.today')}
          </Button>
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              className="icon-btn"
              aria-label={t(by < 0 ? 'revisions.month.before' : 'revisions.month.next')}
              onClick={() => show(monthLater(month, by))}
            >
              <Icon name={by < 0 ? 'left' : 'right'} />
            </button>
          ))}
        </span>
        <output className="month-told">{message}</output>
      </div>
      {error !== null && <Failed error={error} again={reload} />}
      {isEmpty && <p className="month-none">{t('revisions.month.empty')}</p>}
      <Days me={me} month={month} weeks={weeks} entries={entries} show={show} tell={tell} />
    </section>
  )
}
