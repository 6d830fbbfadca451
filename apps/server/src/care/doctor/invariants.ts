import type { Query } from '../../platform/db.ts'
import { documents, type Invariant, ledger, payments } from './money-invariants.ts'

/**
 * What must hold in the database, as statements that select what breaks it. `always` holds at every moment between two
 * statements; `at_rest` once every queue is worked off. The simulator, the fault test and operators use the same list.
 */
export type Violation = { name: string; rows: unknown[] }

/** Clocks of two transactions that met may differ by as long as the longer one took. */
const MET = `interval '10 minutes'`

const prices: Invariant[] = [
  {
    name: 'an order in a book has the price that its item had there when it was made',
    when: 'always',
    sql: `select o.order_no, t.price_id from order_terms t join orders o using (order_no)
      left join price p on p.price_id = t.price_id left join price_book b using (book_id) where t.price_id is not null
        and (p.cp_goods_id is distinct from o.cp_goods_id or p.amount_minor <> o.amount_cents
          or b.currency <> o.currency or o.created_at < p.starts_at - ${MET} or o.created_at > p.ends_at + ${MET})`,
  },
]

const delivery: Invariant[] = [
  {
    name: 'a paid item has exactly one delivery, anything else none',
    when: 'always',
    sql: `select o.order_no, count(b.outbox_id) as deliveries from orders o
      left join outbox b on b.order_no = o.order_no and b.kind = 'deliver'
      group by o.order_no, o.paid_cents, o.order_type
      having count(b.outbox_id) <> case when o.paid_cents > 0 and o.order_type = 'item' then 1 else 0 end`,
  },
  {
    name: "a delivered item has the game's proof",
    when: 'always',
    sql: `select o.order_no, b.state from orders o left join outbox b on b.order_no = o.order_no and b.kind = 'deliver'
      where o.status = 4 and o.order_type = 'item' and (b.state is distinct from 'confirmed' or b.proof is null)`,
  },
  {
    name: 'a confirmed delivery is a delivered or refunded order',
    when: 'always',
    sql: `select b.outbox_id, o.status from outbox b left join orders o using (order_no) where b.kind = 'deliver'
      and b.state = 'confirmed'
        and b.order_no !~ '^(RDM|RBT)' and (o.status is null or o.status not in (4, 5) or b.proof is null)`,
  },
  {
    name: 'a refunded order has no delivery under way',
    when: 'always',
    sql: `select b.outbox_id, b.state from outbox b join orders o using (order_no) where b.kind = 'deliver'
      and o.status = 5 and b.state not in ('confirmed', 'cancelled', 'recall')`,
  },
  {
    name: 'the game is asked for what it granted of a refunded order, and for nothing else',
    when: 'always',
    sql: `select o.order_no from orders o join outbox b on b.order_no = o.order_no and b.kind = 'deliver'
      left join outbox r on r.outbox_id = 'rcl_' || o.order_no
      where (o.status = 5 and b.state in ('confirmed', 'recall')) <> (r.outbox_id is not null)
      or (r.outbox_id is not null and r.payload->>'delivery_id' <> b.outbox_id)`,
  },
  {
    name: 'a delivery says what was ordered',
    when: 'always',
    sql: `select b.outbox_id from outbox b join orders o using (order_no) where b.kind = 'deliver'
      and b.payload <> jsonb_build_object('delivery_id', b.outbox_id,
        'sdk_order_id', o.order_no, 'uid', o.uid, 'server_id', o.server_id, 'role_id', o.role_id,
        'items', jsonb_build_array(jsonb_build_object('cp_goods_id', o.cp_goods_id, 'quantity', 1, 'bonus',
        coalesce(o.bonus_granted, -1))))`,
  },
  {
    name: 'a paid pack is credited at once',
    when: 'always',
    sql: `select order_no from orders where order_type = 'coin' and status = 2`,
  },
]

