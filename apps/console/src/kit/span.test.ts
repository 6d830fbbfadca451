import { expect, it } from 'vitest'
import { laterHalf } from './span.ts'

it('half of a span keeps the last day, also when the filters name no day', () => {
  expect(laterHalf('2026-11-01', '2026-11-10', '2026-11-24')).toBe('2026-11-06')
  expect(laterHalf('2026-11-01', '', '2026-11-24')).toBe('2026-11-13')
  expect(laterHalf('', '', '2026-11-24')).toBe('2026-11-09')
  expect(laterHalf('', '2026-03-31', '2026-11-24')).toBe('2026-03-16')
})

it('halving ends at a span of one day', () => {
  for (let [from, halves] = ['2024-01-01', 0]; ; halves++) {
    const half = laterHalf(from, '2026-11-24', '2026-11-24')
    if (half === null) {
      expect([from, halves]).toEqual(['2026-11-24', 11])
      return
    }
    expect(half > from).toBe(true)
    from = half
  }
})

it('a span with an invalid day, or with its end before its start, has no half', () => {
  expect(laterHalf('soon', '', '2026-11-24')).toBeNull()
  expect(laterHalf('2026-12-01', '2026-11-24', '2026-11-24')).toBeNull()
})
