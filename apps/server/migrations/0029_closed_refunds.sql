-- Refunds whose outcome no gateway tells, what players see meanwhile, and held orders, which nobody pays a second time.

-- What of an order our staff see to: a payment that does not fit it, or a refund that its gateway failed to give.
create function staff_sees_to(o orders) returns text language sql stable as $$
  select case
    when o.hold_reason is not null and o.paid_cents = 0
      and (o.status = 1 or exists (select 1 from outbox b where b.order_no = o.order_no and b.kind = 'refund' and b.state not in ('confirmed', 'cancelled'))) then 'payment'
    when o.status = 5 and exists (select 1 from refund_failure f join capture c using (channel_code, txn)
      where f.order_no = o.order_no and f.reversed and c.outcome = 'applied' and money_owed(c) > 0) then 'refund'
    else 'none' end
$$;

-- As in 0028; an order that is held cannot be paid: its status is null here, and nothing is made of it at its gateway.
create or replace function open_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text,
  out refusal text, out order_no text, out status smallint, out gateway_url text,
  out amount_cents bigint, out currency text, out expires_at timestamptz, out title text, out gateway_ref text)
language plpgsql as $$
begin
  select c.refusal, c.order_no, c.status, c.gateway_url into refusal, order_no, status, gateway_url
    from create_order(p_token, p_order_no, p_key, p_hash, p_goods, p_type, p_amount, p_bonus, p_channel, p_server, p_role, p_ttl_seconds,
      p_first_check_seconds, p_hour_floor, p_unpaid_max, p_hourly_max, p_title) c;
  if refusal is null and status = 1 then
    select n.amount_cents, n.currency, n.expires_at, coalesce(n.title, n.cp_goods_id), n.gateway_ref, case when n.hold_reason is null then 1 end
      into amount_cents, currency, expires_at, title, gateway_ref, status from orders n where n.order_no = open_order.order_no;
  end if;
end $$;

-- `elsewhere`: the player has the money by other means, and it is at the gateway still. `gateway`: somebody saw at the gateway that a refund
-- went through which nothing told us of; it stands in gateway_refund, too.
alter table refund_settlement add column how text not null default 'elsewhere' check (how in ('elsewhere', 'gateway'));
-- The bank transfer's or the gateway's.
alter table refund_settlement add column reference text not null default '';
create function money_settled(p_channel text, p_txn text) returns bigint language sql stable as $$
  select coalesce(sum(s.amount_cents), 0)::bigint from refund_settlement s where s.channel_code = p_channel and s.txn = p_txn and s.how = 'elsewhere'
$$;

-- As in 0023.
create or replace function money_owed(c capture) returns bigint language sql stable as $$
  select greatest(0, case when c.outcome = 'applied' then (select o.refunded_cents from orders o where o.order_no = c.order_no) else c.amount_cents end
    - money_gone(c.channel_code, c.txn) - money_settled(c.channel_code, c.txn))
$$;

alter table reconcile_finding drop constraint reconcile_finding_kind_check;
alter table reconcile_finding add constraint reconcile_finding_kind_check check (kind in ('missing_here', 'missing_there', 'amount_differs', 'paid_back_twice'));

-- A gateway gives back what was given back elsewhere before: more than there was, or the very refund that nobody knew the outcome of.
create function note_paid_twice(c capture, g gateway_refund) returns void language sql as $$
  insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
  select c.channel_code, 'paid_back_twice', g.refund_txn, c.order_no, jsonb_build_object('amountCents', g.amount_cents, 'currency', c.currency,
      'elsewhere', (select jsonb_agg(s.reference || ' ' || s.note order by s.at) from refund_settlement s where s.channel_code = c.channel_code and s.txn = c.txn and s.how = 'elsewhere')), app_now()
   where money_settled(c.channel_code, c.txn) > 0
     and not exists (select 1 from refund_failure f where f.channel_code = c.channel_code and f.refund_txn = g.refund_txn)
     and (money_gone(c.channel_code, c.txn) + money_settled(c.channel_code, c.txn) > c.amount_cents
       or exists (select 1 from outbox b where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code and b.payload->>'txn' = c.txn and b.state = 'cancelled'
         and coalesce(b.payload->>'refund_txn', g.refund_txn) = g.refund_txn and (b.payload->>'amount_cents')::bigint = g.amount_cents))
  on conflict do nothing
