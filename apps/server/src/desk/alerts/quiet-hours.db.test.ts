import { describe, expect, it } from 'vitest'
import { ownDatabase } from '@hc/test/own-database'

const db = ownDatabase('quiet')
const everyDay = [1, 2, 3, 4, 5, 6, 7]
type Hours = { from: number; to: number; zone?: string; days?: readonly number[] }

const quiet = async (at: string, { from, to, zone = 'Europe/Berlin', days = everyDay }: Hours): Promise<boolean> =>
  (await db.query('select desk.quiet_at($1, $2::smallint, $3::smallint, $4, $5) as yes', [at, from, to, zone, days]))
    .rows[0].yes
/** Whether it is quiet at each of these moments. */
const each = async (moments: readonly string[], hours: Hours): Promise<boolean[]> => {
  const answers: boolean[] = []
  for (const at of moments) answers.push(await quiet(at, hours))
  return answers
}

describe('quiet hours of a zone', () => {
  it('start at the same local hour before and after daylight saving time', async () => {
    const hours = { from: 9, to: 17 }
    // Clocks go from 2 to 3 on 2026-03-29, and from 3 to 2 on 2026-10-25.
    expect(await each(['2026-03-27 07:59Z', '2026-03-27 08:00Z', '2026-03-27 16:00Z'], hours)).toEqual([
      false,
      true,
      false,
    ])
    expect(await each(['2026-03-30 06:59Z', '2026-03-30 07:00Z', '2026-03-30 15:00Z'], hours)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('end at an hour that spring skips, and last through both copies of an hour that autumn repeats', async () => {
    expect(await each(['2026-03-29 00:59Z', '2026-03-29 01:00Z'], { from: 1, to: 2 })).toEqual([true, false])
    expect(
      await each(['2026-10-24 23:59Z', '2026-10-25 00:30Z', '2026-10-25 01:30Z', '2026-10-25 02:00Z'], {
        from: 2,
        to: 3,
      }),
    ).toEqual([false, true, true, false])
  })

  it('over midnight belong to the weekday on which they start', async () => {
    // Friday 2026-11-27, Saturday and Sunday; quiet from Friday evening alone.
    const hours = { from: 22, to: 6, days: [5] }
    expect(
      await each(
        [
          '2026-11-27 04:00Z', // Friday 05:00: the night of Thursday
          '2026-11-27 20:59Z',
          '2026-11-27 21:00Z',
          '2026-11-28 04:59Z', // Saturday 05:59: still the night of Friday
          '2026-11-28 05:00Z',
          '2026-11-28 22:00Z',
        ],
        hours,
      ),
    ).toEqual([false, false, true, true, false, false])
    const sunday = { from: 22, to: 6, days: [7] }
    expect(await each(['2026-11-30 04:00Z', '2026-11-30 22:00Z'], sunday), 'Monday follows Sunday').toEqual([
      true,
      false,
    ])
  })

  it('exclude weekdays by the calendar of the zone, not of UTC', async () => {
    const hours = { from: 8, to: 18, zone: 'Asia/Tokyo', days: [1, 2, 3, 4, 5] }
    // Sunday 23:30 in UTC is Monday 08:30 in Tokyo; Friday 23:30 in UTC is Saturday there.
    expect(await each(['2026-11-29 23:30Z', '2026-11-27 23:30Z'], hours)).toEqual([true, false])
  })

  it('do not apply without a weekday, between equal hours, or in an unknown zone', async () => {
    const at = '2026-11-25 12:00Z'
    expect(await quiet(at, { from: 0, to: 23 })).toBe(true)
    expect(await quiet(at, { from: 0, to: 23, days: [] })).toBe(false)
    expect(await quiet(at, { from: 5, to: 5 })).toBe(false)
    expect(await quiet(at, { from: 0, to: 23, zone: 'Europe/Atlantis' })).toBe(false)
  })
})
