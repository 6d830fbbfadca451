/** A player's points. */
export type Wallet = { basic: number; present: number }

/**
 * Splits a price in points: present (bonus) points are spent first, then basic ones (contract, section 4). Undefined if
 * both together do not suffice.
 */
export function splitSpend(price: number, wallet: Wallet): Wallet | undefined {
  if (price > wallet.basic + wallet.present) return undefined
  const present = Math.min(price, wallet.present)
  return { present, basic: price - present }
}

/**
 * Splits a credit: it first repays debt (points taken back that were spent already), and the rest reaches the wallet.
 */
export function splitCredit(amount: number, debt: number): { repaid: number; credited: number } {
  const repaid = Math.min(amount, debt)
  return { repaid, credited: amount - repaid }
}
