/** A statement that selects what breaks a rule, and when the rule holds. */
export type Invariant = { name: string; when: 'always' | 'at_rest'; sql: string }

/** Invariants of the ledger. */
export const ledger: Invariant[] = [
  {
    name: 'every journal sums to zero in every unit',
    when: 'always',
    sql: `select journal_id, unit, sum(amount) as sum from ledger_entry group by 1, 2 having sum(amount) <> 0`,
  },
  {
    name: 'the ledger sums to zero in every unit',
    when: 'always',
    sql: `select unit, sum(amount) as sum from ledger_entry group by unit having sum(amount) <> 0`,
  },
  {
    name: "a journal has entries, an entry its journal and its account's unit",
    when: 'always',
    sql: `select j.journal_id from ledger_journal j where not exists (select 1 from ledger_entry e
      where e.journal_id = j.journal_id)
     union all select e.journal_id from ledger_entry e left join ledger_journal j using (journal_id)
     left join ledger_account a using (ledger_account_id)
      where j.journal_id is null or a.unit is distinct from e.unit`,
  },
  {
    name: 'a wallet has its owner',
    when: 'always',
    sql: `select l.ledger_account_id from ledger_account l left join account a using (account_id)
      where l.kind <> 'system'
      and a.account_id is null`,
  },
  {
    name: 'a balance is the sum of its entries',
    when: 'always',
    sql: `select a.ledger_account_id, a.balance, coalesce(sum(e.amount), 0) as entries from ledger_account a
      left join ledger_entry e using (ledger_account_id)
      where a.balance is not null group by 1 having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    name: 'no wallet is below zero and no debt above',
    when: 'always',
    sql: `select ledger_account_id, kind, balance from ledger_account where (kind = 'wallet' and balance < 0)
      or (kind = 'debt' and balance > 0)`,
  },
  {
    name: 'nothing is booked twice',
    when: 'always',
    sql: `select reason, source_id from ledger_journal group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'the gateway account is captures less refunds and payouts, with what was corrected',
    when: 'always',
    sql: `select unit, sum(booked) as booked, sum(told) as told from (
       select e.unit, e.amount as booked, 0 as told from ledger_entry e join ledger_account l using (ledger_account_id)
        where l.name = 'gateway'
       union all select c.currency, 0, c.amount_cents from capture c where was_booked(c) and c.channel_code <> 'hcpoint'
       union all select c.currency, 0, -r.amount_cents from gateway_refund r join capture c using (channel_code, txn)
         left join refund_failure f using (channel_code, refund_txn)
        where r.applied and was_booked(c) and f.reversed is not true
       union all select currency, 0, -gross_cents from payout
       union all select l.unit, 0, n.amount from ledger_correction_entry n join ledger_account l
         using (ledger_account_id) where l.name = 'gateway') x
      group by 1 having sum(booked) <> sum(told)`,
  },
  {
    name: 'the bank has what payouts brought, and fees are what they cost, with what was corrected',
    when: 'always',
    sql: `select unit, name, sum(booked) as booked, sum(told) as told from (
       select e.unit, l.name, e.amount as booked, 0 as told from ledger_entry e
         join ledger_account l using (ledger_account_id) where l.name in ('bank', 'fees')
       union all select l.unit, l.name, 0, n.amount from ledger_correction_entry n
         join ledger_account l using (ledger_account_id) where l.name in ('bank', 'fees')
       union all select currency, 'bank', 0, gross_cents - fee_cents from payout
       union all select currency, 'fees', 0, fee_cents from payout) x
      group by 1, 2 having sum(booked) <> sum(told)`,
  },
  {
    name: 'a correction has its journal with the same entries, and a journal of one its correction',
    when: 'always',
    sql: `with journals as (select j.journal_id, coalesce(c.correction_no::text, j.source_id) as no
        from ledger_journal j
        left join ledger_correction c on c.channel_code || ':' || c.correction_no = j.source_id
        where j.reason = 'correction'),
      booked as (select x.no, e.ledger_account_id, e.amount from journals x join ledger_entry e using (journal_id)),
      agreed as (select correction_no::text as no, ledger_account_id, amount from ledger_correction_entry)
      (select *, 'booked' as only from booked except all select *, 'booked' from agreed)
      union all (select *, 'agreed' from agreed except all select *, 'agreed' from booked)
      union all select c.correction_no::text, null, null, 'agreed' from ledger_correction c
       where not exists (select 1 from journals x where x.no = c.correction_no::text)
      union all select 'differences', x.id, sum(x.booked), 'booked' from (
        select e.ledger_account_id as id, e.amount as booked, 0 as agreed from ledger_entry e
          join ledger_account l using (ledger_account_id) where l.name = 'differences'
        union all select n.ledger_account_id, 0, n.amount from ledger_correction_entry n
          join ledger_account l using (ledger_account_id) where l.name = 'differences') x
       group by x.id having sum(x.booked) <> sum(x.agreed)`,
  },
  {
    name: 'points that were given or taken by hand are adjustments, each with its journal',
    when: 'always',
    sql: `select p.adjustment_no::text, p.basic_points, p.present_points from point_adjustment p
      left join ledger_journal j on j.reason = 'adjust' and j.source_id = p.adjustment_no::text
      where j.account_id is distinct from p.account_id or j.basic_points <> p.basic_points
      or j.present_points <> p.present_points
     union all select 'adjusted', booked, given from (select
       (select coalesce(-sum(amount), 0) from ledger_entry where ledger_account_id in (11, 12)) as booked,
       (select coalesce(sum(basic_points + present_points), 0) from point_adjustment) as given) x
      where booked <> given`,
  },
  {
    name: 'points spent are purchases less what was given back, and both are orders',
    when: 'always',
    sql: `select * from (select
       (select coalesce(sum(amount), 0) from ledger_entry where ledger_account_id in (6, 7)) as spent,
       (select coalesce(sum(-basic_points - present_points), 0) from ledger_journal
       where reason = 'purchase') as purchases,
       (select coalesce(sum(basic_points + present_points), 0) from ledger_journal where reason = 'refund'
       and account_id is not null) as returned,
       (select coalesce(sum(coalesce(points, paid_cents)), 0) from orders where channel_code = 'hcpoint'
         and paid_cents > 0) as paid,
       (select coalesce(sum(coalesce(points, refunded_cents)), 0) from orders where channel_code = 'hcpoint'
         and refunded_cents > 0) as refunded) x
      where spent <> purchases - returned or purchases <> paid or returned <> refunded`,
  },
  {
    name: 'points given back went to the buckets that they came from',
    when: 'always',
    sql: `select p.order_no from ledger_journal r join ledger_journal p on p.reason = 'purchase'
      and p.source_id = r.order_no
      where r.reason = 'refund' and r.account_id is not null and (r.basic_points <> -p.basic_points
      or r.present_points <> -p.present_points or r.account_id <> p.account_id)`,
  },
  {
    name: 'what a journal shows a player is what it moved',
    when: 'always',
    sql: `select j.journal_id from ledger_journal j left join ledger_entry e using (journal_id)
      left join ledger_account a on a.ledger_account_id = e.ledger_account_id and a.account_id = j.account_id
      where j.account_id is not null group by j.journal_id, j.basic_points, j.present_points
     having coalesce(sum(e.amount) filter (where a.unit = 'HCB'), 0) <> j.basic_points
     or coalesce(sum(e.amount) filter (where a.unit = 'HCP'), 0) <> j.present_points`,
  },
]

