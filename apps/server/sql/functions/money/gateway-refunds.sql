-- Refunds as a gateway reports them: done or failed.

-- The order of a capture. A gateway may name another order beside a refund or a dispute; only the capture decides.
-- Decision 163.
create or replace function order_of_capture(
  p_channel text, p_txn text, p_else text
) returns text language sql stable as $$
  select coalesce((select c.order_no from capture c where c.channel_code = p_channel and c.txn = p_txn), p_else)
$$;

-- Whether a capture was booked on arrival. Older rows lack this fact; of those only dollars were booked.
create or replace function was_booked(c capture) returns boolean language sql immutable as $$
  select coalesce(c.booked, c.currency = 'USD' and c.amount_cents > 0)
$$;

-- The money that a gateway has given back of a capture. Failed refunds do not count.
create or replace function money_gone(p_channel text, p_txn text) returns bigint language sql stable as $$
  select coalesce(sum(r.amount_cents), 0) from gateway_refund r
    where r.channel_code = p_channel and r.txn = p_txn and r.applied
     and not exists (select 1 from refund_failure f
       where f.channel_code = r.channel_code and f.refund_txn = r.refund_txn and f.reversed)
$$;

-- The money of a capture that the player got back by other means than its gateway.
create or replace function money_settled(p_channel text, p_txn text) returns bigint language sql stable as $$
  select coalesce(sum(s.amount_cents), 0)::bigint from refund_settlement s
    where s.channel_code = p_channel and s.txn = p_txn and s.how = 'elsewhere'
$$;

-- The money of a capture that is due to the player and has not gone back. The account `suspense` holds it.
create or replace function money_owed(c capture) returns bigint language sql stable as $$
  select greatest(0, case when c.outcome = 'applied'
    then (select o.refunded_cents from orders o where o.order_no = c.order_no) else c.amount_cents end
    - money_gone(c.channel_code, c.txn) - money_settled(c.channel_code, c.txn))
$$;

-- Stores that money of a capture went back, by a refund or by a lost dispute (p_dispute), and books it once the capture
-- is known. The order is found before the lock, which is safe because captures never change. Decision 164.
-- The gateway's list may name a lost dispute's money before its webhook does: the money is the dispute's all the same.
create or replace function apply_money_back(
  p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_currency text, p_dispute text
) returns text language plpgsql as $$
declare
  whose text := order_of_capture(p_channel, p_txn, p_order);
begin
  perform 1 from orders where order_no = whose and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into gateway_refund (channel_code, refund_txn, txn, order_no, amount_cents, currency, at, dispute_id)
  values (p_channel, p_refund_txn, p_txn, whose, p_amount, nullif(p_currency, ''), app_now(),
    coalesce(p_dispute, (select d.dispute_id from dispute d
      where d.channel_code = p_channel and 'dispute:' || d.dispute_id = p_refund_txn)))
  on conflict do nothing;
  if not found then
    update gateway_refund set dispute_id = p_dispute
     where channel_code = p_channel and refund_txn = p_refund_txn and dispute_id is null and p_dispute is not null;
    return 'duplicate';
  end if;
  if not exists (select 1 from capture where channel_code = p_channel and txn = p_txn) then return 'before_capture';
    end if;
  return apply_gateway_refund(p_channel, p_refund_txn);
end $$;

-- Money that a refund gave back.
create or replace function apply_refunded_in(
  p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_currency text
) returns text language sql as $$
  select apply_money_back(p_channel, p_order, p_txn, p_refund_txn, p_amount, p_currency, null)
$$;

-- For callers that do not know the currency.
create or replace function apply_refunded(
  p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint
) returns text language plpgsql as $$
begin
  return apply_refunded_in(p_channel, p_order, p_txn, p_refund_txn, p_amount, null);
end $$;

-- Books money that went back, once its capture is known. The capture decides which order changes. A refund in another
-- currency than its capture's changes nothing and holds the order. The caller holds the order's row lock.
create or replace function apply_gateway_refund(p_channel text, p_refund_txn text) returns text language plpgsql as $$
declare
  g gateway_refund; c capture; o orders; j bigint; owed bigint; result text; moved text; before bigint; tax bigint := 0;
