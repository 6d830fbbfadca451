import { expect, it } from 'vitest'
import { beginOf, dayOf, localOf, momentOf, typedLocal } from './local-time.ts'

const at = (iso: string): number => Date.parse(iso) / 1000
const years = (zone: string, check: (seconds: number, zone: string) => void): void => {
  for (let seconds = at('2026-01-01T00:30:00Z'); seconds < at('2027-01-01T00:00:00Z'); seconds += 7_200 * 5)
    check(seconds, zone)
}

it('a moment is shown in the chosen time zone and reads back as the same moment', () => {
  expect(localOf(at('2026-07-01T08:00:00Z'), 'Europe/Berlin')).toBe('2026-07-01T10:00:00')
  expect(typedLocal(at('2026-01-01T08:00:05Z'), 'Asia/Kolkata')).toBe('2026-01-01T13:30:05')
  expect(dayOf(at('2026-01-01T20:00:00Z'), 'Asia/Tokyo')).toBe('2026-01-02')
  for (const zone of ['UTC', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'])
    years(zone, (seconds) => {
      const local = localOf(seconds, zone)
      const read = momentOf(local, zone) ?? 0
      expect(localOf(read, zone), `${zone} ${seconds}`).toBe(local)
      // One hour of a year is ambiguous in a zone that sets clocks back.
      expect(read === seconds || zone === 'America/St_Johns').toBe(true)
    })
})

it('an ambiguous local time means its first occurrence; a skipped local time moves forward by the length of the gap', () => {
  expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
  expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'))
  expect(momentOf('nonsense', 'UTC')).toBeNull()
})

it('a day begins at its local start in the chosen zone, also after days of 23 or 25 hours', () => {
  expect(beginOf('2026-10-25', 'Europe/Berlin')).toBe(at('2026-10-24T22:00:00Z'))
  expect(beginOf('2026-10-25', 'Europe/Berlin', 1)).toBe(at('2026-10-25T23:00:00Z'))
  expect(beginOf('2026-13-40', 'UTC')).toBeNull()
})

it('a day that there is not, and a year of another calendar, is no moment', () => {
  for (const day of ['2026-02-30', '2026-02-29', '2026-04-31', '2569-11-05'])
    expect([day, beginOf(day, 'Asia/Bangkok'), momentOf(`${day}T10:00`, 'Asia/Bangkok')]).toEqual([day, null, null])
})
