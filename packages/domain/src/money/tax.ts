/** Amounts are integer minor units; a rate is in parts per million of the net price: 10 % is 100000. */
const MILLION = 1_000_000n

/** The tax in a gross price, rounded half up; the rest is net. `tax_of` in the database does the same. */
export function taxOf(gross: number, ppm: number): number {
  const rate = BigInt(ppm)
  return Number((BigInt(gross) * rate + (MILLION + rate) / 2n) / (MILLION + rate))
}

/**
 * The tax to give back with a refund that raises the refunded gross from `before` to `now`. The parts sum to the whole
 * tax, and refunds beyond the gross give back no more than the tax. `tax_back` in the database does the same.
 */
export function taxBack(gross: number, tax: number, before: number, now: number): number {
  const upTo = (gone: number): bigint =>
    (2n * BigInt(tax) * BigInt(Math.min(Math.max(gone, 0), gross)) + BigInt(gross)) / (2n * BigInt(gross))
  return Number(upTo(now) - upTo(before))
}
