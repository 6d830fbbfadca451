import { describe, expect, it } from 'vitest'
import { fromDecimal, fromUnits, toDecimal, toUnits } from './minor-units.ts'

const stripe = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
])
const paypal = new Map([
  ['HUF', 0],
  ['TWD', 0],
])

describe("an amount in a provider's notation", () => {
  it.each([
    [99, 'USD', '0.99'],
    [5, 'USD', '0.05'],
    [10_000, 'USD', '100.00'],
    [120, 'JPY', '120'],
    [1234, 'KWD', '1.234'],
    [50_000, 'TWD', '500'],
  ])('is exact both ways: %s %s is %s', (amount, currency, text) => {
    expect(toDecimal(amount, currency, paypal)).toBe(text)
    expect(fromDecimal(text, currency)).toBe(amount)
  })

  it.each([
    [99, 'USD', 99],
    [120, 'JPY', 120],
    [5, 'ISK', 500],
    [500, 'MGA', 5],
  ])("keeps to the provider's own decimals: %s %s is %s units", (amount, currency, units) => {
    expect(toUnits(amount, currency, stripe)).toBe(units)
    expect(fromUnits(units, currency, stripe)).toBe(amount)
  })

  it('is refused where it would have to be rounded', () => {
    expect(() => toDecimal(50_001, 'TWD', paypal)).toThrow(RangeError)
    expect(() => fromUnits(150, 'ISK', stripe)).toThrow(RangeError)
    for (const text of ['0.999', '', '1,00', '1e3', 'NaN', '1.', '.5'])
      expect(() => fromDecimal(text, 'USD')).toThrow(RangeError)
    expect(fromDecimal('-4.9900', 'USD')).toBe(-499)
  })
})
