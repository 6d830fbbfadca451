import { digitsOf } from '@hc/domain/money/currency-digits'
import { readDecimal, writeDecimal } from '@hc/domain/money/typed-decimal'
import { localeNow } from '../lib/language.ts'

/** Minor units of an amount that is typed in the desk's language; NaN for an invalid one, such as 12.50 yen. */
export const minorOf = (text: string, currency: string): number => readDecimal(text, localeNow(), digitsOf(currency))

/** A number that is typed in the desk's language, in units of its last digit; NaN for an invalid one. */
export const decimalOf = (text: string, digits: number): number => readDecimal(text, localeNow(), digits)

/** A whole number that is typed in the desk's language; NaN for an invalid one, such as `0x10` or an empty text. */
export const wholeOf = (text: string): number => decimalOf(text, 0)

/** An amount as the desk's language types it. */
export const typedAmount = (minor: number, currency: string): string =>
  writeDecimal(minor, localeNow(), digitsOf(currency))

/** The same; empty for none. */
export const amountText = (minor: number, currency: string): string => (minor === 0 ? '' : typedAmount(minor, currency))
