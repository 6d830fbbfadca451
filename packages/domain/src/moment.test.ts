import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMoment } from './moment.ts'

it('a date or a time with its offset is read exactly, and a day that there is not is none', () => {
  for (const [text, iso] of [
    ['2026-11-05', '2026-11-05T00:00:00.000Z'],
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
    ['2026-11-05T10:00:00+09:00', '2026-11-05T01:00:00.000Z'],
    ['2026-11-05T10:00-03:30', '2026-11-05T13:30:00.000Z'],
    ['2026-11-05 10:00:00.25Z', '2026-11-05T10:00:00.250Z'],
  ] as const)
    expect([text, new Date(readMoment(text) ?? NaN).toISOString()]).toEqual([text, iso])
  for (const text of [
    '2027-02-30T23:59:59Z',
    '2026-02-29',
    '2026-04-31',
    '2026-11-05T24:00:00Z',
    '2026-11-05T10:60:00Z',
    '2026-11-05T10:00:00',
    '05.11.2026',
    '11/05/2026',
    '1',
    'payout 7',
    'yesterday',
    '',
    '2026-13-01',
    '2026-11-05T10:00:00+24:00',
    // Years of Thailand, of Japan's era and of Taiwan's.
    '2569-11-05',
    '0008-11-05',
    '0115-11-05',
  ])
    expect([text, readMoment(text)]).toEqual([text, null])
})

const locales = ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE']
const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })

it('a day as any language and calendar writes it is read as that day, or not at all', () => {
  const styles = fc.constantFrom('full', 'long', 'medium', 'short')
  const calendars = fc.constantFrom('gregory', 'buddhist', 'japanese', 'roc')
  fc.assert(
    fc.property(fc.constantFrom(...locales), moment, styles, calendars, (locale, at, dateStyle, calendar) => {
      const numbers = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
      const day = at.toISOString().slice(0, 10)
      const parts = new Map(
        new Intl.DateTimeFormat(locale, { ...numbers, calendar, numberingSystem: 'latn', timeZone: 'UTC' })
          .formatToParts(at)
          .map(({ type, value }) => [type, value]),
      )
      for (const text of [
        new Intl.DateTimeFormat(locale, { dateStyle, calendar, timeZone: 'UTC' }).format(at),
        // As a spreadsheet of that country writes a day "in the form of ISO".
        `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`,
      ])
        expect([text, [null, Date.parse(day)].includes(readMoment(text))]).toEqual([text, true])
    }),
    { numRuns: 1000 },
  )
})

it('a moment is the same whatever offset it is written with', () =>
  fc.assert(
    fc.property(moment, fc.integer({ min: -23 * 60, max: 23 * 60 }), (at, minutes) => {
      const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1)
      fc.pre(/^(?:19[7-9]|2[01])/.test(local))
      const two = (n: number): string => String(n).padStart(2, '0')
      const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
      expect(readMoment(local + offset)).toBe(at.getTime())
    }),
  ))
