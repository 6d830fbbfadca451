-- Refunds that an operator asks for, disputes, and what the game is asked to take back.

alter table inbox drop constraint inbox_kind_check;
alter table inbox add constraint inbox_kind_check check (kind in ('paid', 'failed', 'cancelled', 'refunded', 'dispute', 'approved', 'ignored'));
alter table inbox add column detail jsonb;

alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('deliver', 'refund', 'recall'));

-- One an order: asked again it is the same; refused, it may be asked again.
create table refund_request (
  order_no text primary key,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  asked_by text not null,
  state text not null check (state in ('requested', 'sent', 'done', 'refused')),
  detail text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create table refund_event (
  refund_event_id bigint generated always as identity primary key,
  order_no text not null,
  from_state text,
  to_state text not null,
  detail text,
  at timestamptz not null
);
create index refund_event_order on refund_event (order_no);
create trigger refund_event_append_only before update or delete on refund_event for each row execute function refuse_change();
create function refund_moved() returns trigger language plpgsql as $$
begin
  insert into refund_event (order_no, from_state, to_state, detail, at)
  values (new.order_no, case when tg_op = 'UPDATE' then old.state end, new.state, new.detail, app_now());
  return null;
end $$;
create trigger refund_made after insert on refund_request for each row execute function refund_moved();
create trigger refund_moved after update on refund_request for each row when (old.state is distinct from new.state) execute function refund_moved();

-- A chargeback as an object of its own: it never moves an order until the money is gone.
create table dispute (
  channel_code text not null,
  dispute_id text not null,
  order_no text not null,
  txn text not null,
  amount_cents bigint not null,
  currency text not null,
  stage text not null check (stage in ('opened', 'won', 'lost')),
  reason text not null,
  due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (channel_code, dispute_id)
);
create index dispute_order on dispute (order_no);
create index dispute_open on dispute (due_at) where stage = 'opened';
create table dispute_event (
  channel_code text not null,
  dispute_id text not null,
  event_id text not null,
  stage text not null,
  at timestamptz not null,
  primary key (channel_code, dispute_id, event_id)
);
create trigger dispute_event_append_only before update or delete on dispute_event for each row execute function refuse_change();

-- A webhook that names no order of ours names the capture.
create function order_of(i inbox) returns text language sql stable as $$
  select case when i.order_no <> '' then i.order_no
    else coalesce((select c.order_no from capture c where c.channel_code = i.channel_code and c.txn = i.txn), '') end
$$;

create function end_refund_request(p_order text, p_state text, p_detail text) returns void language sql as $$
  update refund_request set state = p_state, detail = p_detail, ended_at = app_now()
   where order_no = p_order and state in ('requested', 'sent')
$$;

-- The game is asked to take back what it granted, or may have: once for a delivery.
create function ask_recall(p_number text, p_order text) returns void language sql as $$
  insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
  select 'rcl_' || p_number, 'recall', b.order_no, (b.payload - 'delivery_id') || jsonb_build_object('recall_id', 'rcl_' || p_number,
           'delivery_id', b.outbox_id, 'grant_id', b.proof, 'reason', 'refund', 'refund_of', p_order), app_now(), app_now()
    from outbox b where b.outbox_id = 'dlv_' || p_number and b.state in ('confirmed', 'recall')
  on conflict do nothing
$$;

create or replace function apply_gateway_refund(p_channel text, p_refund_txn text) returns text language plpgsql as $$
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
   where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = g.txn and state <> 'confirmed'
     -- A part that was given back elsewhere does not end what we ask for.
     and (select sum(r.amount_cents) from gateway_refund r where r.channel_code = p_channel and r.txn = g.txn and r.applied) >= c.amount_cents;
  if c.outcome <> 'applied' then return 'refunded_surplus'; end if;
  select * into o from orders where order_no = g.order_no;
  if o.refunded_cents + g.amount_cents > o.paid_cents then
    update orders set hold_reason = 'refund_exceeds_payment' where order_no = o.order_no;
    return 'held';
  end if;
  if o.rebate_campaign_id is not null then perform move_rebate(o, -g.amount_cents); end if;
  if o.refunded_cents + g.amount_cents < o.paid_cents then
    update orders set refunded_cents = refunded_cents + g.amount_cents where order_no = o.order_no;
    return 'refunded_in_part';
  end if;
  update orders set status = 5, cause = case when p_refund_txn like 'dispute:%' then 'charged_back' else 'refunded' end,
    refunded_cents = paid_cents, refunded_at = app_now() where order_no = o.order_no;
  perform end_refund_request(o.order_no, 'done', p_refund_txn);
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
  return 'refunded';
end $$;

-- An operator gives an order's money back. Refusals: not_found, not_paid, refunded. The delivery stops here, in the statement
-- that asks: never asked, it is cancelled; asked, it waits as a recall until the money is gone or stays.
create function request_refund(p_order text, p_reason text, p_by text, out refusal text, out request_state text, out cents bigint) language plpgsql as $$
declare
  o orders; r refund_request; c capture; j bigint; b record; a record;
  wb bigint; wp bigint; db bigint; dp bigint; owed_b bigint; owed_p bigint; rb bigint; rp bigint;
begin
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  select * into r from refund_request where order_no = p_order;
  if found and r.state <> 'refused' then request_state := r.state; cents := r.amount_cents; return; end if;
  if o.status = 5 then refusal := 'refunded'; return; end if;
  if o.status not in (2, 4) then refusal := 'not_paid'; return; end if;
  cents := o.paid_cents - o.refunded_cents;
  insert into refund_request (order_no, amount_cents, reason, asked_by, state, created_at)
  values (p_order, cents, p_reason, p_by, 'requested', app_now())
  on conflict (order_no) do update set state = 'requested', amount_cents = excluded.amount_cents, reason = excluded.reason, asked_by = excluded.asked_by,
    detail = null, ended_at = null;
  update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
   where kind = 'deliver' and order_no = p_order and state in ('pending', 'unknown', 'refused', 'parked');
  request_state := 'requested';
  if o.channel_code <> 'hcpoint' then
    select * into c from capture where order_no = p_order and outcome = 'applied';
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('rfd_' || c.channel_code || '_' || c.txn, 'refund', p_order, jsonb_build_object('channel_code', c.channel_code, 'txn', c.txn,
      'amount_cents', cents, 'currency', c.currency, 'reason', 'operator'), app_now(), app_now())
    on conflict (outbox_id) do update set state = 'pending', payload = excluded.payload, run_at = app_now(), lease_until = '-infinity', ended_at = null, detail = null
     where outbox.state in ('refused', 'held', 'parked');
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

-- The gateway took the request, or will not give the money back. Refused, the order goes on as it was: what was stopped is
-- asked again, with the same delivery id.
create function mark_refund_sent(p_order text) returns void language sql as $$
  update refund_request set state = 'sent' where order_no = p_order and state = 'requested'
$$;
create function refuse_refund(p_outbox text, p_detail text) returns void language plpgsql as $$
declare
  no text;
begin
  select order_no into no from outbox where outbox_id = p_outbox and kind = 'refund';
  perform 1 from orders where order_no = no for update;
  update outbox set state = 'refused', detail = p_detail, lease_until = '-infinity', ended_at = app_now()
   where outbox_id = p_outbox and state in ('pending', 'unknown');
  if not found then return; end if;
  perform end_refund_request(no, 'refused', p_detail);
  update outbox b set state = case when b.state = 'cancelled' then 'pending' else 'unknown' end, run_at = app_now(), ended_at = null, lease_until = '-infinity'
    from orders o where o.order_no = no and o.status = 2 and b.order_no = no and b.kind = 'deliver' and b.state in ('cancelled', 'recall') and b.proof is null;
  -- The game granted it meanwhile: then it is delivered.
  update outbox set state = 'confirmed' where order_no = no and kind = 'deliver' and state = 'recall' and proof is not null
     and exists (select 1 from orders o where o.order_no = no and o.status = 2);
  if found then update orders set status = 4, cause = 'delivered', delivered_at = app_now() where order_no = no and status = 2; end if;
end $$;

-- The game's answer to a recall: taken_back or refused with a reason; anything else is asked again.
create function finish_recall(p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint) returns void language sql as $$
  update outbox set state = p_state, proof = coalesce(p_proof, proof), detail = p_detail, lease_until = '-infinity',
    run_at = app_now() + make_interval(secs => p_pause_ms / 1000.0), ended_at = case when p_state in ('confirmed', 'refused', 'parked') then app_now() end
   where outbox_id = p_id and kind = 'recall' and state in ('pending', 'unknown')
$$;

-- News of a dispute, in any order and any number: opened, then won or lost. Lost, the money is gone like a refund's.
create function apply_dispute(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text, p_detail jsonb, p_event text) returns text
language plpgsql as $$
declare
  t timestamptz := app_now();
  id text := p_detail->>'id';
  said text := p_detail->>'stage';
  due timestamptz := case when (p_detail->>'dueMs')::bigint > 0 then to_timestamp((p_detail->>'dueMs')::bigint / 1000.0) end;
  d dispute;
begin
  perform 1 from orders where order_no = p_order and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into dispute_event (channel_code, dispute_id, event_id, stage, at) values (p_channel, id, p_event, said, t) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at, opened_at, closed_at)
  values (p_channel, id, p_order, p_txn, p_amount, p_currency, said, p_detail->>'reason', due, t, case when said <> 'opened' then t end)
  on conflict (channel_code, dispute_id) do update set stage = excluded.stage, amount_cents = excluded.amount_cents, closed_at = t, due_at = coalesce(excluded.due_at, dispute.due_at)
   where dispute.stage = 'opened' and excluded.stage <> 'opened' returning * into d;
  if not found then
    select * into d from dispute where channel_code = p_channel and dispute_id = id;
    -- Money that comes back after it was lost: an operator looks at it.
    if d.stage = 'lost' and said = 'won' then
      update orders set hold_reason = 'dispute_won_after_loss' where order_no = p_order;
      return 'held';
    end if;
    return 'ignored';
  end if;
  if d.stage = 'lost' then
    if apply_refunded(p_channel, p_order, p_txn, 'dispute:' || id, d.amount_cents) = 'before_capture' then return 'before_capture'; end if;
  end if;
  return 'dispute_' || d.stage;
