import { digitsOf, shownDigits, stepOf, toMajor } from '@hc/domain/money/currency-digits'
import { localeNow } from '../../lib/language.ts'

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
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(text)) return NaN
  const minor = Number(text) * 10 ** digitsOf(currency)
  const whole = Math.round(minor)
  const exact = Math.abs(minor - whole) < 1e-6
  return exact && whole > 0 && whole % stepOf(currency) === 0 ? whole : NaN
}

/** An amount in typed form. */
export const typedMinor = (minor: number | null, currency: string): string =>
  minor === null ? '' : toMajor(minor, currency).toFixed(shownDigits(currency))

/** Converts a price into another currency by a factor, rounded to an amount that may be charged. */
export function byFactor(minor: number, from: string, to: string, factor: number): number {
  const step = stepOf(to)
  return Math.max(step, Math.round((toMajor(minor, from) * factor * 10 ** digitsOf(to)) / step) * step)
}

export const countryName = (code: string): string =>
  new Intl.DisplayNames(localeNow(), { type: 'region' }).of(code) ?? code

/** Typed country codes, with spaces or commas. */
export const codesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
]
