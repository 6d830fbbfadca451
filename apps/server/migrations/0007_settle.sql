-- The only way an order becomes paid: status 2, the promised bonus granted once, and either its delivery written
-- (an item) or its points credited by the caller (a pack). The caller holds the order's row lock.
create function mark_paid(o orders, p_source text) returns integer language plpgsql as $$
declare
  granted int := o.bonus_pct;
begin
  if o.order_type = 'item' and granted > 0 then
    insert into first_top_up (server_id, role_id, cp_goods_id, order_no)
    values (o.server_id, o.role_id, o.cp_goods_id, o.order_no) on conflict do nothing;
    if not found then granted := 0; else perform pg_notify('hc_bus', 'bonus:' || o.server_id || '/' || o.role_id); end if;
  end if;
  update orders set status = 2, cause = p_source, paid_cents = amount_cents, paid_at = app_now(), bonus_granted = granted
   where order_no = o.order_no;
  if o.order_type = 'item' then
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('dlv_' || o.order_no, 'deliver', o.order_no, jsonb_build_object(
      'delivery_id', 'dlv_' || o.order_no, 'sdk_order_id', o.order_no, 'uid', o.uid, 'server_id', o.server_id,
      'role_id', o.role_id, 'items', jsonb_build_array(jsonb_build_object(
        'cp_goods_id', o.cp_goods_id, 'quantity', 1, 'bonus', granted))), app_now(), app_now());
  else
    update orders set status = 4, cause = 'credited', delivered_at = app_now() where order_no = o.order_no;
  end if;
  return granted;
end $$;

-- Credits points to a player inside journal p_journal: debt first, the rest to the wallet. Wallet rows are locked in
-- id order. p_cents is the money that a gateway took for them, 0 for none.
create function credit_entries(p_journal bigint, p_account bigint, p_basic bigint, p_present bigint, p_cents bigint) returns void
language plpgsql as $$
declare
  wb bigint; wp bigint; db bigint; dp bigint; db_now bigint; dp_now bigint; rb bigint; rp bigint; a record;
begin
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = p_account order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id;
    elsif a.kind = 'wallet' then wp := a.id;
    elsif a.unit = 'HCB' then db := a.id; db_now := a.balance;
    else dp := a.id; dp_now := a.balance; end if;
  end loop;
  rb := least(p_basic, -db_now); rp := least(p_present, -dp_now);
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select p_journal, v.id, v.unit, v.amount from (values
    (1::bigint, 'USD', p_cents), (2::bigint, 'USD', -p_cents), (4::bigint, 'HCB', -p_basic), (5::bigint, 'HCP', -p_present),
    (db, 'HCB', rb), (dp, 'HCP', rp), (wb, 'HCB', p_basic - rb), (wp, 'HCP', p_present - rp)) v (id, unit, amount)
  where v.amount <> 0;
end $$;

-- Points credited earlier are taken back: from the wallet as far as it reaches, the rest becomes the player's debt.
create function take_back_entries(p_journal bigint, p_account bigint, p_basic bigint, p_present bigint) returns void
language plpgsql as $$
declare
  wb bigint; wp bigint; db bigint; dp bigint; tb bigint; tp bigint; a record;
begin
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = p_account order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id; tb := least(p_basic, a.balance);
    elsif a.kind = 'wallet' then wp := a.id; tp := least(p_present, a.balance);
    elsif a.unit = 'HCB' then db := a.id;
    else dp := a.id; end if;
  end loop;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select p_journal, v.id, v.unit, v.amount from (values
    (4::bigint, 'HCB', p_basic), (5::bigint, 'HCP', p_present),
    (wb, 'HCB', -tb), (wp, 'HCP', -tp), (db, 'HCB', tb - p_basic), (dp, 'HCP', tp - p_present)) v (id, unit, amount)
  where v.amount <> 0;
end $$;

-- Money given back, once its capture is known. The order's row is locked by the caller.
create function apply_gateway_refund(p_channel text, p_refund_txn text) returns text language plpgsql as $$
declare
  g gateway_refund; c capture; o orders; j bigint; b record;
