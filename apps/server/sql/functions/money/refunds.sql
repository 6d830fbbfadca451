-- Refunds that an operator asks for, and how each ends.

-- Writes one event row for each state that an operator's request has.
create or replace function refund_moved() returns trigger language plpgsql as $$
begin
  insert into refund_event (order_no, from_state, to_state, detail, at)
  values (new.order_no, case when tg_op = 'UPDATE' then old.state end, new.state, new.detail, app_now());
  return null;
end $$;

-- An operator gives an order's money back. The delivery stops here, in the statement that asks: if the game was
-- never asked, it is cancelled; else it waits as a recall until the money is gone or stays. A request that was
-- refused, or failed before anything was given back, may be asked again. While another refund of the capture is
-- under way or parked, a request on top of it would never be sent. While the buyer disputes the payment, its money may
-- go back by the dispute. Refusals: not_found, not_paid, refunded, under_way, disputed. Decisions 13 and 576.
create or replace function request_refund(
  p_order text, p_reason text, p_by text, out refusal text, out request_state text, out cents bigint
) language plpgsql as $$
declare
  o orders; r refund_request; c capture; j bigint; b record; a record;
  wb bigint; wp bigint; db bigint; dp bigint; owed_b bigint; owed_p bigint; rb bigint; rp bigint;
begin
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  select * into r from refund_request where order_no = p_order;
  if found and (r.state not in ('refused', 'failed') or (r.state = 'failed' and o.status = 5)) then
    request_state := r.state; cents := r.amount_cents; return;
  end if;
  if o.status = 5 then refusal := 'refunded'; return; end if;
  if o.status not in (2, 4) then refusal := 'not_paid'; return; end if;
  if exists (select 1 from capture x join outbox y on y.outbox_id = 'rfd_' || x.channel_code || '_' || x.txn
       where x.order_no = p_order and x.outcome = 'applied' and y.state in ('pending', 'unknown', 'parked'))
  then
    refusal := 'under_way'; return;
  end if;
  if is_disputed(p_order) then refusal := 'disputed'; return; end if;
  cents := o.paid_cents - o.refunded_cents + coalesce((select money_owed(c2) from capture c2
    where c2.order_no = p_order and c2.outcome = 'applied' and c2.channel_code <> 'hcpoint'), 0);
  insert into refund_request (order_no, amount_cents, reason, asked_by, state, created_at)
  values (p_order, cents, p_reason, p_by, 'requested', app_now())
  on conflict (order_no) do update
    set state = 'requested', amount_cents = excluded.amount_cents, reason = excluded.reason,
    asked_by = excluded.asked_by,
    detail = null, ended_at = null;
  update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
   where outbox_id = 'dlv_' || p_order and state in ('pending', 'unknown', 'refused', 'parked');
  request_state := 'requested';
  perform note_action('refund', p_order, p_order, p_by, p_reason);
  if o.channel_code <> 'hcpoint' then
    select * into c from capture where order_no = p_order and outcome = 'applied';
    perform queue_refund(c, cents, 'operator');
    return;
  end if;
  -- Points go back to the buckets that they came from. Where the player owes points of that kind, they pay the debt
  -- first.
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = o.account_id order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id;
    elsif a.kind = 'wallet' then wp := a.id;
    elsif a.unit = 'HCB' then db := a.id; owed_b := -a.balance;
    else dp := a.id; owed_p := -a.balance; end if;
  end loop;
  select -basic_points as basic, -present_points as present into b from ledger_journal
    where reason = 'purchase' and source_id = p_order;
  rb := least(b.basic, owed_b); rp := least(b.present, owed_p);
  insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
  values ('refund', 'hcpoint:' || p_order, p_order, o.account_id, b.basic, b.present, app_now())
    returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (6::bigint, 'HCB', -b.basic), (7::bigint, 'HCP', -b.present),
    (db, 'HCB', rb), (dp, 'HCP', rp), (wb, 'HCB', b.basic - rb), (wp, 'HCP', b.present - rp)) v (id, unit, amount)
      where v.amount <> 0;
  update orders set status = 5, cause = 'refunded', refunded_cents = paid_cents, refunded_at = app_now()
    where order_no = p_order;
  perform end_refund_request(p_order, 'done', 'points');
  perform ask_recall(p_order, p_order);
  request_state := 'done';
