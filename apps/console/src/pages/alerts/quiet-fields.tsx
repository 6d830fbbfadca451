import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../kit/choice-field.tsx'
import type { Fields } from '../../kit/use-fields.ts'
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

/** Quiet hours: hours of a zone, and the weekdays on which they start. */
export function QuietFields({ fields }: { fields: Fields<Quiet> }) {
  const t = useTranslations('desk')
  const { quiet_from, quiet_to, quiet_zone } = fields.values
  return (
    <>
      {(['quiet_from', 'quiet_to'] as const).map((name) => (
        <ChoiceField
          key={name}
          label={t(name === 'quiet_from' ? 'alerts.quietFrom' : 'alerts.quietTo')}
          {...(name === 'quiet_to' && { hint: t('alerts.quietHint') })}
          {...fields.choice(name)}
          options={hours.map((hour) => [hour, hourText(hour)])}
        />
      ))}
      {quiet_from !== quiet_to && (
        <>
          <ChoiceField
            label={t('alerts.quietZone')}
            {...fields.choice('quiet_zone')}
            options={[...new Set([quiet_zone, ...zones()])]
              .toSorted()
              .map((name) => [name, name.replaceAll('_', ' ')] as const)}
          />
          <fieldset className="choices">
            <legend>{t('alerts.quietDays')}</legend>
            <p className="soft">{t('alerts.quietDaysHint')}</p>
            {weekdays.map((day) => (
              <label key={day} className="choice">
                <input type="checkbox" {...fields.tick('quiet_days', day)} />
                {dayName(day)}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </>
  )
}
