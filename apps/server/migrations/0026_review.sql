-- Refunds once more: what a second look found.

-- As in 0023; a refund beyond what was due is booked back to where it came from.
create or replace function reverse_gateway_refund(p_channel text, p_refund_txn text) returns void language plpgsql as $$
declare
  f refund_failure; g gateway_refund; c capture; j bigint; owed bigint; asked text;
begin
  select * into g from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn;
  select * into c from capture where channel_code = p_channel and txn = g.txn;
  owed := money_owed(c);
  update refund_failure set reversed = true where channel_code = p_channel and refund_txn = p_refund_txn and not reversed returning * into f;
  if not found then return; end if;
  -- What had gone beyond what was due is nobody's but ours again.
  owed := case when c.outcome = 'applied' then money_owed(c) - owed else g.amount_cents end;
  if c.currency = 'USD' and c.amount_cents > 0 then
    insert into ledger_journal (reason, source_id, order_no, created_at)
    values ('refund_failed', p_channel || ':' || p_refund_txn, c.order_no, app_now()) returning journal_id into j;
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
    select j, v.id, 'USD', v.amount from (values (1::bigint, g.amount_cents), (2, owed - g.amount_cents), (3, -owed)) v (id, amount) where v.amount <> 0;
  end if;
  -- What we asked for ourselves and never heard of, for another's refund ended it, is asked for again under its old key: it may be under way.
  update outbox b set state = x.next, detail = f.reason, ended_at = case when x.next <> 'pending' then app_now() end, proof = case when x.next <> 'pending' then coalesce(b.payload->>'refund_txn', b.proof) end,
      run_at = case when x.next = 'pending' then app_now() else b.run_at end, created_at = case when x.next = 'pending' then app_now() else b.created_at end, lease_until = '-infinity'
    from (select y.outbox_id, case when money_owed(c) = 0 then 'confirmed' when y.payload->>'refund_txn' is null then 'pending'
        when exists (select 1 from refund_failure z where z.channel_code = p_channel and z.refund_txn = y.payload->>'refund_txn') then 'failed'
        when exists (select 1 from gateway_refund r where r.channel_code = p_channel and r.refund_txn = y.payload->>'refund_txn' and r.applied) then 'confirmed' else 'pending' end as next
      from outbox y where y.kind = 'refund' and y.payload->>'channel_code' = p_channel and y.payload->>'txn' = c.txn and y.state = 'confirmed' and p_refund_txn in (y.proof, y.payload->>'refund_txn')) x
   where b.outbox_id = x.outbox_id returning x.next into asked;
  if c.outcome = 'applied' and asked is distinct from 'confirmed' then
    update refund_request set state = case when asked = 'pending' then 'sent' else 'failed' end, detail = f.reason, ended_at = case when asked = 'pending' then null else app_now() end
     where order_no = c.order_no and state = 'done';
  end if;
  insert into refund_event (order_no, from_state, to_state, detail, txn, at) values (c.order_no, 'done', 'failed', f.reason, c.txn, app_now());
end $$;

-- As in 0023; the late success of a refund that is known to have failed does not end the attempt that followed it.
create or replace function apply_gateway_refund(p_channel text, p_refund_txn text) returns text language plpgsql as $$
declare
  g gateway_refund; c capture; o orders; j bigint; b record; owed bigint; result text;
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
    if o.rebate_campaign_id is not null then perform move_rebate(o, -g.amount_cents); end if;
    if o.refunded_cents + g.amount_cents < o.paid_cents then
      update orders set refunded_cents = refunded_cents + g.amount_cents where order_no = o.order_no;
      result := 'refunded_in_part';
      exit booked;
    end if;
    update orders set status = 5, refunded_cents = paid_cents, refunded_at = app_now(),
      cause = case when p_refund_txn like 'dispute:%' or exists (select 1 from dispute d where d.channel_code = p_channel and d.txn = g.txn and d.also_money and d.stage <> 'won') then 'charged_back' else 'refunded' end
     where order_no = o.order_no;
    perform end_refund_request(o.order_no, 'done', p_refund_txn);
    result := 'refunded';
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
      perform ask_recall(o.order_no, o.order_no);
    end if;
  end;
  -- Its failure was told first: all the same it ends as if it had come after.
  perform reverse_gateway_refund(p_channel, p_refund_txn);
  return result;
end $$;

-- As in 0023; what was settled elsewhere for a part of an order ends no later refund of the rest.
create or replace function queue_refund(c capture, p_cents bigint, p_reason text) returns void language sql as $$
  insert into outbox as b (outbox_id, kind, order_no, payload, run_at, created_at)
  values ('rfd_' || c.channel_code || '_' || c.txn, 'refund', c.order_no, jsonb_build_object('channel_code', c.channel_code, 'txn', c.txn,
    'amount_cents', p_cents, 'currency', c.currency, 'reason', p_reason), app_now(), app_now())
  on conflict (outbox_id) do update set state = 'pending', attempts = 0, run_at = app_now(), lease_until = '-infinity', created_at = app_now(), ended_at = null, detail = null,
    payload = case when b.state in ('refused', 'failed', 'confirmed', 'cancelled') then excluded.payload || jsonb_build_object('attempt', coalesce((b.payload->>'attempt')::int, 1) + 1)
      else b.payload || jsonb_build_object('reason', p_reason) end
   where b.state in ('refused', 'failed', 'confirmed', 'cancelled', 'held', 'parked')
