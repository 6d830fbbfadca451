import type { Query } from '../../platform/db.ts'
import type { Refusal } from '../../sql-refusals.ts'

/** The functions of sql/functions/operators.sql, and their refusals. Decision 257. */
const statements = {
  ask_delivery_again: 'select refusal, did from ask_delivery_again($1, $2, $3)',
  close_recall: 'select refusal, did from close_recall($1, $2, $3)',
  send_held_refund: 'select refusal, did from send_held_refund($1, $2, $3)',
  close_hold: 'select refusal, did from close_hold($1, $2, $3)',
  take_kept_points: 'select refusal, did from take_kept_points($1, $2, $3)',
  leave_kept_points: 'select refusal, did from leave_kept_points($1, $2, $3)',
  process_webhook_again: 'select refusal, did from process_webhook_again($1, $2, $3)',
  close_webhook: 'select refusal, did from close_webhook($1, $2, $3)',
  open_shop: 'select refusal, did from open_shop($1, $2, $3)',
  close_shop: 'select refusal, did from close_shop($1, $2, $3)',
  let_buy: 'select refusal, did from let_buy($1, $2, $3)',
} as const

export type Action = keyof typeof statements
export type Subject = { subject: string; by: string; why: string }

/** Acts once, with a row of the operator and the reason. `did` is false if it was done before. */
export async function operate<A extends Action>(
  q: Query,
  action: A,
  { subject, by, why }: Subject,
): Promise<{ did: boolean } | { refusal: Refusal<A> }> {
  const [row] = await q<{ refusal: Refusal<A> | null; did: boolean }>({ name: action, text: statements[action] }, [
    subject,
    by,
    why,
  ])
  if (!row) throw new Error(`${action} gave no row`)
  return row.refusal === null ? { did: row.did } : { refusal: row.refusal }
}
