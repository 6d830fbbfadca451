import { readMoment } from '@hc/domain/moment'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(zone, clock)
  }
  return clock
}

/** The local time of a zone at a moment: 2026-11-20T10:00:00. */
export function localOf(seconds: number, zone: string): string {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** The value of a time field, with seconds only if they are not 0. */
export const typedLocal = (seconds: number, zone: string): string => localOf(seconds, zone).replace(/:00$/, '')
export const dayOf = (seconds: number, zone: string): string => localOf(seconds, zone).slice(0, 'YYYY-MM-DD'.length)

/** Every offset from UTC is below this. */
const MOST_APART = 86_400
/**
 * The moment of a local time in a zone; null for an invalid text. An ambiguous time is its first moment. A time
 * that clocks skip moves forward by the length of the gap, as with a browser's own `Date`.
 */
export function momentOf(local: string, zone: string): number | null {
  const read = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local) ? readMoment(`${local}Z`) : null
  if (read === null) return null
  const utc = read / 1000
  const offset = (at: number): number => Date.parse(`${localOf(at, zone)}Z`) / 1000 - at
  const [before, after] = [offset(utc - MOST_APART), offset(utc + MOST_APART)]
  const fitting = [utc - before, utc - after].filter((at) => at + offset(at) === utc)
  return Math.floor(Math.min(...(fitting.length > 0 ? fitting : [utc - before])))
}

/** The start of a day, 2026-11-20, in a zone; null for an invalid day. */
export const beginOf = (day: string, zone: string, add = 0): number | null => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? readMoment(day) : null
  if (at === null) return null
  return momentOf(`${new Date(at + add * MOST_APART * 1000).toISOString().slice(0, 10)}T00:00:00`, zone)
}
