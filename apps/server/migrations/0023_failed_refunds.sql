-- Refunds that fail after a gateway took or did them, and disputes whose money is told twice.

alter table inbox drop constraint inbox_kind_check;
alter table inbox add constraint inbox_kind_check check (kind in ('paid', 'failed', 'cancelled', 'refunded', 'refund_failed', 'dispute', 'approved', 'ignored'));
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held', 'cancelled', 'recall'));
alter table refund_request drop constraint refund_request_state_check;
alter table refund_request add constraint refund_request_state_check check (state in ('requested', 'sent', 'done', 'refused', 'failed', 'settled'));
-- Set: about one capture's refund, whoever asked for it, and not about the operator's request.
alter table refund_event add column txn text;
create index gateway_refund_txn on gateway_refund (channel_code, txn);
-- The gateway tells the money of such a dispute as a refund or a reversal, and that alone moves the books.
alter table dispute add column also_money boolean not null default false;

-- A refund that a gateway says has failed, whenever and however often it says so. The refund's own row stays as it was told.
create table refund_failure (
  channel_code text not null,
  refund_txn text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  reason text not null,
  -- the refund was booked, and its money is back in the books
  reversed boolean not null default false,
  at timestamptz not null,
  primary key (channel_code, refund_txn)
);
create index refund_failure_order on refund_failure (order_no);
create trigger refund_failure_kept before delete on refund_failure for each row execute function refuse_change();
-- The player has got the money by other means, says an operator.
create table refund_settlement (
  refund_settlement_id bigint generated always as identity primary key,
  channel_code text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  note text not null,
  settled_by text not null,
  at timestamptz not null
);
create index refund_settlement_txn on refund_settlement (channel_code, txn);
create trigger refund_settlement_append_only before update or delete on refund_settlement for each row execute function refuse_change();
insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value values (8, 'system', 'settled_elsewhere', 'USD');

-- What a gateway has given back of a capture: the refunds that stand.
create function money_gone(p_channel text, p_txn text) returns bigint language sql stable as $$
  select coalesce(sum(r.amount_cents), 0) from gateway_refund r where r.channel_code = p_channel and r.txn = p_txn and r.applied
     and not exists (select 1 from refund_failure f where f.channel_code = r.channel_code and f.refund_txn = r.refund_txn and f.reversed)
$$;

-- What a player should have got back of a capture and has not: it stands in suspense.
create function money_owed(c capture) returns bigint language sql stable as $$
  select greatest(0, case when c.outcome = 'applied' then (select o.refunded_cents from orders o where o.order_no = c.order_no) else c.amount_cents end
    - money_gone(c.channel_code, c.txn) - coalesce((select sum(s.amount_cents) from refund_settlement s where s.channel_code = c.channel_code and s.txn = c.txn), 0))
$$;

create or replace function end_refund_request(p_order text, p_state text, p_detail text) returns void language sql as $$
  update refund_request set state = p_state, detail = p_detail, ended_at = app_now()
   where order_no = p_order and (state in ('requested', 'sent') or (state = 'failed' and p_state = 'done'))
$$;

-- A refund that was booked has failed: the money is ours to hold, not to keep. The order stays as it is, and so do item, points and debts.
create function reverse_gateway_refund(p_channel text, p_refund_txn text) returns void language plpgsql as $$
declare
  f refund_failure; g gateway_refund; c capture; j bigint;
begin
  update refund_failure set reversed = true where channel_code = p_channel and refund_txn = p_refund_txn and not reversed returning * into f;
  if not found then return; end if;
  select * into g from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn;
  select * into c from capture where channel_code = p_channel and txn = g.txn;
  if c.currency = 'USD' and c.amount_cents > 0 then
    insert into ledger_journal (reason, source_id, order_no, created_at)
    values ('refund_failed', p_channel || ':' || p_refund_txn, c.order_no, app_now()) returning journal_id into j;
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount) values (j, 1, 'USD', g.amount_cents), (j, 3, 'USD', -g.amount_cents);
  end if;
  update outbox set state = 'failed', detail = f.reason, ended_at = app_now()
   where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = c.txn and state = 'confirmed' and p_refund_txn in (proof, payload->>'refund_txn');
  if c.outcome = 'applied' then
    update refund_request set state = 'failed', detail = f.reason, ended_at = app_now() where order_no = c.order_no and state = 'done';
  end if;
  insert into refund_event (order_no, from_state, to_state, detail, txn, at) values (c.order_no, 'done', 'failed', f.reason, c.txn, app_now());
end $$;

-- As in 0020; what was owed since a refund failed is paid from suspense, and the order has counted it already.
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
       and (payload->>'refund_txn' = p_refund_txn or money_gone(p_channel, c.txn) >= c.amount_cents);
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

