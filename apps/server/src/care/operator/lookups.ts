import type { Query, Row } from '../../platform/db.ts'

/** The webhooks that found no order, oldest first, at most 200. */
export const parkedWebhooks = (q: Query): Promise<Row[]> =>
  q<Row>({
    text: `select inbox_id as id, received_at as at, channel_code, kind, order_no, txn, amount_cents, currency,
        outcome_text(inbox) as outcome
      from inbox where state = 'parked' order by inbox_id limit 200`,
  })

/** One webhook with its original text, and the operators' actions on it. */
export async function webhook(q: Query, id: string): Promise<{ row: Row; actions: Row[] } | undefined> {
  const [row] = await q<Row>(
    {
      text: `select inbox_id as id, received_at as at, channel_code, event_id, kind, order_no, txn, refund_txn,
        amount_cents, currency, state, outcome_text(inbox) as outcome, attempts, run_at, raw
        from inbox where inbox_id = $1`,
    },
    [id],
  )
  if (!row) return undefined
  const actions = await q<Row>(
    {
      text: `select at, action, done_by, note from operator_action where subject = $1
        and action in ('process_webhook_again', 'close_webhook') order by operator_action_id`,
    },
    [id],
  )
  return { row, actions }
}

/** What blocks the deletion of a player's data; null: nothing; undefined: no such player. */
export async function deletionWaitsFor(q: Query, uid: string): Promise<string | null | undefined> {
  const [row] = await q<{ waits: string | null }>(
    { text: 'select leaving_waits_for(account_id, uid) as waits from account where uid = $1' },
    [uid],
  )
  return row?.waits
}