end $$;

-- The payer has agreed and the money is there to be taken: the gateway is asked (and takes it) at once.
create function apply_approved(p_channel text, p_order text) returns text language plpgsql as $$
begin
  update orders set next_check_at = app_now() where order_no = p_order and channel_code = p_channel and status in (1, 3, 6);
  if found then return 'approved'; end if;
  if not exists (select 1 from orders where order_no = p_order and channel_code = p_channel) then return 'unknown_order'; end if;
  return 'ignored';
end $$;

create or replace function work_inbox(p_limit int, out worked int, out failed int) language plpgsql as $$
declare
  r record; result text; nos text[]; ids bigint[]; who bigint[];
begin
  worked := 0; failed := 0;
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
    end if;
  end loop;
end $$;

drop function store_webhook(text, text, text, text, text, text, bigint, text, text);
create function store_webhook(p_channel text, p_event text, p_kind text, p_order text, p_txn text, p_refund_txn text, p_amount bigint,
  p_currency text, p_raw text, p_detail jsonb, out fresh boolean) language plpgsql as $$
begin
  insert into inbox (channel_code, event_id, kind, order_no, txn, refund_txn, amount_cents, currency, raw, detail, received_at, run_at)
  values (p_channel, p_event, p_kind, p_order, p_txn, p_refund_txn, p_amount, p_currency, p_raw, p_detail, app_now(), app_now()) on conflict (channel_code, event_id) do nothing;
  fresh := found;
end $$;

-- Reconciliation: how far each gateway's own books were read, and where they and ours differ.
create table book_cursor (
  channel_code text primary key,
  cursor text,
  since timestamptz not null,
  read_at timestamptz not null
);
create table reconcile_finding (
  channel_code text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs')),
  txn text not null,
  order_no text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  primary key (channel_code, kind, txn)
);
create index reconcile_finding_open on reconcile_finding (found_at) where settled_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke update on refund_event, dispute_event from hc_app;
    grant select on refund_request, refund_event, dispute, dispute_event, reconcile_finding to hc_readonly;
  end if;
end $$;
