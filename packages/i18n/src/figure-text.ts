import type { Measure } from '@hc/contract/desk/figures'
import type { Locale } from '@hc/contract/locales'

const MINUTE = 60
const units = [
  ['day', 1440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/** A time in a readable unit: a larger unit is used from two of it on. */
function timeText(locale: Locale, seconds: number): string {
  const [unit, size] = units.find(([, item]) => seconds >= 2 * item) ?? ['second', 1]
  const n = seconds / size
  const digits = n < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(n)
}

/** A report's number in the reader's format; a dash if there is none. */
export function figureText(locale: Locale, { kind }: Measure, value: number | null): string {
  if (value === null) return '–'
  if (kind === 'seconds') return timeText(locale, value)
  if (kind === 'worth') return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(value / 100)
  const style = kind === 'share' ? { style: 'percent' as const, maximumFractionDigits: 1 } : {}
  return new Intl.NumberFormat(locale, style).format(value)
}
