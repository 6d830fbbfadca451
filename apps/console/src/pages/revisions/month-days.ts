const MONTHS = 12
const WEEK = 7
const DAY_MS = 86_400_000
const two = (n: number): string => String(n).padStart(2, '0')

/** Languages whose week begins on Sunday, for browsers that cannot say it. */
const onSunday = /^(?:en-US|ja|ko|th|zh-TW|zh-HK)/

type WeekInfo = { firstDay: number }
type KnowsWeeks = { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
/** The first day of a week where a language is spoken: 1 is Monday, 7 is Sunday. */
export function firstDayOf(locale: string): number {
  const weeks = new Intl.Locale(locale) as KnowsWeeks
  return (weeks.getWeekInfo?.() ?? weeks.weekInfo)?.firstDay ?? (onSunday.test(locale) ? WEEK : 1)
}

/** The day `by` days later, as 2026-11-20. */
export const dayLater = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The month `by` months later, as 2026-11. */
export function monthLater(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * MONTHS + number - 1 + by
  return `${String(Math.floor(at / MONTHS)).padStart(4, '0')}-${two((at % MONTHS) + 1)}`
}

/** The whole weeks that show a month. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = `${month}-01`
  const before = (new Date(first).getUTCDay() - firstDay + 2 * WEEK) % WEEK
  const weeks: string[][] = []
  const end = `${monthLater(month, 1)}-01`
  for (let day = dayLater(first, -before); day < end; day = dayLater(day, WEEK)) {
    const begin = day
    weeks.push(Array.from({ length: WEEK }, (_, at) => dayLater(begin, at)))
  }
  return weeks
}
