import { expect, it } from 'vitest'
import { readDecimal, writeDecimal } from './typed-decimal.ts'

const locales = ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE']

it('a number is read as each language writes it, with and without signs between thousands, to the last digit', () => {
  let seed = 7
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647)
  for (const locale of locales)
    for (const digits of [0, 2, 3])
      for (let n = 0; n < 300; n++) {
        const units = next() % 10 ** (1 + (n % 9))
        const shown = (useGrouping: boolean): string =>
          new Intl.NumberFormat(locale, {
            useGrouping: useGrouping ? 'always' : false,
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
          }).format(units / 10 ** digits)
        expect([locale, readDecimal(shown(true), locale, digits)]).toEqual([locale, units])
        expect([locale, readDecimal(`-${shown(false)}`, locale, digits)]).toEqual([locale, -units + 0])
        expect(readDecimal(writeDecimal(units, locale, digits), locale, digits)).toBe(units)
      }
})

it('a thousand is a thousand, and what could be read in two ways is refused', () => {
  for (const [text, locale, digits, units] of [
    ['1,000', 'ja-JP', 0, 1000],
    ['1,000', 'en-US', 2, 100_000],
    ['10,000', 'ko-KR', 0, 10_000],
    ['1.000', 'de-DE', 2, 100_000],
    ['1,000,000', 'en-US', 2, 100_000_000],
    ['1,000.00', 'en-US', 2, 100_000],
    ['4,99', 'en-US', 2, 499],
    ['4.99', 'de-DE', 2, 499],
    ['\uFF11\uFF12\uFF10', 'ja-JP', 0, 120],
    [' 12.5 ', 'th-TH', 2, 1250],
    ['\u22125', 'en-US', 0, -5],
  ] as const)
    expect([text, locale, readDecimal(text, locale, digits)]).toEqual([text, locale, units])
  for (const text of [
    '',
    ' ',
    '0x10',
    '1e3',
    '1,00,0',
    '1,0000',
    '12.345',
    '1.2.3',
    '1 000',
    '+5',
    'NaN',
    '.5',
    '5.',
    '9'.repeat(16),
  ])
    expect([text, readDecimal(text, 'en-US', 2)]).toEqual([text, Number.NaN])
  expect(readDecimal('12.5', 'ja-JP', 0)).toBeNaN()
})
