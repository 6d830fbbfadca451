/** What a player holds, in points. */
export type Wallet = { basic: number; present: number }

/**
 * How a price in points is split: present (bonus) points are spent first, then basic ones (contract,
 * section 4). Undefined when the two together do not reach.
 */
export function splitSpend(price: number, wallet: Wallet): Wallet | undefined {
  if (price > wallet.basic + wallet.present) return undefined
  const present = Math.min(price, wallet.present)
  return { present, basic: price - present }
}

/**
 * How a credit is used: debt (points taken back that were spent already) is repaid first, the rest reaches the wallet.
 */
export function splitCredit(amount: number, debt: number): { repaid: number; credited: number } {
  const repaid = Math.min(amount, debt)
  return { repaid, credited: amount - repaid }
}
