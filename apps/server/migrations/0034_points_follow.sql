-- Points of a pack go back with its money, part by part.

-- What of p_points goes back when p_back of p_paid cents have: rounded for the player, and all of them at the end.
create function points_back(p_points bigint, p_back bigint, p_paid bigint) returns bigint language sql immutable as $$
  select p_points * p_back / p_paid
$$;

-- Takes what the refunded money of a pack stands for, less what earlier parts took: from the wallet as far as it
-- reaches, the rest becomes a debt. The order's row is locked by the caller.
create function take_points_back(p_order text, p_source text) returns void language plpgsql as $$
declare
  o orders; given ledger_journal; due_b bigint; due_p bigint; j bigint;
begin
  select * into o from orders where order_no = p_order;
  select * into given from ledger_journal where order_no = p_order and reason = 'top_up';
  select points_back(given.basic_points, o.refunded_cents, o.paid_cents) + coalesce(sum(b.basic_points), 0),
         points_back(given.present_points, o.refunded_cents, o.paid_cents) + coalesce(sum(b.present_points), 0)
    into due_b, due_p from ledger_journal b where b.order_no = p_order and b.reason = 'take_back';
  -- A journal has entries: a part that is worth no point leaves none.
  if due_b = 0 and due_p = 0 then return; end if;
  insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
  values ('take_back', p_source, p_order, o.account_id, -due_b, -due_p, app_now()) returning journal_id into j;
  perform take_back_entries(j, o.account_id, due_b, due_p);
end $$;

-- As in 0029; the points of a pack go with each part.
create or replace function mark_refunded(o orders, p_txn text, p_cents bigint, p_source text, p_cause text,
  p_state text,
  p_said text) returns text language plpgsql as $$
begin
  if o.rebate_campaign_id is not null then
    perform lock_wallets(rebate_owners(array[o.order_no]) || o.account_id);
    perform move_rebate(o, -p_cents);
  end if;
  if o.refunded_cents + p_cents < o.paid_cents then
    update orders set refunded_cents = refunded_cents + p_cents where order_no = o.order_no;
    if o.order_type = 'coin' then perform take_points_back(o.order_no, p_source); end if;
    return 'refunded_in_part';
  end if;
  update orders set status = 5, refunded_cents = paid_cents, refunded_at = app_now(), cause = p_cause
   where order_no = o.order_no;
  perform end_refund_request(o.order_no, p_state, p_said);
  if o.order_type = 'coin' then
    perform take_points_back(o.order_no, p_source);
  else
    -- Never asked: the item stays here. Asked: the game may have granted it, an operator takes it back.
    update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
     where kind = 'deliver' and order_no = o.order_no and state in ('pending', 'unknown', 'refused', 'parked');
    perform ask_recall(o.order_no, o.order_no);
  end if;
  return 'refunded';
end $$;

-- Packs that were given back in part while their points stayed: nobody's balance moves behind their back, an operator
-- decides (docs/runbooks/failed-refund.md). The next part takes what was left.
create table pack_part_kept (
  order_no text primary key,
  settled_at timestamptz,
  settled_by text
);
insert into pack_part_kept (order_no)
select order_no from orders where order_type = 'coin' and refunded_cents > 0 and refunded_cents < paid_cents;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant select on pack_part_kept to hc_readonly;
  end if;
end $$;
