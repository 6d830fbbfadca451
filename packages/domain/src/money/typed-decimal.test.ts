import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDecimal, writeDecimal } from './typed-decimal.ts'

const locales = ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE']

/** A currency for each number of decimals (ISO 4217). */
const currencies = [
  ['JPY', 0],
  ['EUR', 2],
  ['KWD', 3],
] as const
const language = fc.constantFrom(...locales)
const currency = fc.constantFrom(...currencies)
const grouping = fc.constantFrom<'always' | false>('always', false)
const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })

it('an amount is read as each language writes it, with and without signs between thousands, to the last digit', () =>
  fc.assert(
    fc.property(language, currency, amount, grouping, (locale, [, digits], units, grouped) => {
      const text = new Intl.NumberFormat(locale, {
        useGrouping: grouped,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(units / 10 ** digits)
      expect([locale, text, readDecimal(text, locale, digits)]).toEqual([locale, text, units])
      expect(readDecimal(writeDecimal(units, locale, digits), locale, digits)).toBe(units)
    }),
    { numRuns: 2000 },
  ))

it('an amount that any language writes, with its currency or without, is read exactly in every other one, or not at all', () => {
  fc.assert(
    fc.property(
      language,
      language,
      currency,
      amount,
      grouping,
      fc.constantFrom<Intl.NumberFormatOptionsStyle>('decimal', 'currency', 'percent'),
      (writer, reader, [code, digits], units, grouped, style) => {
        const value = units / 10 ** digits
        const text = new Intl.NumberFormat(writer, {
          style,
          currency: code,
          useGrouping: grouped,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(style === 'percent' ? value / 100 : value)
        const read = readDecimal(text, reader, digits)
        if (Number.isNaN(read) || read === units) return
        // German 1,234 (dinars) is one and a part, English 1,234 is a thousand. So a text may be read differently if it
        // is what the reader's own language writes, and no other one.
        const texts = [0, 1, 2, 3].map((minimumFractionDigits) =>
          new Intl.NumberFormat(reader, {
            useGrouping: 'always',
            minimumFractionDigits,
            maximumFractionDigits: 3,
          }).format(read / 10 ** digits),
        )
        expect([text, texts]).toEqual([text, expect.arrayContaining([text])])
      },
    ),
    { numRuns: 5000 },
  )
})

it('an amount is the same in the digits of every script, and with what nobody sees in it', () =>
  fc.assert(
    fc.property(
      language,
      currency,
      amount,
      fc.constantFrom('arab', 'thai', 'fullwide', 'deva', 'latn'),
      fc.constantFrom('', '\u200b', '\u200e', '\ufeff', '\u2060'),
      (locale, [, digits], units, script, unseen) => {
        const zero = new Intl.NumberFormat('en', { numberingSystem: script }).format(0)
        const typed = writeDecimal(units, locale, digits).replace(/\d/g, (digit) =>
          String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
        )
        expect([typed, readDecimal([...typed].join(unseen) + unseen, locale, digits)]).toEqual([typed, units])
      },
    ),
    { numRuns: 500 },
  ))

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
    '0,500',
    '-0,001',
    '01,000',
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
