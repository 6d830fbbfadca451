/** Amounts are integer minor units; a rate is in parts per million of the net price: 10 % is 100000. */
const MILLION = 1_000_000n

/** The tax in a gross price, rounded half up; the rest is net. `tax_of` in the database does the same. */
export function taxOf(gross: number, ppm: number): number {
  const rate = BigInt(ppm)
  return Number((BigInt(gross) * rate + (MILLION + rate) / 2n) / (MILLION + rate))
}