begin
  update gateway_refund set applied = true where channel_code = p_channel and refund_txn = p_refund_txn and not applied
  returning * into g;
  if not found then return 'duplicate'; end if;
  select * into c from capture where channel_code = p_channel and txn = g.txn;
  -- Only what was booked when it came: money of another currency never was.
  if c.currency = 'USD' and c.amount_cents > 0 then
    insert into ledger_journal (reason, source_id, order_no, created_at)
    values ('refund', p_channel || ':' || p_refund_txn, g.order_no, app_now()) returning journal_id into j;
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
    values (j, 1, 'USD', -g.amount_cents), (j, case when c.outcome = 'applied' then 2 else 3 end, 'USD', g.amount_cents);
  end if;
  update outbox set state = 'confirmed', proof = p_refund_txn, ended_at = app_now()
   where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = g.txn and state <> 'confirmed';
  if c.outcome <> 'applied' then return 'refunded_surplus'; end if;
  select * into o from orders where order_no = g.order_no;
  if o.refunded_cents + g.amount_cents > o.paid_cents then
    update orders set hold_reason = 'refund_exceeds_payment' where order_no = o.order_no;
    return 'held';
  end if;
  if o.refunded_cents + g.amount_cents < o.paid_cents then
    update orders set refunded_cents = refunded_cents + g.amount_cents where order_no = o.order_no;
    return 'refunded_in_part';
  end if;
  update orders set status = 5, cause = 'refunded', refunded_cents = paid_cents, refunded_at = app_now() where order_no = o.order_no;
  if o.order_type = 'coin' then
    select basic_points, present_points into b from ledger_journal where reason = 'top_up' and source_id = p_channel || ':' || g.txn;
    insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
    values ('take_back', p_channel || ':' || p_refund_txn, o.order_no, o.account_id, -b.basic_points, -b.present_points, app_now())
    returning journal_id into j;
    perform take_back_entries(j, o.account_id, b.basic_points, b.present_points);
  else
    -- Never asked: the item stays here. Asked: the game may have granted it, an operator takes it back.
    update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
     where kind = 'deliver' and order_no = o.order_no and state in ('pending', 'unknown', 'refused', 'parked');
  end if;
  return 'refunded';
end $$;

