import type { DeskResult } from '@hc/contract/desk/calls'
import { SelectField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { localeNow } from '../../lib/language.ts'
import { zone, zones } from '../../lib/zone.ts'

type Rule = DeskResult<'alert/setup'>['rules'][number]
type Quiet = Pick<Rule, 'quiet_from' | 'quiet_to' | 'quiet_zone' | 'quiet_days'>
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** A Monday at noon; later days follow it. */
const MONDAY = Date.UTC(2024, 0, 1, 12)
const DAY_MS = 86_400_000

const dayName = (day: number): string =>
  new Intl.DateTimeFormat(localeNow(), { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS)
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The quiet hours of a rule. A rule without them starts with the person's own zone. */
export const quietOf = ({ quiet_from, quiet_to, quiet_zone, quiet_days }: Rule): Quiet => ({
  quiet_from,
  quiet_to,
  quiet_zone: quiet_from === quiet_to ? zone() : quiet_zone,
  quiet_days,
})

type Props = { quiet: Quiet; set: (quiet: Quiet) => void; errors: Readonly<Record<string, string | undefined>> }

/** Quiet hours: hours of a zone, and the weekdays on which they start. */
export function QuietFields({ quiet, set, errors }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      {(['quiet_from', 'quiet_to'] as const).map((name) => (
        <SelectField
          key={name}
          label={t(name === 'quiet_from' ? 'alerts.quietFrom' : 'alerts.quietTo')}
          {...(name === 'quiet_to' && { hint: t('alerts.quietHint') })}
          name={name}
          value={quiet[name]}
          error={errors[name]}
          onChange={(event) => set({ ...quiet, [name]: Number(event.target.value) })}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {hourText(hour)}
            </option>
          ))}
        </SelectField>
      ))}
      {quiet.quiet_from !== quiet.quiet_to && (
        <>
          <SelectField
            label={t('alerts.quietZone')}
            name="quiet_zone"
            value={quiet.quiet_zone}
            error={errors.quiet_zone}
            onChange={(event) => set({ ...quiet, quiet_zone: event.target.value })}
          >
            {[...new Set([quiet.quiet_zone, ...zones()])].toSorted().map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
          <fieldset className="choices">
            <legend>{t('alerts.quietDays')}</legend>
            <p className="soft">{t('alerts.quietDaysHint')}</p>
            {weekdays.map((day) => (
              <label key={day} className="choice">
                <input
                  type="checkbox"
                  checked={quiet.quiet_days.includes(day)}
                  onChange={(event) => {
                    const others = quiet.quiet_days.filter((other) => other !== day)
                    set({ ...quiet, quiet_days: event.target.checked ? [...others, day] : others })
                  }}
                />
                {dayName(day)}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </>
  )
}
