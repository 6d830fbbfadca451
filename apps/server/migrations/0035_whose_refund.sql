-- Whose a refund is, and in what currency.

-- null: not told, and taken for the capture's.
alter table gateway_refund add column currency text;

-- The order that a capture is of. What a refund or a dispute says of its order is a label; the capture is the money.
create function order_of_capture(p_channel text, p_txn text, p_else text) returns text language sql stable as $$
  select coalesce((select c.order_no from capture c where c.channel_code = p_channel and c.txn = p_txn), p_else)
$$;

-- As in 0020; news of money that went back is about its capture's order, whatever order it names.
create or replace function order_of(i inbox) returns text language sql stable as $$
  select case when i.order_no <> '' and i.kind not in ('refunded', 'refund_failed', 'dispute') then i.order_no
    else coalesce((select c.order_no from capture c where c.channel_code = i.channel_code and c.txn = i.txn),
      i.order_no) end
$$;

-- As in 0029; it moves the order of its capture, and none where it is in another currency: that waits for an operator.
create or replace function apply_gateway_refund(p_channel text, p_refund_txn text) returns text language plpgsql as $$
declare
  g gateway_refund; c capture; o orders; j bigint; owed bigint; result text;
begin
  select c2.* into c from capture c2 join gateway_refund r using (channel_code, txn)
   where r.channel_code = p_channel and r.refund_txn = p_refund_txn;
  select * into g from gateway_refund where channel_code = p_channel and refund_txn = p_refund_txn;
  if g.currency <> c.currency and not g.applied then
    update orders set hold_reason = 'refund_currency'
     where order_no = c.order_no and (hold_reason is null or hold_reason like '%: seen%');
    return 'held';
  end if;
  owed := money_owed(c);
  update gateway_refund set applied = true, order_no = c.order_no
   where channel_code = p_channel and refund_txn = p_refund_txn and not applied returning * into g;
  if not found then return 'duplicate'; end if;
  owed := case when c.outcome = 'applied' then least(owed, g.amount_cents) else g.amount_cents end;
  <<booked>> begin
    -- Only what was booked when it came: money of another currency never was.
    if c.currency = 'USD' and c.amount_cents > 0 then
      insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('refund', p_channel || ':' || p_refund_txn, g.order_no, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select j, v.id, 'USD', v.amount
        from (values (1::bigint, -g.amount_cents), (2, g.amount_cents - owed), (3, owed)) v (id, amount)
          where v.amount <> 0;
    end if;
    perform note_paid_twice(c, g);
    update outbox set state = 'confirmed', proof = p_refund_txn, ended_at = app_now()
     where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = g.txn and state <> 'confirmed'
       -- A part that was given back elsewhere does not end what we ask for.
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
      update orders set hold_reason = 'refund_exceeds_payment' where order_no = o.order_no;
      result := 'held';
      exit booked;
    end if;
    result := mark_refunded(o, g.txn, g.amount_cents, p_channel || ':' || p_refund_txn,
      case when p_refund_txn like 'dispute:%' or exists (select 1 from dispute d where d.channel_code = p_channel
        and d.txn = g.txn and d.also_money and d.stage <> 'won') then 'charged_back' else 'refunded' end,
      'done', p_refund_txn);
  end;
  -- Its failure was told first: all the same it ends as if it had come after.
  perform reverse_gateway_refund(p_channel, p_refund_txn);
  return result;
end $$;

-- Money went back of a capture. Its order is known before anything is locked: captures never change.
create function apply_refunded_in(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint,
  p_currency text) returns text language plpgsql as $$
declare
  whose text := order_of_capture(p_channel, p_txn, p_order);
begin
  perform 1 from orders where order_no = whose and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into gateway_refund (channel_code, refund_txn, txn, order_no, amount_cents, currency, at)
  values (p_channel, p_refund_txn, p_txn, whose, p_amount, nullif(p_currency, ''), app_now()) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if not exists (select 1 from capture where channel_code = p_channel and txn = p_txn) then return 'before_capture';
    end if;
  return apply_gateway_refund(p_channel, p_refund_txn);
end $$;

-- As in 0007, for whoever does not tell the currency.
create or replace function apply_refunded(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint)
returns text language plpgsql as $$
begin
  return apply_refunded_in(p_channel, p_order, p_txn, p_refund_txn, p_amount, null);
end $$;

-- As in 0023; of the capture's order.
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

-- As in 0023; of the capture's order, and with the currency that the money is told in.
create or replace function apply_dispute(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text,
  p_detail jsonb, p_event text) returns text language plpgsql as $$
declare
  t timestamptz := app_now();
  whose text := order_of_capture(p_channel, p_txn, p_order);
  id text := p_detail->>'id';
  said text := p_detail->>'stage';
  due timestamptz := case
    when (p_detail->>'dueMs')::bigint > 0 then to_timestamp((p_detail->>'dueMs')::bigint / 1000.0) end;
  d dispute;
  told text;
begin
  perform 1 from orders where order_no = whose and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into dispute_event (channel_code, dispute_id, event_id, stage, at) values (p_channel, id, p_event, said, t)
  on conflict do nothing;
  if not found then return 'duplicate'; end if;
  insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at,
    opened_at,
    closed_at, also_money)
  values (p_channel, id, whose, p_txn, p_amount, p_currency, said, p_detail->>'reason', due, t,
    case when said <> 'opened' then t end, coalesce((p_detail->>'alsoMoney')::boolean, false))
  on conflict (channel_code, dispute_id) do update set stage = excluded.stage, amount_cents = excluded.amount_cents,
      currency = excluded.currency, closed_at = t, due_at = coalesce(excluded.due_at, dispute.due_at)
   where dispute.stage = 'opened' and excluded.stage <> 'opened' returning * into d;
  if not found then
    select * into d from dispute where channel_code = p_channel and dispute_id = id;
    -- Money that comes back after it was lost: an operator looks at it.
    if d.stage = 'lost' and said = 'won' then
      update orders set hold_reason = 'dispute_won_after_loss' where order_no = whose;
      return 'held';
    end if;
    return 'ignored';
  end if;
  if d.stage = 'lost' then
    if d.also_money then return 'dispute_lost'; end if;
    told := apply_refunded_in(p_channel, whose, p_txn, 'dispute:' || id, d.amount_cents, d.currency);
    if told in ('before_capture', 'held') then return told; end if;
  end if;
  return 'dispute_' || d.stage;
end $$;