-- A gateway says it took money. Idempotent by (channel, txn) and indifferent to order: whatever told us, and
-- however often, ends in one payment. Amount and currency must be the order's, else the order is held.
create function apply_paid(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text, p_source text)
returns text language plpgsql as $$
declare
  o orders; result text; j bigint; present bigint; g record;
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  result := case when p_amount <> o.amount_cents or p_currency <> o.currency then 'mismatch'
                 when o.paid_cents > 0 then 'surplus' else 'applied' end;
  insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at)
  values (p_channel, p_txn, p_order, p_amount, p_currency, result, p_source, app_now()) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if result = 'applied' then
    insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
    values (case when o.order_type = 'coin' then 'top_up' else 'sale' end, p_channel || ':' || p_txn, p_order,
      case when o.order_type = 'coin' then o.account_id end,
      case when o.order_type = 'coin' then o.amount_cents else 0 end,
      case when o.order_type = 'coin' then o.amount_cents * o.bonus_pct / 100 else 0 end, app_now())
    returning journal_id, present_points into j, present;
    if o.order_type = 'coin' then
      perform credit_entries(j, o.account_id, o.amount_cents, present, p_amount);
    else
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      values (j, 1, 'USD', p_amount), (j, 2, 'USD', -p_amount);
    end if;
    perform mark_paid(o, p_source);
  else
    if p_currency = 'USD' and p_amount > 0 then
      insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('suspense', p_channel || ':' || p_txn, p_order, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      values (j, 1, 'USD', p_amount), (j, 3, 'USD', -p_amount);
    end if;
    insert into outbox (outbox_id, kind, order_no, payload, state, run_at, created_at)
    values ('rfd_' || p_channel || '_' || p_txn, 'refund', p_order, jsonb_build_object('channel_code', p_channel,
      'txn', p_txn, 'amount_cents', p_amount, 'currency', p_currency, 'reason', result),
      case when result = 'surplus' then 'pending' else 'held' end, app_now(), app_now());
    if result = 'mismatch' then update orders set hold_reason = 'amount_mismatch' where order_no = p_order; end if;
  end if;
  for g in select refund_txn from gateway_refund where channel_code = p_channel and txn = p_txn and not applied loop
    perform apply_gateway_refund(p_channel, g.refund_txn);
  end loop;
  return result;
end $$;

create function apply_refunded(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint) returns text
language plpgsql as $$
begin
  perform 1 from orders where order_no = p_order and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into gateway_refund (channel_code, refund_txn, txn, order_no, amount_cents, at)
  values (p_channel, p_refund_txn, p_txn, p_order, p_amount, app_now()) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if not exists (select 1 from capture where channel_code = p_channel and txn = p_txn) then return 'before_capture'; end if;
  return apply_gateway_refund(p_channel, p_refund_txn);
end $$;

-- A gateway says that no money will come. Only an unpaid order moves; money told later still revives it.
create function apply_refused(p_channel text, p_order text, p_kind text) returns text language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  if o.status <> 1 then return 'ignored'; end if;
  if p_kind = 'expired' or (p_kind = 'cancelled' and o.expires_at <= app_now()) then
    update orders set status = 6, cause = 'expired' where order_no = p_order;
    return 'overdue';
  end if;
  update orders set status = 3, cause = p_kind where order_no = p_order;
  return 'failed';
end $$;

-- Pays an own unpaid hcpoint order from the wallet, present points first. Refusals come back as the error key.
create function pay_with_points(p_token bytea, p_order text, out refusal text, out paid_status smallint, out basic bigint, out present bigint)
language plpgsql as $$
declare
  t timestamptz := app_now();
  who bigint; o orders; wb bigint; wp bigint; bb bigint; pb bigint; use_present bigint; use_basic bigint; j bigint; a record;
begin
  select s.account_id into who from session s join account c using (account_id)
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled;
  if not found then refusal := 'session'; return; end if;
  select * into o from orders where order_no = p_order and account_id = who for update;
  if not found then refusal := 'OrderNotFound'; return; end if;
  for a in select ledger_account_id as id, unit, balance from ledger_account
            where account_id = who and kind = 'wallet' order by ledger_account_id for update loop
    if a.unit = 'HCB' then wb := a.id; bb := a.balance; else wp := a.id; pb := a.balance; end if;
  end loop;
  basic := bb; present := pb; paid_status := o.status;
  if o.channel_code <> 'hcpoint' then refusal := 'OrderNotPayable'; return; end if;
  -- Asked again after a lost answer: paid already is success, and nothing moves.
  if o.status in (2, 4) then return; end if;
  if o.status <> 1 or o.expires_at <= t then refusal := 'OrderNotPayable'; return; end if;
  if bb + pb < o.amount_cents then refusal := 'ePointNumInsufficient'; return; end if;
  use_present := least(pb, o.amount_cents);
  use_basic := o.amount_cents - use_present;
  insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at)
  values ('hcpoint', p_order, p_order, o.amount_cents, o.currency, 'applied', 'points', t);
  insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
  values ('purchase', p_order, p_order, who, -use_basic, -use_present, t) returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (wb, 'HCB', -use_basic), (wp, 'HCP', -use_present),
    (6::bigint, 'HCB', use_basic), (7::bigint, 'HCP', use_present)) v (id, unit, amount) where v.amount <> 0;
  perform mark_paid(o, 'points');
  basic := bb - use_basic; present := pb - use_present; paid_status := 2;
end $$;

-- Points given without an order (opening balance, goodwill), once for each reason and player.
create function grant_points(p_uid text, p_basic bigint, p_present bigint, p_reason text) returns void language plpgsql as $$
declare
  who bigint; j bigint;
begin
  select account_id into strict who from account where uid = p_uid;
  insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
  values (p_reason, p_uid, who, p_basic, p_present, app_now()) on conflict do nothing returning journal_id into j;
  if j is not null then perform credit_entries(j, who, p_basic, p_present, 0); end if;
end $$;