-- As in 0020; also for a refund that the gateway took and then did not do. Of surplus money the order knows nothing.
drop function refuse_refund(text, text);
create function refuse_refund(p_outbox text, p_detail text, p_state text default 'refused') returns void language plpgsql as $$
declare
  no text; c capture;
begin
  select order_no into no from outbox where outbox_id = p_outbox and kind = 'refund';
  perform 1 from orders where order_no = no for update;
  update outbox set state = p_state, detail = p_detail, lease_until = '-infinity', ended_at = app_now()
   where outbox_id = p_outbox and state in ('pending', 'unknown', 'parked');
  if not found then return; end if;
  select x.* into c from capture x join outbox b on x.channel_code = b.payload->>'channel_code' and x.txn = b.payload->>'txn' where b.outbox_id = p_outbox;
  insert into refund_event (order_no, from_state, to_state, detail, txn, at) values (no, 'sent', p_state, p_detail, c.txn, app_now());
  if c.outcome <> 'applied' then return; end if;
  perform end_refund_request(no, p_state, p_detail);
  update outbox b set state = case when b.state = 'cancelled' then 'pending' else 'unknown' end, run_at = app_now(), ended_at = null, lease_until = '-infinity'
    from orders o where o.order_no = no and o.status = 2 and b.order_no = no and b.kind = 'deliver' and b.state in ('cancelled', 'recall') and b.proof is null;
  -- The game granted it meanwhile: then it is delivered.
  update outbox set state = 'confirmed' where order_no = no and kind = 'deliver' and state = 'recall' and proof is not null
     and exists (select 1 from orders o where o.order_no = no and o.status = 2);
  if found then update orders set status = 4, cause = 'delivered', delivered_at = app_now() where order_no = no and status = 2; end if;
end $$;

-- A gateway says that a refund failed, perhaps before it says that it was done, perhaps never having done it.
create function apply_refund_failed(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_reason text) returns text language plpgsql as $$
declare
  asked text;
begin
  perform 1 from orders where order_no = p_order and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into refund_failure (channel_code, refund_txn, txn, order_no, amount_cents, reason, at)
  values (p_channel, p_refund_txn, p_txn, p_order, p_amount, coalesce(nullif(p_reason, ''), 'failed at the gateway'), app_now()) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if exists (select 1 from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn and applied) then
    perform reverse_gateway_refund(p_channel, p_refund_txn);
    return 'refund_reversed';
  end if;
  select outbox_id into asked from outbox where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = p_txn and payload->>'refund_txn' = p_refund_txn;
  perform refuse_refund(asked, f.reason, 'failed') from refund_failure f where asked is not null and f.channel_code = p_channel and f.refund_txn = p_refund_txn;
  return 'refund_failed';
end $$;

-- The gateway's number of the refund that we asked for; what was told of it before is caught up with.
create function note_refund(p_outbox text, p_refund_txn text) returns void language plpgsql as $$
declare
  no text; ch text;
begin
  select order_no, payload->>'channel_code' into no, ch from outbox where outbox_id = p_outbox and kind = 'refund';
  perform 1 from orders where order_no = no for update;
  update outbox set payload = payload || jsonb_build_object('refund_txn', p_refund_txn) where outbox_id = p_outbox and state in ('pending', 'unknown', 'parked');
  if not found then return; end if;
  if exists (select 1 from gateway_refund where channel_code = ch and refund_txn = p_refund_txn and applied) then
    update outbox b set state = case when f.refund_txn is null then 'confirmed' else 'failed' end, proof = p_refund_txn, detail = f.reason, ended_at = app_now()
      from gateway_refund r left join refund_failure f using (channel_code, refund_txn) where b.outbox_id = p_outbox and r.channel_code = ch and r.refund_txn = p_refund_txn;
  else
    perform refuse_refund(p_outbox, f.reason, 'failed') from refund_failure f where f.channel_code = ch and f.refund_txn = p_refund_txn;
  end if;
end $$;

-- Queues what is to go back of a capture. After a definite no of the gateway's it is a new attempt, with a key of its own; where its
-- outcome is not known (parked) it is the same one.
create function queue_refund(c capture, p_cents bigint, p_reason text) returns void language sql as $$
  insert into outbox as b (outbox_id, kind, order_no, payload, run_at, created_at)
  values ('rfd_' || c.channel_code || '_' || c.txn, 'refund', c.order_no, jsonb_build_object('channel_code', c.channel_code, 'txn', c.txn,
    'amount_cents', p_cents, 'currency', c.currency, 'reason', p_reason), app_now(), app_now())
  on conflict (outbox_id) do update set state = 'pending', attempts = 0, run_at = app_now(), lease_until = '-infinity', created_at = app_now(), ended_at = null, detail = null,
    payload = case when b.state in ('refused', 'failed', 'confirmed') then excluded.payload || jsonb_build_object('attempt', coalesce((b.payload->>'attempt')::int, 1) + 1)
      else b.payload || jsonb_build_object('reason', p_reason) end
   where b.state in ('refused', 'failed', 'confirmed', 'held', 'parked')
