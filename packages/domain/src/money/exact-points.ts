import { digitsOf, stepOf } from './currency-digits.ts'

/** The goods id of HC Points that are bought by their number. No product has this id. */
export const EXACT_PACK = 'coin_exact'

/** The base price of 1000 points in cents: one point is worth one US cent. */
export const BASE_POINT_RATE = 1000

/** The step of such amounts, in minor units. Card gateways require a 0 as the last of three decimals. */
export const exactStep = (currency: string): number => (digitsOf(currency) === 3 ? 10 : stepOf(currency))

/** The price of a number of points, rounded up to the step. `rate` is the price of 1000 points, in minor units. */
export function exactAmount(points: number, rate: number, currency: string): number {
  const step = exactStep(currency)
  return Math.ceil((points * rate) / (1000 * step)) * step
}

/** The smallest number of points, at least `need`, whose price reaches a gateway's minimum. */
export function pointsFrom(need: number, minimum: number, rate: number, currency: string): number {
  if (exactAmount(need, rate, currency) >= minimum) return need
  const least = Math.ceil(minimum / exactStep(currency)) * exactStep(currency)
  // All points that the amount pays for: a player who must pay more gets more points.
  const most = Math.floor((least * 1000) / rate)
  return Math.max(need, exactAmount(most, rate, currency) >= minimum ? most : most + 1)
}