end $$;

-- Whether a dispute of an order's payment is open.
create or replace function is_disputed(p_order text) returns boolean language sql stable as $$
  select exists (select 1 from dispute d where d.order_no = p_order and d.stage = 'opened')
$$;

-- Queues a refund of a capture. After the gateway's definite no, it is a new attempt with a new idempotency key. While
-- the outcome is unknown (parked), it is the same attempt. Decisions 98 and 110. What is promised back is taken at
-- once: the points of a pack. Decision 575.
create or replace function queue_refund(c capture, p_cents bigint, p_reason text) returns void language plpgsql as $$
begin
  insert into outbox as b (outbox_id, kind, order_no, payload, run_at, created_at)
  values ('rfd_' || c.channel_code || '_' || c.txn, 'refund', c.order_no,
    jsonb_build_object('channel_code', c.channel_code, 'txn', c.txn,
    'amount_cents', p_cents, 'currency', c.currency, 'reason', p_reason), app_now(), app_now())
  on conflict (outbox_id) do update
    set state = 'pending', attempts = 0, run_at = app_now(), lease_until = '-infinity', created_at = app_now(),
    ended_at = null, detail = null,
    payload = case when b.state in ('refused', 'failed', 'confirmed', 'cancelled')
      then excluded.payload || jsonb_build_object('attempt', coalesce((b.payload->>'attempt')::int, 1) + 1)
      else b.payload || jsonb_build_object('reason', p_reason) end
   where b.state in ('refused', 'failed', 'confirmed', 'cancelled', 'held', 'parked');
  if c.outcome = 'applied' then perform take_back(c.order_no, 'promised'); end if;
end $$;

-- Notes that the gateway accepted the request.
create or replace function mark_refund_sent(p_order text) returns void language sql as $$
  update refund_request set state = 'sent' where order_no = p_order and state = 'requested'
$$;

-- Which attempt a refund's row is about. The answer to an attempt changes that attempt alone: a webhook may have failed
-- it, and a person may have begun the next one, while the gateway's answer was on its way. Decision 587.
create or replace function refund_attempt(b outbox) returns int language sql immutable as $$
  select coalesce((b.payload->>'attempt')::int, 1)
$$;

-- Stores the gateway's number of our refund, and applies what the gateway said about that number before. The number is
-- stored even if another refund has closed ours meanwhile.
create or replace function note_refund(p_outbox text, p_refund_txn text, p_attempt int) returns void
language plpgsql as $$
declare
  no text; ch text; was text;
begin
  select order_no, payload->>'channel_code' into no, ch from outbox where outbox_id = p_outbox;
  perform 1 from orders where order_no = no for update;
  update outbox b set payload = payload || jsonb_build_object('refund_txn', p_refund_txn)
   where outbox_id = p_outbox and kind = 'refund' and refund_attempt(b) = p_attempt
     and (state in ('pending', 'unknown', 'parked') or (state = 'confirmed' and payload->>'refund_txn' is null))
     returning state into was;
  if was is null or was = 'confirmed' then return; end if;
  if exists (select 1 from gateway_refund where channel_code = ch and refund_txn = p_refund_txn and applied) then
    update outbox b set state = case when f.refund_txn is null then 'confirmed' else 'failed' end,
        proof = p_refund_txn, detail = f.reason, ended_at = app_now()
      from gateway_refund r left join refund_failure f using (channel_code, refund_txn)
        where b.outbox_id = p_outbox and r.channel_code = ch and r.refund_txn = p_refund_txn;
    perform take_back(no, 'ended');
  else
    perform refuse_refund(p_outbox, f.reason, 'failed') from refund_failure f
      where f.channel_code = ch and f.refund_txn = p_refund_txn;
  end if;
end $$;

-- Ends an operator's open request. A failed request ends a second time if the money goes back after all.
create or replace function end_refund_request(
  p_order text, p_state text, p_detail text
) returns void language sql as $$
  update refund_request set state = p_state, detail = p_detail, ended_at = app_now()
   where order_no = p_order and (state in ('requested', 'sent') or (state = 'failed' and p_state = 'done'))