const orders: Invariant[] = [
  {
    name: "an order's events are one legal path to its status",
    when: 'always',
    sql: `with chain as (select order_no, from_status, to_status, lag(to_status) over w as before, row_number() over w
      as nth
                      from order_event window w as (partition by order_no order by event_id))
     select order_no from chain where (nth = 1 and (from_status is not null or to_status <> 1))
         or (nth > 1 and (from_status is distinct from before or not order_may_move(from_status, to_status)))
     union all select o.order_no from orders o where o.status is distinct from
       (select e.to_status from order_event e where e.order_no = o.order_no order by e.event_id desc limit 1)`,
  },
  {
    name: 'the first-top-up bonus is given once for a character, an item and an epoch',
    when: 'always',
    sql: `select o.server_id, o.role_id, o.cp_goods_id from orders o left join first_top_up f using (order_no)
      where o.order_type = 'item' and (coalesce(o.bonus_granted, 0) > 0) <> (f.order_no is not null)`,
  },
  {
    name: 'a first-top-up bonus is kept for an open order that was promised it, and for nothing that had it',
    when: 'always',
    sql: `select h.order_no, o.status from bonus_hold h left join orders o using (order_no)
      where o.status is distinct from 1 or o.bonus_pct = 0 or o.hold_reason is not null
     union all select h.order_no, 0 from bonus_hold h
     join first_top_up f using (server_id, role_id, cp_goods_id, epoch)`,
  },
  {
    name: 'one order for an idempotency key',
    when: 'always',
    sql: `select account_id, idem_key from orders where idem_key is not null group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'one live session an account',
    when: 'always',
    sql: `select account_id from session where revoked_at is null group by 1 having count(*) > 1`,
  },
]

const campaigns: Invariant[] = [
  {
    name: 'a redemption has its delivery where it gave items, and its journal where it gave points',
    when: 'always',
    sql: `select r.number from redemption r left join outbox b on b.outbox_id = 'dlv_' || r.number
      and b.kind = 'deliver' and b.order_no = r.number
       left join ledger_journal j on j.reason = 'redeem' and j.source_id = r.number
      where (r.items <> '[]') <> (b.outbox_id is not null)
      or (r.basic_points + r.present_points > 0) <> (j.journal_id is not null)
         or b.payload->'items' <> r.items or b.payload->>'role_id' <> r.role_id
         or b.payload->>'server_id' <> r.server_id
         or j.account_id <> r.account_id or j.basic_points <> r.basic_points or j.present_points <> r.present_points`,
  },
  {
    name: "a delivery that is no order's is a redemption's or a rebate's, and confirmed with proof alone",
    when: 'always',
    sql: `select b.outbox_id from outbox b where b.kind = 'deliver' and (b.order_no ~ '^(RDM|RBT)') and (
        (not exists (select 1 from redemption r where r.number = b.order_no) and not exists (select 1
        from rebate_grant g where g.number = b.order_no and g.gift_goods_id is not null))
        or (b.state = 'confirmed' and b.proof is null) or b.payload->>'sdk_order_id' <> b.order_no
        or b.payload->>'delivery_id' <> b.outbox_id)`,
  },
  {
    name: 'no limit of a redeem code is passed',
    when: 'always',
    sql: `select c.campaign_id from redemption r join redeem_campaign c using (campaign_id)
      group by c.campaign_id, r.server_id, r.role_id having count(*) > c.per_role
     union all select c.campaign_id from redemption r join redeem_campaign c using (campaign_id)
       join account a using (account_id) group by c.campaign_id, coalesce(a.back_as, a.account_id)
       having count(*) > c.per_account
     union all select c.campaign_id from redeem_campaign c left join redemption r using (campaign_id)
     where c.total is not null group by c.campaign_id having count(r.number) <> c.used
     union all select k.campaign_id from redeem_code k left join redemption r using (code) where k.uses is not null
     group by k.code having count(r.number) <> k.used`,
  },
  {
    name: "a character's rebate sum is the base price of what its counting orders paid, less what was given back",
    when: 'always',
    sql: `select p.*, x.cents from rebate_progress p
      full join (select rebate_campaign_id as campaign_id, server_id, role_id, sum(
        case when base_cents is null then paid_cents else base_cents end
        - base_part(orders, money_promised(orders))) as cents
        from orders where rebate_campaign_id is not null group by 1, 2, 3) x using (campaign_id, server_id, role_id)
        where coalesce(p.cents, 0) <> coalesce(x.cents, 0)`,
  },
  {
    name: 'exactly the tiers that the sum reaches stand',
    when: 'always',
    sql: `select p.campaign_id, p.role_id, p.cents, t.threshold_cents, count(g.number) as standing
      from rebate_progress p join rebate_tier t using (campaign_id)
       left join rebate_grant g on g.campaign_id = p.campaign_id and g.server_id = p.server_id
       and g.role_id = p.role_id and g.threshold_cents = t.threshold_cents and g.taken_back_at is null
      group by 1, 2, 3, 4, p.server_id having count(g.number) <> case when p.cents >= t.threshold_cents then 1
      else 0 end`,
  },
  {
    name: 'a rebate is credited once, and taken back once where it does not stand',
    when: 'always',
    sql: `select g.number from rebate_grant g left join ledger_journal j on j.reason = 'rebate'
      and j.source_id = g.number
       left join ledger_journal b on b.reason = 'rebate_back' and b.source_id = g.number
      where (g.present_points > 0) <> (j.journal_id is not null) or (g.present_points > 0
      and g.taken_back_at is not null) <> (b.journal_id is not null)
         or j.present_points <> g.present_points or b.present_points <> -g.present_points
         or j.account_id <> g.account_id or b.account_id <> g.account_id
     union all select j.source_id from ledger_journal j where j.reason in ('rebate', 'rebate_back')
     and not exists (select 1 from rebate_grant g where g.number = j.source_id)`,
  },
  {
    name: "a rebate's gift has one delivery, and one that was taken back is not under way",
    when: 'always',
    sql: `select g.number from rebate_grant g left join outbox b on b.outbox_id = 'dlv_' || g.number
      and b.order_no = g.number where (g.gift_goods_id is not null) <> (b.outbox_id is not null)
         or (g.taken_back_at is not null and b.state not in ('confirmed', 'cancelled', 'recall'))`,
  },
  {
    name: "the game is asked for a rebate's gift that was taken back, and for no other",
    when: 'always',
    sql: `select g.number from rebate_grant g join outbox b on b.outbox_id = 'dlv_' || g.number
      left join outbox r on r.outbox_id = 'rcl_' || g.number
      where (g.taken_back_at is not null and b.state in ('confirmed', 'recall')) <> (r.outbox_id is not null)`,
  },
]

/** The rule that the page of closed months asks for. */
export const CLOSED_TOTALS = 'the totals of closed months still hold'

const desk: Invariant[] = [
  {
    name: "the desk's audit is one chain, and has the hashes that were kept of it",
    when: 'always',
    sql: 'select broken, why from audit_fault()',
  },
  {
    name: CLOSED_TOTALS,
    when: 'always',
    sql: 'select month, why from closed_totals_fault()',
  },
  {
    name: 'the days of an account give what its journals give',
    when: 'always',
    sql: 'select account, unit, days, entries from ledger_days_fault()',
  },
]

const rights: Invariant[] = [
  {
    name: 'a function that runs as the owner of the tables is open to the roles alone that need it',
    when: 'always',
    sql: 'select signature, why from open_functions()',
  },
]

const privacy: Invariant[] = [
  {
    name: 'nothing is bought for, or credited to, a player whose data was deleted',
    when: 'always',
    sql: `select c.txn from capture c join orders o using (order_no) join account a on a.account_id = o.account_id
      where c.outcome = 'applied' and c.at > a.deleted_at
     union all select j.source_id from ledger_journal j join account a using (account_id)
       where j.created_at > a.deleted_at and j.reason <> 'refund' and j.basic_points + j.present_points > 0`,
  },
  {
    name: 'no order or delivery names a player whose data was deleted, and nobody can pay for them any more',
    when: 'always',
    sql: `select o.order_no from orders o join account a using (account_id) where a.deleted_at is not null
      and (o.uid <> a.uid or o.role_name <> '')
     union all select b.outbox_id from outbox b join (select number, account_id from redemption
       union all select order_no, account_id from orders
       union all select number, account_id from rebate_grant) x on x.number = b.order_no
       join account a on a.account_id = x.account_id where a.deleted_at is not null and b.payload->>'uid' <> a.uid
     union all select o.order_no from orders o join account a using (account_id) where a.deleted_at is not null
       and o.status = 1 and o.created_at > a.deleted_at
     union all select r.role_id from game_role r join account a using (account_id) where a.deleted_at is not null`,
  },
  {
    name: 'what a player owed before their data was deleted they owe when they are back',
    when: 'always',
    sql: `select l.ledger_account_id, l.balance from ledger_account l join account a using (account_id)
      where l.kind = 'debt' and l.balance < 0 and a.back_as is not null
     union all select a.account_id, 0 from account a join account b on b.fingerprint = fingerprint_of(a.uid)
       where a.deleted_at is null and b.back_as is distinct from a.account_id`,
  },
]

const rest: Invariant[] = [
  {
    name: 'every stored webhook is worked or waits for an operator',
    when: 'at_rest',
    sql: `select inbox_id, outcome, attempts from inbox where state = 'new'`,
  },
  {
    name: 'no webhook failed on the way',
    when: 'at_rest',
    sql: `select inbox_id, outcome_note from inbox where outcome = 'error'`,
  },
  {
    name: 'every delivery and refund has ended or waits for an operator',
    when: 'at_rest',
    sql: `select outbox_id, state, attempts, detail from outbox where state in ('pending', 'unknown')`,
  },
  {
    name: 'every order has an outcome',
    when: 'at_rest',
    sql: `select order_no, channel_code, expires_at from orders where status = 1`,
  },
  {
    name: 'surplus money went back',
    when: 'at_rest',
    sql: `select c.txn from capture c where c.outcome = 'surplus' and not exists (select 1 from gateway_refund r
      where r.channel_code = c.channel_code and r.txn = c.txn and r.applied)
        and not exists (select 1 from outbox b where b.kind = 'refund' and b.payload->>'txn' = c.txn
        and b.state in ('parked', 'failed', 'cancelled'))`,
  },
  {
    name: 'a paid item is delivered, refused by the game or with an operator',
    when: 'at_rest',
    sql: `select o.order_no, b.state from orders o left join outbox b on b.order_no = o.order_no and b.kind = 'deliver'
      where o.status = 2 and coalesce(b.state, '') not in ('refused', 'parked')
        and not exists (select 1 from refund_request q where q.order_no = o.order_no
        and q.state in ('requested', 'sent'))`,
  },
]

export const invariants: readonly Invariant[] = [
  ...prices,
  ...ledger,
  ...payments,
  ...documents,
  ...delivery,
  ...orders,
  ...campaigns,
  ...privacy,
  ...desk,
  ...rights,
  ...rest,
]

/** Whole tables take longer than a call may: a year of orders has millions of rows. */
export const CHECK_MS = 600_000

/**
 * Checks the list; each violation shows up to five of the rows that break it. @throws an error that names the check
 * that could not be made
 */
export async function checkInvariants(
  q: Query,
  options: { atRest: boolean },
): Promise<{ checks: number; violations: Violation[] }> {
  const violations: Violation[] = []
  const applicable = invariants.filter((invariant) => options.atRest || invariant.when === 'always')
  for (const { name, sql } of applicable) {
    // Materialized: a plan for the first five rows would compare each row with each, for rows that are not there.
    const text = `with broken as materialized (${sql}) select * from broken limit 5`
    const rows = await q({ text, withinMs: CHECK_MS }).catch((error: unknown) => {
      if (error instanceof Error) error.message = `"${name}" could not be checked: ${error.message}`
      throw error
    })
    if (rows.length > 0) violations.push({ name, rows })
  }
  return { checks: applicable.length, violations }
}
