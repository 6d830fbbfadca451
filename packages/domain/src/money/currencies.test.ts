import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, isMoneyOn } from './currencies.ts'
import { toMajor } from './currency-digits.ts'
import { exactAmount, exactStep, pointsFrom } from './exact-points.ts'
import { taxOf } from './tax.ts'

const anyCurrency = fc.constantFrom(...currencies.values())

describe('a currency', () => {
  it('has its own number, unless it took over its predecessor’s', () => {
    const numbers = [...currencies.values()].filter(({ until }) => until === '').map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { code, number } of currencies.values()) expect(code + number).toMatch(/^[A-Z]{3}\d{3}$/)
    expect(currencies.get('XCG')?.number).toBe(currencies.get('ANG')?.number)
  })
  it('is counted by ISO 4217 and shown in the local convention', () => {
    const of = (code: string): number[] => {
      const { digits, shown, step } = currencies.get(code) ?? { digits: -1, shown: -1, step: -1 }
      return [digits, shown, step]
    }
    expect(of('USD')).toEqual([2, 2, 1])
    expect(of('JPY')).toEqual([0, 0, 1])
    expect(of('KWD')).toEqual([3, 3, 1])
    for (const code of ['HUF', 'IDR', 'TWD']) expect([code, of(code)]).toEqual([code, [2, 0, 100]])
  })
  it('is not accepted after its last day or before its first', () => {
    expect(isMoneyOn('BGN', '2025-12-31')).toBe(true)
    expect(isMoneyOn('BGN', '2026-01-01')).toBe(false)
    expect(isMoneyOn('XCG', '2025-03-30')).toBe(false)
    expect(isMoneyOn('EUR', '2026-01-01')).toBe(true)
    expect(isMoneyOn('HCP', '2026-01-01')).toBe(false)
  })
})

describe('a price', () =>
  it('is a multiple of the shown unit: the text has the whole amount, in every language', () =>
    fc.assert(
      fc.property(anyCurrency, fc.integer({ min: 1, max: 1_000_000_000 }), ({ code, step, shown }, steps) => {
        const minor = steps * step
        for (const locale of ['en-US', 'ja-JP', 'de-DE', 'th-TH']) {
          const format = new Intl.NumberFormat(locale, {
            style: 'currency',
            currency: code,
            minimumFractionDigits: shown,
            maximumFractionDigits: shown,
          })
          const text = format
            .formatToParts(toMajor(minor, code))
            .map(({ type, value }) => (type === 'integer' || type === 'fraction' ? value : ''))
            .join('')
          expect(Number(text) * step).toBe(minor)
        }
      }),
      { numRuns: 300 },
    )))

describe('the tax inside a price', () =>
  it('is the share that the rate says, half up, and never more than the price', () => {
    expect(taxOf(150, 100_000)).toBe(14)
    expect(taxOf(1_190, 190_000)).toBe(190)
    expect(taxOf(499, 0)).toBe(0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 0, max: 999_999 }), (gross, ppm) => {
        const tax = taxOf(gross, ppm)
        const exact = (gross * ppm) / (1_000_000 + ppm)
        expect(tax).toBeLessThanOrEqual(gross)
        expect(Math.abs(tax - exact)).toBeLessThan(0.51)
      }),
    )
  }))

describe('points by their number', () => {
  const points = fc.integer({ min: 1, max: 1_000_000 })
  const rate = fc.integer({ min: 1, max: 1_000_000 })
  it('cost their rate, up to less than one step more, in every currency', () =>
    fc.assert(
      fc.property(anyCurrency, points, rate, ({ code }, number, per1000) => {
        const over = exactAmount(number, per1000, code) - (number * per1000) / 1000
        expect(exactAmount(number, per1000, code) % exactStep(code)).toBe(0)
        expect(over >= 0 && over < exactStep(code)).toBe(true)
      }),
    ))
  it('are raised to the number that the smallest payment buys, and no further', () =>
    fc.assert(
      fc.property(
        anyCurrency,
        points,
        rate,
        fc.integer({ min: 0, max: 20_000 }),
        ({ code }, need, per1000, minimum) => {
          const number = pointsFrom(need, minimum, per1000, code)
          expect(number).toBeGreaterThanOrEqual(need)
          expect(exactAmount(number, per1000, code)).toBeGreaterThanOrEqual(minimum)
          if (number > need) expect(exactAmount(need, per1000, code)).toBeLessThan(minimum)
          if (number > need + 1)
            expect(exactAmount(number - 1, per1000, code)).toBeLessThanOrEqual(
              Math.ceil(minimum / exactStep(code)) * exactStep(code),
            )
        },
      ),
    ))
})