$$;

-- The gateway refused a refund, or accepted it and then failed. The order goes on: its stopped delivery is tried again
-- under the same delivery id. A failed refund of surplus money changes nothing about the order.
create or replace function refuse_refund(
  p_outbox text, p_detail text, p_state text default 'refused'
) returns void language plpgsql as $$
declare
  no text; c capture;
begin
  select order_no into no from outbox where outbox_id = p_outbox and kind = 'refund';
  perform 1 from orders where order_no = no for update;
  update outbox set state = p_state, detail = p_detail, lease_until = '-infinity', ended_at = app_now()
   where outbox_id = p_outbox and state in ('pending', 'unknown', 'parked');
  if not found then return; end if;
  perform note_try(b, p_state, p_detail) from outbox b where b.outbox_id = p_outbox;
  select x.* into c from capture x
    join outbox b on x.channel_code = b.payload->>'channel_code' and x.txn = b.payload->>'txn'
    where b.outbox_id = p_outbox;
  insert into refund_event (order_no, from_state, to_state, detail, txn, at)
    values (no, 'sent', p_state, p_detail, c.txn, app_now());
  if c.outcome <> 'applied' then return; end if;
  perform end_refund_request(no, p_state, p_detail);
  -- The points that were promised with the money are the player's again.
  perform take_back(no, 'refused');
  update outbox b set state = case when b.state = 'cancelled' then 'pending' else 'unknown' end, run_at = app_now(),
      ended_at = null, lease_until = '-infinity'
    from orders o where o.order_no = no and o.status = 2 and b.outbox_id = 'dlv_' || no
      and b.state in ('cancelled', 'recall') and b.proof is null;
  -- The game granted the item meanwhile, so it counts as delivered.
  update outbox set state = 'confirmed'
    where outbox_id = 'dlv_' || no and state = 'recall' and proof is not null
     and exists (select 1 from orders o where o.order_no = no and o.status = 2);
  if found then
    update orders set status = 4, cause = 'delivered', delivered_at = app_now() where order_no = no and status = 2;
  end if;
end $$;

-- The gateway refused an attempt of a refund in its answer.
create or replace function refuse_attempt(p_outbox text, p_detail text, p_attempt int) returns void
language plpgsql as $$
begin
  perform 1 from orders o join outbox b using (order_no) where b.outbox_id = p_outbox for update of o;
  perform refuse_refund(p_outbox, p_detail) from outbox b
   where b.outbox_id = p_outbox and refund_attempt(b) = p_attempt;
end $$;

-- An operator asks again for what a gateway refused, failed to give back or never answered. Refusals: not_found,
-- nothing (is open), under_way, disputed. Decisions 98 and 576.
create or replace function retry_refund(
  p_order text, p_by text, out refusal text, out cents bigint
) language plpgsql as $$
declare
  o orders; c capture; r refund_request; asked text; want bigint; under_way boolean := false; again boolean := false;
begin
  cents := 0;
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if is_disputed(p_order) then refusal := 'disputed'; return; end if;
  select * into r from refund_request where order_no = p_order;
  for c in select * from capture where order_no = p_order and channel_code <> 'hcpoint' order by at, txn loop
    select b.state into asked from outbox b where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code
      and b.payload->>'txn' = c.txn;
    under_way := under_way or coalesce(asked in ('pending', 'unknown'), false);
    continue when asked in ('pending', 'unknown', 'held', 'cancelled');
    if c.outcome = 'applied' and r.state in ('refused', 'failed') and o.status in (2, 4) then
      cents := cents + (select q.cents from request_refund(p_order, r.reason, p_by) q);
      continue;
    end if;
    want := case when asked = 'parked' then (select (b.payload->>'amount_cents')::bigint from outbox b
        where b.outbox_id = 'rfd_' || c.channel_code || '_' || c.txn)
      else money_owed(c) end;
    continue when want = 0 or asked is null
      and not exists (select 1 from refund_failure f where f.channel_code = c.channel_code and f.txn = c.txn);
    perform queue_refund(c, want, case when c.outcome = 'applied' then 'operator' else c.outcome end);
    insert into refund_event (order_no, from_state, to_state, detail, txn, at)
      values (p_order, coalesce(asked, 'failed'), 'requested', p_by, c.txn, app_now());
    if c.outcome = 'applied' then
      update refund_request set state = 'requested', detail = null, ended_at = null
        where order_no = p_order and state in ('refused', 'failed');
    end if;
    again := true;
    cents := cents + want;
  end loop;
  -- The row of a retry is written here. A request that is made anew writes a row of its own.
  if again then perform note_action('retry_refund', p_order, p_order, p_by, ''); end if;
  if cents = 0 then refusal := case when under_way then 'under_way' else 'nothing' end; end if;
