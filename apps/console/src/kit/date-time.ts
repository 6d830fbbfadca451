import type { Locale } from '@hc/contract/locales'
import { formatFor } from '@hc/i18n/format'
import { localeNow } from '../lib/language.ts'
import { zone } from '../lib/zone.ts'
import { dayOf } from './local-time.ts'

/** Date and time in the desk's zone, from whole seconds. The page names the zone. */
export const dateTime = (seconds: number, locale: Locale = localeNow()): string =>
  formatFor(locale, zone()).dateTime(seconds)

/** The same with seconds, to distinguish the steps of a timeline. */
export const exactTime = (seconds: number): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone() }).format(
    seconds * 1000,
  )

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A moment from now: "4 minutes ago", "in 2 hours". */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const away = Math.abs(seconds - now)
  const [unit, length] = units.find(([, size]) => away >= size) ?? (['second', 1] as const)
  const n = Math.max(1, Math.floor(away / length))
  return new Intl.RelativeTimeFormat(localeNow()).format(seconds > now ? n : -n, unit)
}

/** Today in the desk's zone: 2026-11-20. */
export const today = (): string => dayOf(Date.now() / 1000, zone())

const whole = { timeZone: 'UTC' } as const
/** A month given as 2026-11. */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat(localeNow(), { ...whole, year: 'numeric', month: 'long' }).format(Date.parse(`${month}-01`))

/** A local time given as 2026-11-20T10:00, in any zone. */
const clockText = (local: string): string =>
  new Intl.DateTimeFormat(localeNow(), { ...whole, dateStyle: 'medium', timeStyle: 'short' }).format(
    Date.parse(`${local.slice(0, 16)}Z`),
  )

/** A day given as 2026-11-20, or a local time given as 2026-11-20T10:00, in the desk's language. */
export const dayText = (day: string): string =>
  day.includes('T') ? clockText(day) : formatFor(localeNow()).day(Date.parse(`${day}T00:00:00Z`) / 1000)

/** A formatted day, month or local time; any other text unchanged. */
export function timeText(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return monthText(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayText(text)
  const [local, zone = ''] = text.split(' ')
  return local && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) ? `${clockText(local)} ${zone}`.trim() : text
}
