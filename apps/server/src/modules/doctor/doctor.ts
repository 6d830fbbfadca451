import type { Query } from '../../platform/db.ts'
import { checkInvariants, type Violation } from './invariants.ts'
import { failedRefunds } from './failed-refunds.ts'

/** Rows that no worker will move again: somebody must decide. `oldest` in ISO 8601. */
export type Waiting = { what: string; n: number; oldest: string; example: string }

const waitingSql = `
  select 'paid, not delivered for more than an hour' as what, count(*)::int as n, min(paid_at) as oldest, min(order_no) as example from orders where status = 2 and paid_at < app_now() - interval '1 hour'
  union all select 'orders that are held', count(*)::int, min(created_at), min(order_no) from orders where hold_reason not like '%: seen%' and (status <> 5 or hold_reason <> 'amount_mismatch')
  union all select 'orders that cannot end: unpaid for more than a day past their time', count(*)::int, min(expires_at), min(order_no) from orders where status = 1 and expires_at < app_now() - interval '1 day'
  union all select 'deliveries that the game refused', count(*)::int, min(ended_at), min(order_no) from outbox where kind = 'deliver' and state = 'refused'
  union all select 'deliveries that were given up', count(*)::int, min(ended_at), min(order_no) from outbox where kind = 'deliver' and state = 'parked'
  union all select 'refunds that are refused, given up or held', count(*)::int, min(created_at), min(order_no) from outbox where kind = 'refund' and state in ('refused', 'parked', 'held')
  union all select 'refunds that failed at the gateway: the player has not been paid', count(distinct order_no)::int, min(at), min(order_no) from (${failedRefunds}) f
  union all select 'refunds and disputes in another currency than their payment', count(*)::int, min(r.at), min(c.order_no) from gateway_refund r join capture c using (channel_code, txn) join orders o on o.order_no = c.order_no
    where not r.applied and r.currency <> c.currency and o.hold_reason not like '%: seen%'
  union all select 'money that came for a player whose data was deleted, and is not back yet', count(*)::int, min(created_at), min(order_no) from outbox
    where kind = 'refund' and payload->>'reason' = 'account_deleted' and state not in ('confirmed', 'cancelled')
  union all select 'packs that were given back in part before their points were', count(*)::int, min(o.paid_at), min(k.order_no) from pack_part_kept k join orders o using (order_no)
    where k.settled_at is null and o.refunded_cents < o.paid_cents and not exists (select 1 from ledger_journal j
      where j.order_no = k.order_no and j.reason = 'take_back')
  union all select 'items that the game did not take back', count(*)::int, min(created_at), min(order_no) from outbox where kind = 'recall' and state in ('refused', 'parked')
  union all select 'webhooks that found no order', count(*)::int, min(received_at), min(inbox_id)::text from inbox where state = 'parked'
  union all select 'disputes awaiting a response', count(*)::int, min(opened_at), min(dispute_id) from dispute where stage = 'opened'
  union all select 'disputes that were lost with no record of the money', count(*)::int, min(closed_at), min(dispute_id) from dispute d where stage = 'lost' and also_money and closed_at < app_now() - interval '1 day'
    and not exists (select 1 from gateway_refund r where r.channel_code = d.channel_code and r.txn = d.txn and r.at > d.opened_at - interval '1 day')
  union all select 'money that went back twice: elsewhere, and by the gateway too', count(*)::int, min(found_at), min(order_no) from reconcile_finding where settled_at is null and kind = 'paid_back_twice'
  union all select 'differences from a gateway''s report', count(*)::int, min(found_at), min(txn) from reconcile_finding where settled_at is null and kind <> 'paid_back_twice'`

/** Every invariant over the whole database, and what waits for an operator. */
export async function examine(q: Query): Promise<{ checks: number; violations: Violation[]; waiting: Waiting[] }> {
  const { checks, violations } = await checkInvariants(q, { atRest: false })
  const rows = await q<{ what: string; n: number; oldest: Date | null; example: string | null }>({ text: waitingSql })
  return {
    checks,
    violations,
    waiting: rows
      .filter((row) => row.n > 0)
      .map(({ what, n, oldest, example }) => ({
        what,
        n,
        oldest: oldest?.toISOString() ?? '',
        example: example ?? '',
      })),
  }
}