end $$;

-- An operator states that the player got the money by other means. This closes the open refunds with a note. Refusals:
-- not_found, nothing (is open), under_way.
create or replace function settle_refund(
  p_order text, p_note text, p_by text, out refusal text, out cents bigint
) language plpgsql as $$
declare
  c capture; j bigint; s bigint; owed bigint; asked outbox; open boolean := false; under_way boolean := false;
begin
  cents := 0;
  perform 1 from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  for c in select * from capture where order_no = p_order and channel_code <> 'hcpoint' order by at, txn loop
    select * into asked from outbox b where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code
      and b.payload->>'txn' = c.txn;
    under_way := under_way or coalesce(asked.state in ('pending', 'unknown'), false);
    continue when asked.state in ('pending', 'unknown', 'parked', 'held');
    owed := money_owed(c);
    continue when coalesce(asked.state, '') not in ('refused', 'failed')
      and (owed = 0 or not exists (select 1 from refund_failure f
        where f.channel_code = c.channel_code and f.txn = c.txn));
    open := true;
    insert into refund_settlement (channel_code, txn, order_no, amount_cents, note, settled_by, at)
    values (c.channel_code, c.txn, p_order, owed, p_note, p_by, app_now()) returning refund_settlement_id into s;
    if owed > 0 and was_booked(c) then
      insert into ledger_journal (reason, source_id, order_no, created_at)
        values ('refund_settled', s::text, p_order, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
        values (j, system_account('suspense', c.currency), c.currency, owed),
          (j, system_account('settled_elsewhere', c.currency), c.currency, -owed);
    end if;
    update outbox set state = 'cancelled', detail = 'settled elsewhere by ' || p_by || ': ' || p_note,
      ended_at = app_now() where outbox_id = asked.outbox_id and state in ('refused', 'failed');
    insert into refund_event (order_no, from_state, to_state, detail, txn, at)
      values (p_order, coalesce(asked.state, 'failed'), 'settled', p_note, c.txn, app_now());
    if c.outcome = 'applied' then
      update refund_request set state = 'settled', detail = p_note, ended_at = app_now()
        where order_no = p_order and state in ('refused', 'failed');
    end if;
    cents := cents + owed;
  end loop;
  if open then perform note_action('settle_refund', p_order, p_order, p_by, p_note); end if;
  if not open then refusal := case when under_way then 'under_way' else 'nothing' end; end if;
end $$;

-- An operator states how a refund ended where no gateway told its end, or where it failed there. `gateway`: it went
-- through after all; p_reference is its number there. `elsewhere`: the player got the money by other means; p_reference
-- is that payment's reference. Either way the refund is done, and what was bought goes back. A second call with the
-- same statement changes nothing. Refusals: not_found, nothing (is open), under_way, several (captures; p_txn chooses
-- one), failed_there (a number that is known to have failed), used (a number of another refund). Decision 144.
create or replace function close_refund(
  p_order text, p_how text, p_reference text, p_txn text, p_note text, p_by text, out refusal text, out cents bigint
) language plpgsql as $$
declare
  o orders; x capture; c capture; asked outbox; b outbox; s bigint; j bigint; owed bigint; open int := 0;
  under_way boolean := false; before bigint; tax bigint := 0;
begin
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if p_how = 'gateway' and exists (select 1 from refund_failure
    where channel_code = o.channel_code and refund_txn = p_reference) then
    refusal := 'failed_there'; return;
  end if;
  select sum(t.amount_cents) into cents from refund_settlement t
    where t.order_no = p_order and t.how = p_how and t.reference = p_reference and (p_txn = '' or t.txn = p_txn);
  if cents is not null then return; end if;
  for x in select * from capture
    where order_no = p_order and channel_code <> 'hcpoint' and (p_txn = '' or txn = p_txn) order by at, txn loop
    select * into b from outbox y where y.kind = 'refund' and y.payload->>'channel_code' = x.channel_code
      and y.payload->>'txn' = x.txn;
    under_way := under_way or coalesce(b.state in ('pending', 'unknown'), false);
    continue when b.state in ('pending', 'unknown', 'held');
    continue when coalesce(b.state, '') not in ('parked', 'refused', 'failed')
      and (money_owed(x) = 0 or not exists (select 1 from refund_failure f
        where f.channel_code = x.channel_code and f.txn = x.txn));
    open := open + 1; c := x; asked := b;
  end loop;
  if open <> 1 then
    refusal := case when open > 1 then 'several' when under_way then 'under_way' else 'nothing' end; return;
  end if;
  owed := money_owed(c);
  -- The amount that is owed already, plus the part of the request that has not gone back meanwhile.
  cents := case when c.outcome <> 'applied' or o.status = 5 or asked.outbox_id is null
    or asked.state not in ('parked', 'refused', 'failed') then owed
    else least((asked.payload->>'amount_cents')::bigint, owed + o.paid_cents - o.refunded_cents) end;
  if cents = 0 then refusal := 'nothing'; return; end if;
  if p_how = 'gateway' and exists (select 1 from gateway_refund
    where channel_code = c.channel_code and refund_txn = p_reference) then
    refusal := 'used'; return;
  end if;
  before := case when c.tax_minor > 0 then sale_back(c) end;
  insert into refund_settlement (channel_code, txn, order_no, amount_cents, note, settled_by, at, how, reference)
  values (c.channel_code, c.txn, p_order, cents, p_note, p_by, app_now(), p_how, p_reference)
    returning refund_settlement_id into s;
  perform note_action('close_refund', p_order, p_order, p_by, p_note);
  insert into refund_event (order_no, from_state, to_state, detail, txn, at)
  values (p_order, coalesce(asked.state, 'failed'), case when p_how = 'gateway' then 'done' else 'settled' end,
    p_by || ', ' || p_reference || ': ' || p_note, c.txn, app_now());
  if p_how = 'gateway' then
    update outbox set payload = payload || jsonb_build_object('refund_txn', p_reference), detail = null
      where outbox_id = asked.outbox_id and state in ('parked', 'refused', 'failed');
    perform apply_refunded(c.channel_code, p_order, c.txn, p_reference, cents);
    if c.outcome = 'applied' then
      update refund_request q set state = 'done', detail = p_reference, ended_at = app_now() from orders n
       where n.order_no = p_order and n.status = 5 and q.order_no = p_order and q.state = 'refused';
    end if;
    return;
  end if;
  owed := least(owed, cents);
  if before is not null then tax := tax_back(c.amount_cents, c.tax_minor, before, before + cents - owed); end if;
  if was_booked(c) then
    insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('refund_settled', s::text, p_order, app_now()) returning journal_id into j;
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
    select j, system_account(v.kind, c.currency), c.currency, v.amount
      from (values ('sales', cents - owed - tax), ('tax', tax), ('suspense', owed), ('settled_elsewhere', -cents))
        v (kind, amount)
     where v.amount <> 0;
  end if;
  update outbox set state = 'cancelled', detail = 'given back elsewhere, says ' || p_by || ': ' || p_reference,
    ended_at = app_now() where outbox_id = asked.outbox_id and state in ('parked', 'refused', 'failed');
  if cents > owed then
    perform mark_refunded(o, c.txn, cents - owed, 'settled:' || s, 'refunded', 'settled', p_note);
  end if;
  if c.outcome = 'applied' then
    update refund_request set state = 'settled', detail = p_note, ended_at = app_now()
      where order_no = p_order and state in ('requested', 'sent', 'refused', 'failed');
    perform take_back(p_order, 'ended');
  end if;
end $$;
