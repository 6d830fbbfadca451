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
  ])
    expect([text, readMoment(text)]).toEqual([text, null])
})
