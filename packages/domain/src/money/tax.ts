/**
 * The tax inside a gross amount, in minor units, half up; the rest is the net. The rate is in parts per million: 10 %
 * is 100000. The database has the same as `tax_of`.
 */
export function taxOf(gross: number, ppm: number): number {
  const whole = 1_000_000n + BigInt(ppm)
  return Number((BigInt(gross) * BigInt(ppm) + whole / 2n) / whole)
}
