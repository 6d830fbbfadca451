import { digitsOf } from '@hc/domain/money/currency-digits'

/** The currencies for which a provider uses other decimals than ISO 4217. */
export type Deviations = ReadonlyMap<string, number>

function shifted(amount: number, by: number): number {
  const moved = by >= 0 ? amount * 10 ** by : amount / 10 ** -by
  if (!Number.isSafeInteger(moved)) throw new RangeError(`not an exact amount: ${amount}`)
  return moved
}

/** Our minor units as a provider's integer. @throws RangeError if the provider cannot express that amount */
export const toUnits = (amount: number, currency: string, other: Deviations): number =>
  shifted(amount, (other.get(currency) ?? digitsOf(currency)) - digitsOf(currency))
export const fromUnits = (units: number, currency: string, other: Deviations): number =>
  shifted(units, digitsOf(currency) - (other.get(currency) ?? digitsOf(currency)))

/** Whether a provider can express an amount, in our minor units, exactly. */
export function canSay(amount: number, currency: string, other: Deviations): boolean {
  try {
    return fromUnits(toUnits(amount, currency, other), currency, other) === amount
  } catch {
    return false
  }
}

/**
 * Our minor units as a provider's decimal text, `4.99`. @throws RangeError if the provider cannot express that amount
 */
export function toDecimal(amount: number, currency: string, other: Deviations): string {
  const digits = other.get(currency) ?? digitsOf(currency)
  const units = String(toUnits(amount, currency, other)).padStart(digits + 1, '0')
  return digits === 0 ? units : `${units.slice(0, -digits)}.${units.slice(-digits)}`
}

/** A provider's decimal text in our minor units. @throws RangeError for anything that is not an exact amount */
export function fromDecimal(text: string, currency: string): number {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? []
  const digits = digitsOf(currency)
  if (whole === '' || /[1-9]/.test(part.slice(digits))) throw new RangeError('not an exact amount')
  return Number(`${sign}${whole}${part.slice(0, digits).padEnd(digits, '0')}`)
}