$$;

-- Money of an order has gone back, at its gateway or elsewhere, and so goes what was bought for it. The order's row is locked by the caller.
create function mark_refunded(o orders, p_txn text, p_cents bigint, p_source text, p_cause text, p_state text, p_said text) returns text language plpgsql as $$
declare
  j bigint; b record;
begin
  if o.rebate_campaign_id is not null then perform move_rebate(o, -p_cents); end if;
  if o.refunded_cents + p_cents < o.paid_cents then
    update orders set refunded_cents = refunded_cents + p_cents where order_no = o.order_no;
    return 'refunded_in_part';
  end if;
  update orders set status = 5, refunded_cents = paid_cents, refunded_at = app_now(), cause = p_cause where order_no = o.order_no;
  perform end_refund_request(o.order_no, p_state, p_said);
  if o.order_type = 'coin' then
    select basic_points, present_points into b from ledger_journal where reason = 'top_up' and source_id = o.channel_code || ':' || p_txn;
    insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
    values ('take_back', p_source, o.order_no, o.account_id, -b.basic_points, -b.present_points, app_now())
    returning journal_id into j;
    perform take_back_entries(j, o.account_id, b.basic_points, b.present_points);
  else
    -- Never asked: the item stays here. Asked: the game may have granted it, an operator takes it back.
    update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
     where kind = 'deliver' and order_no = o.order_no and state in ('pending', 'unknown', 'refused', 'parked');
    perform ask_recall(o.order_no, o.order_no);
  end if;
  return 'refunded';
end $$;

-- As in 0026, with what an order's end does in a function of its own, and a finding where the money was given back elsewhere before.
create or replace function apply_gateway_refund(p_channel text, p_refund_txn text) returns text language plpgsql as $$
declare
  g gateway_refund; c capture; o orders; j bigint; owed bigint; result text;
