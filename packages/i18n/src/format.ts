import type { Locale } from '@hc/contract/locales'
import { shownDigits } from '@hc/domain/money/currency-digits'

/** Formats numbers and times in one language. */
export type Format = {
  /** An amount in major units of a currency (ISO 4217), with the decimals that people are shown. */
  money(amount: number, currency?: string): string
  /** A rate in parts per million: 100000 is 10 %. */
  rate(ppm: number): string
  /** A whole number with the language's grouping: points, counts. */
  number(value: number): string
  /** The same with a sign: +500, −300. */
  signed(value: number): string
  /** A day in UTC, from whole seconds: the same text on server and client. */
  day(seconds: number): string
  /** Date and time in the player's own time zone, from whole seconds. */
  dateTime(seconds: number): string
  /** A time of day in the player's own time zone, from ms. */
  time(ms: number): string
}

/** A true minus sign (U+2212) in place of the hyphen that Intl writes. */
const minus = (text: string): string => text.replace('-', '\u2212')

const cache = new Map<string, Format>()

function create(locale: Locale, zone: string | undefined): Format {
  const monies = new Map<string, Intl.NumberFormat>()
  // Engines disagree about the decimals of a currency, but server and browser must print the same text.
  const moneyIn = (currency: string): Intl.NumberFormat => {
    const format = monies.get(currency)
    if (format) return format
    const digits = shownDigits(currency)
    const options = {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const
    const money = new Intl.NumberFormat(locale, options)
    monies.set(currency, money)
    return money
  }
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  // In Korean the medium date ends in a dot, which a particle cannot follow, and shops use the 24-hour clock.
  const korean = locale === 'ko-KR'
  const dateStyle = korean ? 'long' : 'medium'
  const clock = korean ? ({ hourCycle: 'h23' } as const) : {}
  const place = zone === undefined ? {} : { timeZone: zone }
  const day = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', ...clock, ...place })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...clock, ...place })
  return {
    money: (amount, currency = 'USD') => moneyIn(currency).format(amount),
    rate: (ppm) => rate.format(ppm / 1_000_000),
    number: (value) => minus(number.format(value)),
    signed: (value) => minus(signed.format(value)),
    day: (seconds) => day.format(seconds * 1000),
    dateTime: (seconds) => dateTime.format(seconds * 1000),
    time: (ms) => time.format(ms),
  }
}

/**
 * The formatters of a language, created once. They hold no state of a request, so sharing them is safe. Without `zone`
 * they use the reader's time zone.
 */
export function formatFor(locale: Locale, zone?: string): Format {
  const name = zone === undefined ? locale : `${locale} ${zone}`
  let format = cache.get(name)
  if (!format) cache.set(name, (format = create(locale, zone)))
  return format
}
