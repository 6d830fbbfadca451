import { digitsOf, toMajor } from '@hc/domain/money/currency-digits'

const NEAR = 1e-6

/** Minor units of a typed amount; NaN for an invalid amount of the currency, such as 12.50 yen. */
export function minorOf(text: string, currency: string): number {
  const minor = Number(text.trim().replace(',', '.')) * 10 ** digitsOf(currency)
  return Math.abs(minor - Math.round(minor)) < NEAR ? Math.round(minor) : NaN
}

/** An amount in typed form; empty for none. */
export const amountText = (minor: number, currency: string): string =>
  minor === 0 ? '' : toMajor(minor, currency).toFixed(digitsOf(currency))
