import { digitsOf, stepOf } from './currency-digits.ts'

/** The goods id of HC Points that are bought by their number. No product has it. */
export const EXACT_PACK = 'coin_exact'

/** One point is worth one US cent: what 1000 cost at the base price, in cents. */
export const BASE_POINT_RATE = 1000

/** Such amounts are multiples of it, in minor units. Card gateways take no last digit of three decimals but 0. */
export const exactStep = (currency: string): number => (digitsOf(currency) === 3 ? 10 : stepOf(currency))

/** What so many points cost, up to the step. `rate` is what 1000 of them cost, in minor units. */
export function exactAmount(points: number, rate: number, currency: string): number {
  const step = exactStep(currency)
  return Math.ceil((points * rate) / (1000 * step)) * step
}

/** The smallest number of points, from `need` on, that costs as much as a gateway takes at least. */
export function pointsFrom(need: number, minimum: number, rate: number, currency: string): number {
  if (exactAmount(need, rate, currency) >= minimum) return need
  const least = Math.ceil(minimum / exactStep(currency)) * exactStep(currency)
  // All points that the amount pays for: who pays more than they wanted gets what they pay for.
  const most = Math.floor((least * 1000) / rate)
  return Math.max(need, exactAmount(most, rate, currency) >= minimum ? most : most + 1)
}