$$;

-- As in 0023; while another refund of the capture is under way or parked its sum stands: a request on top of it would never be sent. Refusal: under_way.
create or replace function request_refund(p_order text, p_reason text, p_by text, out refusal text, out request_state text, out cents bigint) language plpgsql as $$
declare
  o orders; r refund_request; c capture; j bigint; b record; a record;
  wb bigint; wp bigint; db bigint; dp bigint; owed_b bigint; owed_p bigint; rb bigint; rp bigint;
begin
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  select * into r from refund_request where order_no = p_order;
  if found and (r.state not in ('refused', 'failed') or (r.state = 'failed' and o.status = 5)) then request_state := r.state; cents := r.amount_cents; return; end if;
  if o.status = 5 then refusal := 'refunded'; return; end if;
  if o.status not in (2, 4) then refusal := 'not_paid'; return; end if;
  if exists (select 1 from capture x join outbox y on y.outbox_id = 'rfd_' || x.channel_code || '_' || x.txn
       where x.order_no = p_order and x.outcome = 'applied' and y.state in ('pending', 'unknown', 'parked')) then refusal := 'under_way'; return; end if;
  cents := o.paid_cents - o.refunded_cents + coalesce((select money_owed(c2) from capture c2 where c2.order_no = p_order and c2.outcome = 'applied' and c2.channel_code <> 'hcpoint'), 0);
  insert into refund_request (order_no, amount_cents, reason, asked_by, state, created_at)
  values (p_order, cents, p_reason, p_by, 'requested', app_now())
  on conflict (order_no) do update set state = 'requested', amount_cents = excluded.amount_cents, reason = excluded.reason, asked_by = excluded.asked_by,
    detail = null, ended_at = null;
  update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
   where kind = 'deliver' and order_no = p_order and state in ('pending', 'unknown', 'refused', 'parked');
  request_state := 'requested';
  if o.channel_code <> 'hcpoint' then
    select * into c from capture where order_no = p_order and outcome = 'applied';
    perform queue_refund(c, cents, 'operator');
    return;
  end if;
  -- Points go back to the buckets that they came from; where the player owes of that kind, the debt first.
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = o.account_id order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id;
    elsif a.kind = 'wallet' then wp := a.id;
    elsif a.unit = 'HCB' then db := a.id; owed_b := -a.balance;
    else dp := a.id; owed_p := -a.balance; end if;
  end loop;
  select -basic_points as basic, -present_points as present into b from ledger_journal where reason = 'purchase' and source_id = p_order;
  rb := least(b.basic, owed_b); rp := least(b.present, owed_p);
  insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
  values ('refund', 'hcpoint:' || p_order, p_order, o.account_id, b.basic, b.present, app_now()) returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (6::bigint, 'HCB', -b.basic), (7::bigint, 'HCP', -b.present),
    (db, 'HCB', rb), (dp, 'HCP', rp), (wb, 'HCB', b.basic - rb), (wp, 'HCP', b.present - rp)) v (id, unit, amount) where v.amount <> 0;
  update orders set status = 5, cause = 'refunded', refunded_cents = paid_cents, refunded_at = app_now() where order_no = p_order;
  perform end_refund_request(p_order, 'done', 'points');
  perform ask_recall(p_order, p_order);
  request_state := 'done';
end $$;

-- As in 0023; our number is kept even where another's refund has ended ours meanwhile.
create or replace function note_refund(p_outbox text, p_refund_txn text) returns void language plpgsql as $$
declare
  no text; ch text; was text;
begin
  select order_no, payload->>'channel_code' into no, ch from outbox where outbox_id = p_outbox;
  perform 1 from orders where order_no = no for update;
  update outbox set payload = payload || jsonb_build_object('refund_txn', p_refund_txn)
   where outbox_id = p_outbox and kind = 'refund' and (state in ('pending', 'unknown', 'parked') or (state = 'confirmed' and payload->>'refund_txn' is null)) returning state into was;
  if was is null or was = 'confirmed' then return; end if;
  if exists (select 1 from gateway_refund where channel_code = ch and refund_txn = p_refund_txn and applied) then
    update outbox b set state = case when f.refund_txn is null then 'confirmed' else 'failed' end, proof = p_refund_txn, detail = f.reason, ended_at = app_now()
      from gateway_refund r left join refund_failure f using (channel_code, refund_txn) where b.outbox_id = p_outbox and r.channel_code = ch and r.refund_txn = p_refund_txn;
  else
    perform refuse_refund(p_outbox, f.reason, 'failed') from refund_failure f where f.channel_code = ch and f.refund_txn = p_refund_txn;
  end if;
end $$;
