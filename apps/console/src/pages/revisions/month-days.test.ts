import { expect, it } from 'vitest'
import { dayLater, firstDayOf, monthLater, weeksOf } from './month-days.ts'

it('a week begins as a language’s country has it', () => {
  expect(['en-US', 'de-DE', 'ja-JP', 'vi-VN'].map(firstDayOf)).toEqual([7, 1, 7, 1])
})

it('a month is whole weeks, with the days of its neighbours', () => {
  const monday = weeksOf('2026-11', 1)
  expect([monday[0]?.[0], monday.at(-1)?.[6], monday.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  const sunday = weeksOf('2026-11', 7)
  expect([sunday[0]?.[0], sunday.at(-1)?.[6], sunday.length]).toEqual(['2026-11-01', '2026-12-05', 5])
  expect(weeksOf('2026-02', 7).length, 'four weeks').toBe(4)
})

it('days and months pass the ends of a year', () => {
  expect([dayLater('2026-12-31', 1), dayLater('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29'])
  expect([monthLater('2026-12', 1), monthLater('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})
