import type { Query } from '../../platform/db.ts'
import type { Refusal } from '../../sql-refusals.ts'

/** The rest of the wallet; null if the order was not found. */
type Wallet = { basic: number | null; present: number | null }
export type PaidWithPoints =
  | ({ refusal: Refusal<'pay_with_points'> } & Wallet)
  | { refusal: null; status: number; basic: number; present: number }

/**
 * Pays a player's own unpaid order from the wallet, present points first. Asked again after a lost answer it is paid
 * already, and nothing moves. `basic` and `present` are whole points.
 *
 * @param tokenHash the session's, as `hashToken` gives it: the statement checks it together with the order
 */
export async function payWithPoints(q: Query, tokenHash: Buffer, orderNo: string): Promise<PaidWithPoints> {
  const [paid] = await q<PaidWithPoints>(
    {
      name: 'pay-with-points',
      text: 'select refusal, paid_status as status, basic, present from pay_with_points($1, $2)',
    },
    [tokenHash, orderNo],
  )
  if (!paid) throw new Error('pay_with_points gave no row')
  return paid
}