begin
  select c2.* into c from capture c2 join gateway_refund r using (channel_code, txn)
   where r.channel_code = p_channel and r.refund_txn = p_refund_txn;
  select * into g from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn;
  if g.currency <> c.currency and not g.applied then
    update orders set hold_reason = 'refund_currency', hold_note = null
     where order_no = c.order_no and (hold_reason is null or hold_note is not null);
    return 'held';
  end if;
  owed := money_owed(c);
  before := case when c.tax_minor > 0 then sale_back(c) end;
  update gateway_refund set applied = true, order_no = c.order_no
   where channel_code = p_channel and refund_txn = p_refund_txn and not applied returning * into g;
  if not found then return 'duplicate'; end if;
  owed := case when c.outcome = 'applied' then least(owed, g.amount_cents) else g.amount_cents end;
  if before is not null then
    tax := tax_back(c.amount_cents, c.tax_minor, before, before + g.amount_cents - owed);
  end if;
  <<booked>> begin
    -- A capture in a currency that was not open was never booked, so its refund is not booked either.
    if was_booked(c) then
      insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('refund', p_channel || ':' || p_refund_txn, g.order_no, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select j, system_account(v.kind, c.currency), c.currency, v.amount
        from (values ('gateway', -g.amount_cents), ('sales', g.amount_cents - owed - tax), ('tax', tax),
          ('suspense', owed)) v (kind, amount) where v.amount <> 0;
    end if;
    perform note_paid_twice(c, g);
    update outbox set state = 'confirmed', proof = p_refund_txn, ended_at = app_now()
     where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = g.txn and state <> 'confirmed'
       -- A partial refund by somebody else does not close our request.
       and (payload->>'refund_txn' = p_refund_txn or (money_gone(p_channel, c.txn) >= c.amount_cents and not exists (
         select 1 from refund_failure f where f.channel_code = p_channel and f.refund_txn = p_refund_txn)));
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
      -- More went back than was paid: the order's remaining money counts as refunded. Decision 355.
      update orders set hold_reason = 'refund_exceeds_payment', hold_note = null where order_no = o.order_no;
      g.amount_cents := o.paid_cents - o.refunded_cents;
      result := 'held';
      exit booked when g.amount_cents = 0;
    end if;
    moved := mark_refunded(o, g.txn, g.amount_cents, p_channel || ':' || p_refund_txn,
      case when g.dispute_id is not null or exists (select 1 from dispute d where d.channel_code = p_channel
        and d.txn = g.txn and d.also_money and d.stage <> 'won') then 'charged_back' else 'refunded' end,
      'done', p_refund_txn);
    result := case when result = 'held' then result else moved end;
  end;
  -- A refund of less than we asked for ends our promise of the rest.
  if c.outcome = 'applied' then perform take_back(c.order_no, 'ended'); end if;
  -- The gateway may have reported this refund's failure first. The result is the same as in the other order.
  perform reverse_gateway_refund(p_channel, p_refund_txn);
  return result;
end $$;

-- Notes a finding where the gateway gives back money that the player had got elsewhere before: the sum exceeds the
-- capture, or it is the very refund whose outcome nobody knew. Decision 145.
create or replace function note_paid_twice(c capture, g gateway_refund) returns void language sql as $$
  insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
  select c.channel_code, 'paid_back_twice', g.refund_txn, c.order_no,
    jsonb_build_object('amountCents', g.amount_cents, 'currency', c.currency,
      'elsewhere', (select jsonb_agg(s.reference || ' ' || s.note order by s.at) from refund_settlement s
        where s.channel_code = c.channel_code and s.txn = c.txn and s.how = 'elsewhere')), app_now()
   where money_settled(c.channel_code, c.txn) > 0
     and not exists (select 1 from refund_failure f
       where f.channel_code = c.channel_code and f.refund_txn = g.refund_txn)
     and (money_gone(c.channel_code, c.txn) + money_settled(c.channel_code, c.txn) > c.amount_cents
       or exists (select 1 from outbox b where b.kind = 'refund' and b.payload->>'channel_code' = c.channel_code
         and b.payload->>'txn' = c.txn and b.state = 'cancelled'
         and coalesce(b.payload->>'refund_txn', g.refund_txn) = g.refund_txn
           and (b.payload->>'amount_cents')::bigint = g.amount_cents))
  on conflict do nothing
$$;

-- The money of an order that has gone back or is promised back, in minor units: what a queued refund asks for counts,
-- less what has gone back since it was queued. Decision 575.
create or replace function money_promised(o orders) returns bigint language sql stable as $$
  select least(o.paid_cents, o.refunded_cents + coalesce((
    select greatest(0, (b.payload->>'amount_cents')::bigint - money_owed(c) - coalesce((
        select sum(g.amount_cents) from gateway_refund g where g.channel_code = c.channel_code and g.txn = c.txn
          and g.applied and g.at >= b.created_at), 0))
      from capture c join outbox b on b.outbox_id = 'rfd_' || c.channel_code || '_' || c.txn
     where c.order_no = o.order_no and c.outcome = 'applied' and b.kind = 'refund'
       and b.state in ('pending', 'unknown', 'parked', 'held')), 0))::bigint
$$;

-- What p_cents of an order's money are worth in base price, so that parts sum to the whole.
create or replace function base_part(o orders, p_cents bigint) returns bigint language sql immutable as $$
  select case when o.base_cents is null then p_cents else o.base_cents * p_cents / o.amount_cents end
$$;

-- What an order counts for rebates, in USD cents: its base price, less the part of what was given back or, of an order
-- that counts for one, is promised back.
create or replace function base_kept(o orders) returns bigint language sql stable as $$
  select case when o.base_cents is null or o.paid_cents = 0 then o.paid_cents else o.base_cents end
    - case when o.rebate_campaign_id is null then base_part(o, o.refunded_cents)
      else coalesce((select w.cents from rebate_away w where w.order_no = o.order_no), 0) end
$$;

-- Money of an order has gone back, at its gateway or elsewhere. What was bought for it goes back too: an item by a
-- recall, a pack's points in proportion. A credit note becomes due. The caller holds the order's row lock.
create or replace function mark_refunded(o orders, p_txn text, p_cents bigint, p_source text, p_cause text,
  p_state text,
  p_said text) returns text language plpgsql as $$
begin
  if o.base_cents is not null then perform due_credit_note(o, p_cents, p_source); end if;
  if o.refunded_cents + p_cents < o.paid_cents then
    update orders set refunded_cents = refunded_cents + p_cents where order_no = o.order_no;
    perform take_back(o.order_no, p_source);
    return 'refunded_in_part';
  end if;
  update orders set status = 5, refunded_cents = paid_cents, refunded_at = app_now(), cause = p_cause
   where order_no = o.order_no;
  perform end_refund_request(o.order_no, p_state, p_said);
  perform take_back(o.order_no, p_source);
  if o.order_type <> 'coin' then
    -- If the game was never asked, the delivery is cancelled. If it was asked, it may have granted the item, so the
    -- item is recalled.
    update outbox set state = case when attempts = 0 then 'cancelled' else 'recall' end, ended_at = app_now()
     where outbox_id = 'dlv_' || o.order_no and state in ('pending', 'unknown', 'refused', 'parked');
    perform ask_recall(o.order_no, o.order_no);
  end if;
  return 'refunded';
end $$;

-- A booked refund has failed. We hold the money in suspense for the player. Order, item, points and debts stay as they
-- are. The part that exceeded what was due goes back to the account that it came from.
create or replace function reverse_gateway_refund(
  p_channel text, p_refund_txn text
) returns void language plpgsql as $$
declare
  f refund_failure; g gateway_refund; c capture; j bigint; owed bigint; asked text; before bigint; tax bigint := 0;
begin
  select * into g from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn;
  select * into c from capture where channel_code = p_channel and txn = g.txn;
  owed := money_owed(c);
  before := case when c.tax_minor > 0 then sale_back(c) end;
  update refund_failure set reversed = true
    where channel_code = p_channel and refund_txn = p_refund_txn and not reversed returning * into f;
  if not found then return; end if;
  -- The part of the refund that exceeded what was due is ours again.
  owed := case when c.outcome = 'applied' then money_owed(c) - owed else g.amount_cents end;
  if before is not null then
    tax := tax_back(c.amount_cents, c.tax_minor, before, before + owed - g.amount_cents);
  end if;
  if was_booked(c) then
    insert into ledger_journal (reason, source_id, order_no, created_at)
    values ('refund_failed', p_channel || ':' || p_refund_txn, c.order_no, app_now()) returning journal_id into j;
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
    select j, system_account(v.kind, c.currency), c.currency, v.amount
      from (values ('gateway', g.amount_cents), ('sales', owed - g.amount_cents - tax), ('tax', tax),
        ('suspense', -owed)) v (kind, amount)
     where v.amount <> 0;
  end if;
  -- This refund may have closed a request of ours before its gateway answered. We retry that request under its
  -- original key, because the gateway may have it under way.
  update outbox b set state = x.next, detail = f.reason,
      ended_at = case when x.next <> 'pending' then app_now() end,
      proof = case when x.next <> 'pending' then coalesce(b.payload->>'refund_txn', b.proof) end,
      run_at = case when x.next = 'pending' then app_now() else b.run_at end,
      created_at = case when x.next = 'pending' then app_now() else b.created_at end, lease_until = '-infinity'
    from (select y.outbox_id, case when money_owed(c) = 0 then 'confirmed'
        when y.payload->>'refund_txn' is null then 'pending'
        when exists (select 1 from refund_failure z
          where z.channel_code = p_channel and z.refund_txn = y.payload->>'refund_txn') then 'failed'
        when exists (select 1 from gateway_refund r
          where r.channel_code = p_channel and r.refund_txn = y.payload->>'refund_txn' and r.applied) then 'confirmed'
          else 'pending' end as next
      from outbox y where y.kind = 'refund' and y.payload->>'channel_code' = p_channel and y.payload->>'txn' = c.txn
        and y.state = 'confirmed' and p_refund_txn in (y.proof, y.payload->>'refund_txn')) x
   where b.outbox_id = x.outbox_id returning x.next into asked;
  if c.outcome = 'applied' and asked is distinct from 'confirmed' then
    update refund_request set state = case when asked = 'pending' then 'sent' else 'failed' end, detail = f.reason,
        ended_at = case when asked = 'pending' then null else app_now() end
     where order_no = c.order_no and state = 'done';
  end if;
  insert into refund_event (order_no, from_state, to_state, detail, txn, at)
    values (c.order_no, 'done', 'failed', f.reason, c.txn, app_now());
end $$;

-- A gateway reports that a refund failed. The report may come before the report that it was done, or without one. The
-- capture decides which order changes. Decision 96.
create or replace function apply_refund_failed(p_channel text, p_order text, p_txn text, p_refund_txn text,
  p_amount bigint,
  p_reason text) returns text language plpgsql as $$
declare
  whose text := order_of_capture(p_channel, p_txn, p_order);
  asked text;
begin
  perform 1 from orders where order_no = whose and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into refund_failure (channel_code, refund_txn, txn, order_no, amount_cents, reason, at)
  values (p_channel, p_refund_txn, p_txn, whose, p_amount, coalesce(nullif(p_reason, ''), 'failed at the gateway'),
    app_now())
  on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if exists (select 1 from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn and applied) then
    perform reverse_gateway_refund(p_channel, p_refund_txn);
    return 'refund_reversed';
  end if;
  select outbox_id into asked from outbox where kind = 'refund' and payload->>'channel_code' = p_channel
     and payload->>'txn' = p_txn and payload->>'refund_txn' = p_refund_txn;
  perform refuse_refund(asked, f.reason, 'failed') from refund_failure f
   where asked is not null and f.channel_code = p_channel and f.refund_txn = p_refund_txn;
  return 'refund_failed';
end $$;
