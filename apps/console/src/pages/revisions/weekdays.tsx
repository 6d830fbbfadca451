import { localeNow } from '../../lib/language.ts'

const nameOf = (day: string, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(localeNow(), { weekday, timeZone: 'UTC' }).format(Date.parse(day))

/** A day in words: Friday, December 4. */
export const wholeDay = (day: string): string =>
  new Intl.DateTimeFormat(localeNow(), { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(day),
  )

/** The names of a week's days, above the columns. */
export const Weekdays = ({ week }: { week: readonly string[] }) => (
  <thead>
    <tr>
      {week.map((day) => (
        <th key={day} scope="col" abbr={nameOf(day, 'long')}>
          {nameOf(day, 'short')}
        </th>
      ))}
    </tr>
  </thead>
)