$$;

-- As in 0020; a request that failed before anything was given back is asked anew like one that was refused.
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

-- An operator asks again for what a gateway refused, failed to give back or never answered. Refusals: not_found, nothing (is open), under_way.
create function retry_refund(p_order text, p_by text, out refusal text, out cents bigint) language plpgsql as $$
declare
  o orders; c capture; r refund_request; asked text; want bigint; under_way boolean := false;
begin
  cents := 0;
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  select * into r from refund_request where order_no = p_order;
  for c in select * from capture where order_no = p_order and channel_code <> 'hcpoint' order by at, txn loop
    select b.state into asked from outbox b where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code and b.payload->>'txn' = c.txn;
    under_way := under_way or coalesce(asked in ('pending', 'unknown'), false);
    continue when asked in ('pending', 'unknown', 'held', 'cancelled');
    if c.outcome = 'applied' and r.state in ('refused', 'failed') and o.status in (2, 4) then
      cents := cents + (select q.cents from request_refund(p_order, r.reason, p_by) q);
      continue;
    end if;
    want := case when asked = 'parked' then (select (b.payload->>'amount_cents')::bigint from outbox b where b.outbox_id = 'rfd_' || c.channel_code || '_' || c.txn) else money_owed(c) end;
    continue when want = 0 or asked is null and not exists (select 1 from refund_failure f where f.channel_code = c.channel_code and f.txn = c.txn);
    perform queue_refund(c, want, case when c.outcome = 'applied' then 'operator' else c.outcome end);
    insert into refund_event (order_no, from_state, to_state, detail, txn, at) values (p_order, coalesce(asked, 'failed'), 'requested', p_by, c.txn, app_now());
    if c.outcome = 'applied' then
      update refund_request set state = 'requested', detail = null, ended_at = null where order_no = p_order and state in ('refused', 'failed');
    end if;
    cents := cents + want;
  end loop;
  if cents = 0 then refusal := case when under_way then 'under_way' else 'nothing' end; end if;
end $$;

-- An operator says that the player has the money by other means: what is open is closed, with a note. Refusals as above.
create function settle_refund(p_order text, p_note text, p_by text, out refusal text, out cents bigint) language plpgsql as $$
declare
  c capture; j bigint; s bigint; owed bigint; asked outbox; open boolean := false; under_way boolean := false;
begin
  cents := 0;
  perform 1 from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  for c in select * from capture where order_no = p_order and channel_code <> 'hcpoint' order by at, txn loop
    select * into asked from outbox b where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code and b.payload->>'txn' = c.txn;
    under_way := under_way or coalesce(asked.state in ('pending', 'unknown'), false);
    continue when asked.state in ('pending', 'unknown', 'parked', 'held');
    owed := money_owed(c);
    continue when coalesce(asked.state, '') not in ('refused', 'failed')
      and (owed = 0 or not exists (select 1 from refund_failure f where f.channel_code = c.channel_code and f.txn = c.txn));
    open := true;
    insert into refund_settlement (channel_code, txn, order_no, amount_cents, note, settled_by, at)
    values (c.channel_code, c.txn, p_order, owed, p_note, p_by, app_now()) returning refund_settlement_id into s;
    if owed > 0 and c.currency = 'USD' then
      insert into ledger_journal (reason, source_id, order_no, created_at) values ('refund_settled', s::text, p_order, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount) values (j, 3, 'USD', owed), (j, 8, 'USD', -owed);
    end if;
    update outbox set state = 'cancelled', detail = 'settled elsewhere by ' || p_by || ': ' || p_note, ended_at = app_now() where outbox_id = asked.outbox_id and state in ('refused', 'failed');
    insert into refund_event (order_no, from_state, to_state, detail, txn, at) values (p_order, coalesce(asked.state, 'failed'), 'settled', p_note, c.txn, app_now());
    if c.outcome = 'applied' then
      update refund_request set state = 'settled', detail = p_note, ended_at = app_now() where order_no = p_order and state in ('refused', 'failed');
    end if;
    cents := cents + owed;
  end loop;
  if not open then refusal := case when under_way then 'under_way' else 'nothing' end; end if;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke update on refund_failure, refund_settlement from hc_app;
    grant update (reversed) on refund_failure to hc_app;
    grant select on refund_failure, refund_settlement to hc_readonly;
  end if;
end $$;