export const DOCUMENT_CHAIN =
  'the documents of a series are one chain: each has the hash of the one before it, and its own'

/** Invariants of the tax inside payments, and of receipts and credit notes. */
export const documents: Invariant[] = [
  {
    name: 'the tax account is the tax of the payments that settled orders, less what went back of it',
    when: 'always',
    sql: `select unit, sum(booked) as booked, sum(told) as told from (
       select e.unit, -e.amount as booked, 0 as told from ledger_entry e join ledger_account l using (ledger_account_id)
        where l.name = 'tax'
       union all select c.currency, 0, c.tax_minor - tax_back(c.amount_cents, c.tax_minor, 0, sale_back(c))
        from capture c where c.tax_minor > 0) x
      group by 1 having sum(booked) <> sum(told)`,
  },
  {
    name: 'only what settled an order has tax, and never more than was paid',
    when: 'always',
    sql: `select c.channel_code, c.txn from capture c where c.tax_minor is not null
      and (c.outcome <> 'applied' or c.tax_minor < 0 or c.tax_minor >= c.amount_cents
        or not exists (select 1 from order_terms t where t.order_no = c.order_no))`,
  },
  {
    name: 'a paid order with a seller has one receipt of its whole payment due, and no other order has one',
    when: 'always',
    sql: `select coalesce(c.order_no, d.order_no) as order_no from
       (select c.order_no, c.amount_cents, c.tax_minor, t.entity_id from capture c join order_terms t using (order_no)
         where c.outcome = 'applied' and c.tax_minor is not null and t.entity_id is not null) c
       full join (select * from document_due where kind = 'receipt') d using (order_no)
      where (d.source, d.entity_id, d.gross_minor, d.tax_minor)
        is distinct from (c.order_no, c.entity_id, c.amount_cents, c.tax_minor)`,
  },
  {
    name: 'the credit notes of an order are what was given back of it, with its tax',
    when: 'always',
    sql: `select o.order_no, o.refunded_cents, n.* from document_due d join orders o using (order_no)
       cross join lateral (select coalesce(sum(x.gross_minor), 0) as gross, coalesce(sum(x.tax_minor), 0) as tax
         from document_due x where x.order_no = d.order_no and x.kind = 'credit_note') n
      where d.kind = 'receipt' and (n.gross <> o.refunded_cents
        or n.tax <> tax_back(d.gross_minor, d.tax_minor, 0, o.refunded_cents))`,
  },
  {
    name: 'a document is of what was due, and what was done has its document',
    when: 'always',
    sql: `select u.due_id from document_due u full join document d using (due_id)
      where u.due_id is null or (u.done_at is not null) <> (d.due_id is not null)
        or (d.kind, d.order_no, d.gross_minor, d.tax_minor) <> (u.kind, u.order_no, u.gross_minor, u.tax_minor)`,
  },
  {
    name: 'the numbers of a series are 1 to the last one, without a hole',
    when: 'always',
    sql: `select s.series, s.next, count(d.number) as documents, max(d.number) as last from document_series s
      left join document d using (series) group by s.series
      having count(d.number) <> s.next - 1 or coalesce(max(d.number), 0) <> s.next - 1`,
  },
  {
    name: DOCUMENT_CHAIN,
    when: 'always',
    sql: `select x.series, x.number from (select d.series, d.number, d.hash, d.prev_hash, document_hash(d) as made,
        lag(d.hash) over (partition by d.series order by d.number) as before from document d) x
      where x.hash <> x.made or x.prev_hash <> coalesce(x.before, ''::bytea)`,
  },
]

