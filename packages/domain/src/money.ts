/** Money is integer minor units everywhere: US cents, and HC Points (one point is worth one cent). */

/** The USD number of the API (two decimals) for integer cents. */
export const centsToUsd = (cents: number): number => cents / 100

/**
 * Integer cents of a USD number of the API. `19.99 * 100` is 1998.9999999999998 in binary floating point, so the
 * product is rounded; every price from 0.01 to 999.99 comes back exactly.
 * @throws RangeError when the number is not finite, negative, or has more than two decimals.
 */
export function usdToCents(usd: number): number {
  const cents = Math.round(usd * 100)
  if (!Number.isFinite(usd) || usd < 0 || Math.abs(usd * 100 - cents) > 1e-6 || !Number.isSafeInteger(cents)) {
    throw new RangeError(`not an amount of money: ${usd}`)
  }
  return cents
}

/** The price of an item in HC points: price × 100 (product specification, section 9). */
export const pointsForUsd = (usd: number): number => usdToCents(usd)

/**
 * The points that a pack of `priceCents` credits: P × 100 basic points, and its bonus (percent) as present points,
 * rounded down.
 */
export function packPoints(priceCents: number, bonusPercent: number): { basic: number; present: number } {
  return { basic: priceCents, present: Math.floor((priceCents * bonusPercent) / 100) }
}
