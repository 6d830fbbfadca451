/**
 * What `tax_back` in the database must answer; tests alone call it. The tax to give back with a refund that raises the
 * refunded gross from `before` to `now`. The parts sum to the whole tax, and refunds beyond the gross give back no more
 * than the tax. Amounts are in minor units.
 */
export function taxBack(gross: number, tax: number, before: number, now: number): number {
  const upTo = (goneCents: number): bigint =>
    (2n * BigInt(tax) * BigInt(Math.min(Math.max(goneCents, 0), gross)) + BigInt(gross)) / (2n * BigInt(gross))
  return Number(upTo(now) - upTo(before))
}