/** Invariants of captures, refunds and disputes. */
export const payments: Invariant[] = [
  {
    name: 'no capture is given back beyond its amount',
    when: 'always',
    sql: `select c.channel_code, c.txn from (select distinct channel_code, txn from gateway_refund) r
      join capture c using (channel_code, txn) where c.amount_cents > 0
      and money_gone(channel_code, txn) > c.amount_cents
        and not exists (select 1 from orders o where o.order_no = c.order_no and c.outcome = 'applied'
        and o.hold_reason = 'refund_exceeds_payment')`,
  },
  {
    name: 'a failed refund that was booked is booked back, any other is not',
    when: 'always',
    sql: `select f.channel_code, f.refund_txn from refund_failure f
      left join gateway_refund r using (channel_code, refund_txn) where f.reversed <> (r.applied is true)`,
  },
  {
    name: 'suspense holds surplus money and what failed refunds owe',
    when: 'always',
    sql: `select unit, sum(held) as held, sum(owed) as owed from (
       select e.unit, -e.amount as held, 0 as owed from ledger_entry e join ledger_account l using (ledger_account_id)
        where l.name = 'suspense'
       union all select c.currency, 0, c.amount_cents - money_gone(c.channel_code, c.txn) from capture c
        where c.outcome <> 'applied' and was_booked(c)
       union all select c.currency, 0, money_owed(c) from capture c where c.outcome = 'applied' and exists (select 1
        from refund_failure f where f.channel_code = c.channel_code and f.txn = c.txn)
       union all select c.currency, 0, -s.amount_cents from refund_settlement s join capture c using (channel_code, txn)
        where s.how = 'elsewhere' and c.outcome <> 'applied' and was_booked(c)) x
      group by 1 having sum(held) <> sum(owed)`,
  },
  {
    name: 'a paid order has exactly one applied capture, an unpaid one none',
    when: 'always',
    sql: `select o.order_no, count(c.txn) as applied from orders o left join capture c on c.order_no = o.order_no
      and c.outcome = 'applied'
      group by o.order_no, o.paid_cents having count(c.txn) <> case when o.paid_cents > 0 then 1 else 0 end`,
  },
  {
    name: "an applied capture is of the order's channel, amount and currency",
    when: 'always',
    sql: `select c.channel_code, c.txn from capture c left join orders o using (order_no) where c.outcome = 'applied'
        and (o.order_no is null or c.amount_cents <> o.amount_cents or c.currency <> o.currency
        or c.channel_code <> o.channel_code or o.paid_cents <> c.amount_cents)`,
  },
  {
    name: "a gateway's capture is stored once",
    when: 'always',
    sql: `select channel_code, txn from capture group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'a paid order has its sale, top-up or purchase booked once, an unpaid one nothing',
    when: 'always',
    sql: `select o.order_no, count(j.journal_id) as booked from orders o
      left join ledger_journal j on j.order_no = o.order_no and j.reason in ('sale', 'top_up', 'purchase')
        and j.reason = case when o.order_type = 'coin' then 'top_up' when o.channel_code = 'hcpoint' then 'purchase'
        else 'sale' end
      group by o.order_no, o.paid_cents having count(j.journal_id) <> case when o.paid_cents > 0 then 1 else 0 end`,
  },
  {
    name: 'a pack credits the points of its order as basic points, and its bonus as present points',
    when: 'always',
    sql: `select o.order_no, j.basic_points, j.present_points from orders o
      join ledger_journal j on j.order_no = o.order_no and j.reason = 'top_up'
      where o.order_type <> 'coin' or j.account_id <> o.account_id 
      or j.basic_points <> coalesce(o.points, o.amount_cents)
      or j.present_points <> coalesce(o.points, o.amount_cents) * o.bonus_pct / 100`,
  },
  {
    name: 'points that are bought by their number cost what their rate says, and bring no bonus',
    when: 'always',
    sql: `select o.order_no, o.amount_cents, o.points, t.point_rate from orders o
      left join order_terms t using (order_no)
      where o.cp_goods_id = 'coin_exact' and (o.order_type <> 'coin' or o.bonus_pct <> 0
      or o.amount_cents is distinct from exact_amount(o.points, coalesce(t.point_rate, 1000), o.currency)
      or t.point_rate is null and o.currency <> 'USD')`,
  },
  {
    name: 'an item bought with points takes its price from its owner',
    when: 'always',
    sql: `select o.order_no from ledger_journal j join orders o using (order_no) where j.reason = 'purchase'
        and (j.account_id <> o.account_id or j.basic_points + j.present_points <> -coalesce(o.points, o.amount_cents)
        or j.basic_points > 0 or j.present_points > 0)`,
  },
  {
    name: 'no end without money for an order whose money came',
    when: 'always',
    sql: `select o.order_no, o.status from orders o join capture c using (order_no, channel_code)
      where o.status in (1, 3, 6) and c.amount_cents = o.amount_cents and c.currency = o.currency
        and not (c.outcome = 'surplus' and exists (select 1 from account a where a.account_id = o.account_id
          and a.deleted_at is not null))`,
  },
  {
    name: 'surplus and wrong money is queued for refund',
    when: 'always',
    sql: `select c.channel_code, c.txn, c.outcome from capture c where c.outcome <> 'applied' and not exists (select 1
      from outbox b
        where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code and b.payload->>'txn' = c.txn
        and ((b.payload->>'amount_cents')::bigint = c.amount_cents or b.payload ? 'attempt'))`,
  },
  {
    name: 'nothing else is queued for refund but what an operator asked for',
    when: 'always',
    sql: `select b.outbox_id from outbox b left join capture c on c.channel_code = b.payload->>'channel_code'
      and c.txn = b.payload->>'txn'
      where b.kind = 'refund' and (c.outcome is null or (c.outcome = 'applied' and not exists (select 1
      from refund_request q where q.order_no = b.order_no)
          and not exists (select 1 from refund_part p where p.channel_code = c.channel_code and p.txn = c.txn)
          and not exists (select 1 from refund_failure f where f.channel_code = c.channel_code and f.txn = c.txn)))`,
  },
  {
    name: 'a refund that was asked for ends with the order, and has its events',
    when: 'always',
    sql: `select q.order_no, q.state, o.status from refund_request q join orders o using (order_no)
      where (q.state = 'done' and o.status <> 5)
         or q.state is distinct from (select e.to_state from refund_event e where e.order_no = q.order_no
         and e.txn is null order by e.refund_event_id desc limit 1)`,
  },
  {
    name: 'a part that was asked for has its attempt, and one that is done has the money gone',
    when: 'always',
    sql: `select p.order_no, p.part, p.state from refund_part p
      left join outbox b on b.outbox_id = 'rfd_' || p.channel_code || '_' || p.txn
      left join orders o on o.order_no = p.order_no
      left join gateway_refund r on r.channel_code = p.channel_code and r.refund_txn = p.refund_txn
      where b.outbox_id is null or o.status is null
        or (p.state in ('asked', 'parked') and (p.attempt <> coalesce((b.payload->>'attempt')::int, 1)
          or b.state not in ('pending', 'unknown', 'parked')
          or p.amount_cents <> (b.payload->>'amount_cents')::bigint))
        or (p.state = 'done' and (r.refund_txn is null or not r.applied))`,
  },
  {
    name: 'a dispute that was lost is money gone, and its stages are its events',
    when: 'always',
    sql: `select d.dispute_id from dispute d where (d.stage = 'lost' and not d.also_money and not exists (select 1
      from gateway_refund r where r.channel_code = d.channel_code and r.dispute_id = d.dispute_id))
         or not exists (select 1 from dispute_event e where e.channel_code = d.channel_code
         and e.dispute_id = d.dispute_id and e.stage = d.stage)`,
  },
  {
    name: 'an order with wrong money is held',
    when: 'always',
    sql: `select o.order_no from orders o where o.hold_reason is null and exists (select 1 from capture c
      where c.order_no = o.order_no and c.outcome = 'mismatch')`,
  },
  {
    name: 'refunds are applied once their capture is known',
    when: 'always',
    sql: `select r.refund_txn from gateway_refund r left join capture c using (channel_code, txn)
      where r.applied <> (c.txn is not null and (r.currency is null or r.currency = c.currency))`,
  },
  {
    name: "a refund is of its capture's order, and one in another currency is held",
    when: 'always',
    sql: `select r.refund_txn from gateway_refund r join capture c using (channel_code, txn)
      join orders o on o.order_no = c.order_no
      where (r.applied and r.order_no <> c.order_no) or (not r.applied and r.currency <> c.currency
      and o.hold_reason is null)`,
  },
  {
    name: 'refunded money is what the gateway gave back of the applied capture, and what was given back elsewhere',
    when: 'always',
    sql: `select o.order_no, o.refunded_cents, gone.cents from orders o join capture c on c.order_no = o.order_no
      and c.outcome = 'applied'
       cross join lateral (select money_gone(c.channel_code, c.txn) + money_settled(c.channel_code, c.txn) as cents)
       gone
      where coalesce(o.hold_reason, '') <> 'refund_exceeds_payment' and o.channel_code <> 'hcpoint'
      and o.refunded_cents <> gone.cents
        and not (o.refunded_cents > gone.cents and exists (select 1 from refund_failure f
        where f.channel_code = c.channel_code and f.txn = c.txn and f.reversed))`,
  },
  {
    name: 'what was given back elsewhere is not asked of its gateway, too',
    when: 'always',
    sql: `select b.outbox_id, money_settled(c.channel_code, c.txn) as elsewhere from refund_settlement s
      join capture c using (channel_code, txn) join outbox b on b.outbox_id = 'rfd_' || c.channel_code || '_' || c.txn
      where s.how = 'elsewhere' and b.state in ('pending', 'unknown', 'parked')
      and money_settled(c.channel_code, c.txn) + (b.payload->>'amount_cents')::bigint > c.amount_cents`,
  },
  {
    name: 'status refunded is a whole refund',
    when: 'always',
    sql: `select order_no, status, paid_cents, refunded_cents from orders where (status = 5) <> (paid_cents > 0
      and refunded_cents = paid_cents)`,
  },
  {
    name: 'the points of a pack go back with its money, or with the promise of it, in proportion and rounded for the player',
    when: 'always',
    sql: `select o.order_no, o.refunded_cents, back.* from orders o
      left join ledger_journal t on t.order_no = o.order_no
      and t.reason = 'top_up'
       cross join lateral (select -coalesce(sum(b.basic_points), 0) as basic, -coalesce(sum(b.present_points), 0) as
       present from ledger_journal b where b.order_no = o.order_no and b.reason = 'take_back') back
       cross join lateral (select money_promised(o) as cents) away
      where o.order_type = 'coin' and (o.refunded_cents > 0 or exists (select 1 from refund_request q
        where q.order_no = o.order_no) or exists (select 1 from refund_part q where q.order_no = o.order_no))
      and o.paid_cents > 0 and (back.basic <> floor(t.basic_points::numeric * away.cents / o.paid_cents)
            or back.present <> floor(t.present_points::numeric * away.cents / o.paid_cents)
            or t.journal_id is null)
        and not (o.refunded_cents < o.paid_cents and exists (select 1 from pack_part_kept k
          where k.order_no = o.order_no))
        and not exists (select 1 from account a where a.account_id = o.account_id and a.deleted_at is not null)
     union all select b.order_no, 0, -b.basic_points, -b.present_points from ledger_journal b
       left join orders o using (order_no)
      where b.reason = 'take_back' and (o.order_type is distinct from 'coin' or o.refunded_cents = 0
        and not exists (select 1 from refund_request q where q.order_no = o.order_no)
        and not exists (select 1 from refund_part q where q.order_no = o.order_no))`,
  },
  {
    // A refund that a person makes at the gateway may still leave one: its points may be spent by then.
    name: 'nobody owes points because of two promises on the same points: a withdrawal that no person decided leaves no debt',
    when: 'always',
    sql: `select j.order_no, e.amount from ledger_journal j join refund_request r on r.order_no = j.order_no
      join ledger_entry e on e.journal_id = j.journal_id
      join ledger_account a on a.ledger_account_id = e.ledger_account_id
      where j.reason = 'take_back' and j.source_id like r.order_no || ':promised:%' and r.asked_by = 'job:withdrawal'
        and a.kind = 'debt' and e.amount < 0`,
  },
]
