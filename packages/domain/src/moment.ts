/** RFC 3339, section 5.6: a date, or a date with a time and its offset. Days that there are not are refused (5.7). */
const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|([+-])(\d{2}):(\d{2})))?$/
const MINUTE_MS = 60_000
const [FIRST_YEAR, LAST_YEAR] = [1970, 2199]

/**
 * The moment of a written date or time, in ms since 1970; null for whatever is none exactly, such as 30 February,
 * `05.11.2026` or `24:00`. A date alone is its first moment in UTC. A year outside 1970 to 2199 is one of another
 * calendar: Thailand writes 2569 for 2026.
 */
export function readMoment(text: string): number | null {
  const match = FORM.exec(text.trim())
  if (!match) return null
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    part = '',
    zone = 'Z',
    sign = '',
    oh = '0',
    om = '0',
  ] = match
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const at = new Date(Date.UTC(y, mo - 1, d, h, mi, s, Number(part.padEnd(3, '0').slice(0, 3))))
  const same =
    y >= FIRST_YEAR &&
    y <= LAST_YEAR &&
    at.getUTCFullYear() === y &&
    at.getUTCMonth() === mo - 1 &&
    at.getUTCDate() === d &&
    at.getUTCHours() === h &&
    at.getUTCMinutes() === mi &&
    at.getUTCSeconds() === s
  if (!same || Number(oh) > 23 || Number(om) > 59) return null
  const offset = zone.toUpperCase() === 'Z' ? 0 : (sign === '-' ? -1 : 1) * (Number(oh) * 60 + Number(om))
  return at.getTime() - offset * MINUTE_MS
}
