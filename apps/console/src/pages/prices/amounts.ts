import { digitsOf, shownDigits, stepOf, toMajor } from '@hc/domain/money/currency-digits'
import { writeDecimal } from '@hc/domain/money/typed-decimal'
import { minorOf as anyMinorOf } from '../../kit/amount.ts'
import { localeNow } from '../../lib/language.ts'

/** No price has more digits. */
const MOST = 1e13

/** A price as players see it, with the decimals that they are shown. */
export const priceText = (minor: number, currency: string): string =>
  new Intl.NumberFormat(localeNow(), {
    style: 'currency',
    currency,
    minimumFractionDigits: shownDigits(currency),
    maximumFractionDigits: shownDigits(currency),
  }).format(toMajor(minor, currency))

/** Minor units of a typed amount; NaN if it is invalid or off the currency's step. */
export function minorOf(typed: string, currency: string): number {
  const minor = anyMinorOf(typed, currency)
  return minor > 0 && minor < MOST && minor % stepOf(currency) === 0 ? minor : NaN
}

/** An amount in typed form, with the decimals that players are shown. */
export const typedMinor = (minor: number | null, currency: string): string =>
  minor === null ? '' : writeDecimal(minor / stepOf(currency), localeNow(), shownDigits(currency))

/** Converts a price into another currency by a factor, rounded to an amount that may be charged. */
export function byFactor(minor: number, from: string, to: string, factor: number): number {
  const step = stepOf(to)
  return Math.max(step, Math.round((toMajor(minor, from) * factor * 10 ** digitsOf(to)) / step) * step)
}
