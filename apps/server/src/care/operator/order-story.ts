import type { Query, Row } from '../../platform/db.ts'

/**
 * All that the shop knows about one number (an order's, a redemption's or a rebate's), in parts, oldest
 * first. It names no player and shows no webhook's text.
 */
const parts = {
  order: `select status, order_type, cp_goods_id, amount_cents, currency, paid_cents, refunded_cents, channel_code,
      hold_text(orders) as hold_reason, cause, created_at, expires_at, paid_at, delivered_at, refunded_at, next_check_at
    from orders where order_no = $1`,
  event: `select at, from_status, to_status, cause from order_event where order_no = $1 order by event_id`,
  capture: `select at, channel_code, txn, amount_cents, currency, outcome, source
    from capture where order_no = $1 order by at, txn`,
  webhook: `select i.received_at as at, i.inbox_id as id, i.kind, i.state, outcome_text(i) as outcome, i.attempts, i.txn, i.refund_txn,
      i.amount_cents, i.currency
    from inbox i
    where i.order_no = $1
      or (i.txn <> '' and (i.channel_code, i.txn) in (select c.channel_code, c.txn from capture c
      where c.order_no = $1))
    order by i.inbox_id`,
  delivery: `select created_at as at, outbox_id as id, state, attempts, detail, proof, run_at, ended_at
    from outbox where outbox_id in ('dlv_' || $1, 'rcl_' || $1) order by created_at, outbox_id`,
  refund: `select created_at as at, payload->>'txn' as txn, state, (payload->>'amount_cents')::bigint as amount_cents,
      payload->>'currency' as currency, payload->>'reason' as reason, attempts, detail, proof, run_at, ended_at
    from outbox where order_no = $1 and kind = 'refund' order by created_at, outbox_id`,
  'refund asked': `select created_at as at, state, amount_cents, reason, asked_by, detail, ended_at
    from refund_request where order_no = $1`,
  'refund event': `select e.at, e.from_state, e.to_state, e.txn,
      coalesce('part ' || p.part || ', ' || p.asked_by, e.detail) as detail
    from refund_event e left join refund_part p using (order_no, part) where e.order_no = $1
    order by e.refund_event_id`,
  'gateway refund': `select r.at, r.refund_txn, r.txn, r.amount_cents, coalesce(r.currency, c.currency) as currency,
      r.applied, f.reason as failed, c.currency as paid_in, c.amount_cents as paid
    from gateway_refund r left join capture c using (channel_code, txn)
      left join refund_failure f using (channel_code, refund_txn)
    where c.order_no = $1 or r.order_no = $1 order by r.at, r.refund_txn`,
  settlement: `select at, txn, amount_cents, how, reference, note, settled_by from refund_settlement
    where order_no = $1 order by refund_settlement_id`,
  dispute: `select opened_at as at, dispute_id as id, stage, amount_cents, currency, reason, due_at, closed_at
    from dispute where order_no = $1 order by opened_at, dispute_id`,
  journal: `select created_at as at, reason, basic_points, present_points from ledger_journal where order_no = $1
    order by journal_id`,
  'points kept': `select settled_at, settled_by from pack_part_kept where order_no = $1`,
  action: `select at, action, subject, done_by, note from operator_action where order_no = $1
    order by operator_action_id`,
} as const

export type Part = keyof typeof parts

/** The rows of each part; empty parts are left out. */
export async function orderStory(q: Query, number: string): Promise<[Part, Row[]][]> {
  const names = Object.keys(parts).filter((name): name is Part => name in parts)
  const story: [Part, Row[]][] = []
  for (const name of names) {
    const rows = await q<Row>({ text: parts[name] }, [number])
    if (rows.length > 0) story.push([name, rows])
  }
  return story
}