begin
  select c2.* into c from capture c2 join gateway_refund r using (channel_code, txn) where r.channel_code = p_channel and r.refund_txn = p_refund_txn;
  owed := money_owed(c);
  update gateway_refund set applied = true where channel_code = p_channel and refund_txn = p_refund_txn and not applied
  returning * into g;
  if not found then return 'duplicate'; end if;
  owed := case when c.outcome = 'applied' then least(owed, g.amount_cents) else g.amount_cents end;
  <<booked>> begin
    -- Only what was booked when it came: money of another currency never was.
    if c.currency = 'USD' and c.amount_cents > 0 then
      insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('refund', p_channel || ':' || p_refund_txn, g.order_no, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select j, v.id, 'USD', v.amount from (values (1::bigint, -g.amount_cents), (2, g.amount_cents - owed), (3, owed)) v (id, amount) where v.amount <> 0;
    end if;
    perform note_paid_twice(c, g);
    update outbox set state = 'confirmed', proof = p_refund_txn, ended_at = app_now()
     where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = g.txn and state <> 'confirmed'
       -- A part that was given back elsewhere does not end what we ask for.
       and (payload->>'refund_txn' = p_refund_txn or (money_gone(p_channel, c.txn) >= c.amount_cents
         and not exists (select 1 from refund_failure f where f.channel_code = p_channel and f.refund_txn = p_refund_txn)));
    result := 'refunded_surplus';
    exit booked when c.outcome <> 'applied';
    select * into o from orders where order_no = g.order_no;
    g.amount_cents := g.amount_cents - owed;
    if g.amount_cents = 0 then
      result := 'refunded_again';
      if o.status = 5 and money_owed(c) = 0 then perform end_refund_request(o.order_no, 'done', p_refund_txn); end if;
      exit booked;
    end if;
    if o.refunded_cents + g.amount_cents > o.paid_cents then
      update orders set hold_reason = 'refund_exceeds_payment' where order_no = o.order_no;
      result := 'held';
      exit booked;
    end if;
    result := mark_refunded(o, g.txn, g.amount_cents, p_channel || ':' || p_refund_txn,
      case when p_refund_txn like 'dispute:%' or exists (select 1 from dispute d where d.channel_code = p_channel and d.txn = g.txn and d.also_money and d.stage <> 'won') then 'charged_back' else 'refunded' end,
      'done', p_refund_txn);
  end;
  -- Its failure was told first: all the same it ends as if it had come after.
  perform reverse_gateway_refund(p_channel, p_refund_txn);
  return result;
end $$;

-- An operator knows how a refund ended that no gateway told the end of, or that failed there: it went through after all (`gateway`, with its
-- number there), or the player has the money by other means (`elsewhere`, with that payment's reference). Either way it is done: what was
-- bought goes back. Said again it is the same. Refusals: not_found, nothing (is open), under_way, several (captures; p_txn says which),
-- failed_there (a number that is known to have failed), used (a number that is another refund's).
create function close_refund(p_order text, p_how text, p_reference text, p_txn text, p_note text, p_by text, out refusal text, out cents bigint) language plpgsql as $$
declare
  o orders; x capture; c capture; asked outbox; b outbox; s bigint; j bigint; owed bigint; open int := 0; under_way boolean := false;
begin
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if p_how = 'gateway' and exists (select 1 from refund_failure where channel_code = o.channel_code and refund_txn = p_reference) then refusal := 'failed_there'; return; end if;
  select sum(t.amount_cents) into cents from refund_settlement t where t.order_no = p_order and t.how = p_how and t.reference = p_reference and (p_txn = '' or t.txn = p_txn);
  if cents is not null then return; end if;
  for x in select * from capture where order_no = p_order and channel_code <> 'hcpoint' and (p_txn = '' or txn = p_txn) order by at, txn loop
    select * into b from outbox y where y.kind = 'refund' and y.payload->>'channel_code' = x.channel_code and y.payload->>'txn' = x.txn;
    under_way := under_way or coalesce(b.state in ('pending', 'unknown'), false);
    continue when b.state in ('pending', 'unknown', 'held');
    continue when coalesce(b.state, '') not in ('parked', 'refused', 'failed')
      and (money_owed(x) = 0 or not exists (select 1 from refund_failure f where f.channel_code = x.channel_code and f.txn = x.txn));
    open := open + 1; c := x; asked := b;
  end loop;
  if open <> 1 then refusal := case when open > 1 then 'several' when under_way then 'under_way' else 'nothing' end; return; end if;
  owed := money_owed(c);
  -- What is owed already, and of what was asked for what has not gone back meanwhile.
  cents := case when c.outcome <> 'applied' or o.status = 5 or asked.outbox_id is null or asked.state not in ('parked', 'refused', 'failed') then owed
    else least((asked.payload->>'amount_cents')::bigint, owed + o.paid_cents - o.refunded_cents) end;
  if cents = 0 then refusal := 'nothing'; return; end if;
  if p_how = 'gateway' and exists (select 1 from gateway_refund where channel_code = c.channel_code and refund_txn = p_reference) then refusal := 'used'; return; end if;
  insert into refund_settlement (channel_code, txn, order_no, amount_cents, note, settled_by, at, how, reference)
  values (c.channel_code, c.txn, p_order, cents, p_note, p_by, app_now(), p_how, p_reference) returning refund_settlement_id into s;
  insert into refund_event (order_no, from_state, to_state, detail, txn, at)
  values (p_order, coalesce(asked.state, 'failed'), case when p_how = 'gateway' then 'done' else 'settled' end, p_by || ', ' || p_reference || ': ' || p_note, c.txn, app_now());
  if p_how = 'gateway' then
    update outbox set payload = payload || jsonb_build_object('refund_txn', p_reference), detail = null where outbox_id = asked.outbox_id and state in ('parked', 'refused', 'failed');
    perform apply_refunded(c.channel_code, p_order, c.txn, p_reference, cents);
    if c.outcome = 'applied' then
      update refund_request q set state = 'done', detail = p_reference, ended_at = app_now() from orders n
       where n.order_no = p_order and n.status = 5 and q.order_no = p_order and q.state = 'refused';
    end if;
    return;
  end if;
  owed := least(owed, cents);
  if c.currency = 'USD' then
    insert into ledger_journal (reason, source_id, order_no, created_at) values ('refund_settled', s::text, p_order, app_now()) returning journal_id into j;
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
    select j, v.id, 'USD', v.amount from (values (2::bigint, cents - owed), (3, owed), (8, -cents)) v (id, amount) where v.amount <> 0;
  end if;
  update outbox set state = 'cancelled', detail = 'given back elsewhere, says ' || p_by || ': ' || p_reference, ended_at = app_now() where outbox_id = asked.outbox_id and state in ('parked', 'refused', 'failed');
  if cents > owed then perform mark_refunded(o, c.txn, cents - owed, 'settled:' || s, 'refunded', 'settled', p_note); end if;
  if c.outcome = 'applied' then
    update refund_request set state = 'settled', detail = p_note, ended_at = app_now() where order_no = p_order and state in ('requested', 'sent', 'refused', 'failed');
  end if;
end $$;

-- As in 0023, and it says which captures did not fit their orders: `mismatch ORDER`, `surplus ORDER`.
drop function work_inbox(int);
create function work_inbox(p_limit int, out worked int, out failed int, out odd text[]) language plpgsql as $$
declare
  r record; result text; nos text[]; ids bigint[]; who bigint[];
begin
  worked := 0; failed := 0; odd := '{}';
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(x.order_no) into ids, nos from (
    select inbox_id, order_of(i) as order_no from inbox i where state = 'new' and run_at <= app_now()
     order by run_at, inbox_id limit p_limit for update skip locked) x;
  if ids is null then return; end if;
  perform 1 from orders where order_no = any(nos) order by order_no for update;
  -- One alone takes its locks in that order by itself.
  if cardinality(nos) > 1 then
    select array_agg(distinct o.account_id) into who from orders o where o.order_no = any(nos) and o.order_type = 'coin';
    if exists (select 1 from rebate_campaign) then who := who || lock_rebates(nos); end if;
    if who is not null then
      perform 1 from ledger_account where account_id = any(who) order by ledger_account_id for update;
    end if;
  end if;
  for r in select i.*, order_of(i) as found_order from inbox i where inbox_id = any(ids) order by inbox_id loop
    begin
      result := case r.kind
        when 'paid' then apply_paid(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, 'webhook')
        when 'refunded' then apply_refunded(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents)
        when 'refund_failed' then apply_refund_failed(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents, r.detail->>'reason')
        when 'dispute' then apply_dispute(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, r.detail, r.event_id)
        when 'approved' then apply_approved(r.channel_code, r.found_order)
        when 'ignored' then 'ignored'
        else apply_refused(r.channel_code, r.found_order, r.kind) end;
    exception when others then
      if sqlstate in ('40P01', '40001', '55P03', '57014') then raise; end if;
      result := 'error: ' || sqlstate || ' ' || sqlerrm;
    end;
    if result = 'unknown_order' or result like 'error:%' then
      -- Never dropped: tried again with growing pauses, then parked for an operator.
      update inbox set attempts = attempts + 1, outcome = result, state = case when attempts >= 9 then 'parked' else 'new' end,
        run_at = app_now() + make_interval(secs => least(3600, 2 ^ attempts)) where inbox_id = r.inbox_id;
      failed := failed + 1;
    else
      update inbox set attempts = attempts + 1, outcome = result, state = 'done' where inbox_id = r.inbox_id;
      worked := worked + 1;
      if result in ('mismatch', 'surplus') then odd := odd || (result || ' ' || r.found_order); end if;
    end if;
  end loop;
end $$;
