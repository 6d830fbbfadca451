import { type BoardRange, boardRanges } from '@hc/contract/desk/board-ranges'
import { localOf } from '../../kit/local-time.ts'
import { localeNow } from '../../lib/language.ts'
import { zone } from '../../lib/zone.ts'

export const rangeOf = (value: string): BoardRange => boardRanges.find((range) => range === value) ?? 'day'

const MIDNIGHT = 'T00:00'
const MINUTES = 'YYYY-MM-DDTHH:MM'.length
const local = (seconds: number): string => localOf(seconds, zone()).slice(0, MINUTES)

/** The address of a list with the rows of a span: whole days as days, else local times. */
export function spanHref(
  path: string,
  from: number,
  to: number,
  now: number,
  more: Record<string, string> = {},
): string {
  const [first, last] = [local(from), local(to)]
  const isDays = first.endsWith(MIDNIGHT) && (last.endsWith(MIDNIGHT) || (to >= now - 1 && to - from > 1))
  const isOpen = to >= now - 1
  const query: Record<string, string> = isDays
    ? { from: first.slice(0, -MIDNIGHT.length), to: local(to - 1).slice(0, -MIDNIGHT.length) }
    : { from: first, ...(isOpen ? {} : { to: last }) }
  return `${path}?${new URLSearchParams({ ...query, ...more }).toString()}`
}

const format = (seconds: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeNow(), { ...options, timeZone: zone() }).format(seconds * 1000)

/** The name of an hour or a day, and a short one for below a bar. */
export const stepName = (step: 'hour' | 'day', at: number): string =>
  step === 'hour'
    ? format(at, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    : format(at, { weekday: 'short', month: 'short', day: 'numeric' })
export const stepTick = (step: 'hour' | 'day', at: number, few: boolean): string =>
  step === 'hour'
    ? format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    : format(at, few ? { weekday: 'short' } : { month: 'short', day: 'numeric' })

const TICKS = 4
/** Whether a bar has a text below it: few have, so that they never touch. */
export const hasTick = (n: number, of: number): boolean => of <= 2 * TICKS || n % Math.ceil(of / TICKS) === 0
