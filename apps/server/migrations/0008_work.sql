-- Works up to p_limit stored webhooks in one transaction. All orders are locked first, in number order, then the
-- wallets of the packs among them, in id order: the global lock order, whatever the order of arrival.
create function work_inbox(p_limit int, out worked int, out failed int) language plpgsql as $$
declare
  r record; result text; nos text[]; ids bigint[]; who bigint[];
begin
  worked := 0; failed := 0;
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(x.order_no) into ids, nos from (
    select inbox_id, order_no from inbox where state = 'new' and run_at <= now()
     order by run_at, inbox_id limit p_limit for update skip locked) x;
  if ids is null then return; end if;
  perform 1 from orders where order_no = any(nos) order by order_no for update;
  select array_agg(distinct o.account_id) into who from orders o where o.order_no = any(nos) and o.order_type = 'coin';
  if who is not null then
    perform 1 from ledger_account where account_id = any(who) order by ledger_account_id for update;
  end if;
  for r in select * from inbox where inbox_id = any(ids) order by inbox_id loop
    begin
      result := case r.kind
        when 'paid' then apply_paid(r.channel_code, r.order_no, r.txn, r.amount_cents, r.currency, 'webhook')
        when 'refunded' then apply_refunded(r.channel_code, r.order_no, r.txn, r.refund_txn, r.amount_cents)
        when 'ignored' then 'ignored'
        else apply_refused(r.channel_code, r.order_no, r.kind) end;
    exception when others then
      if sqlstate in ('40P01', '40001', '55P03', '57014') then raise; end if;
      result := 'error: ' || sqlstate || ' ' || sqlerrm;
    end;
    if result = 'unknown_order' or result like 'error:%' then
      -- Never dropped: tried again with growing pauses, then parked for an operator.
      update inbox set attempts = attempts + 1, outcome = result, state = case when attempts >= 9 then 'parked' else 'new' end,
        run_at = now() + make_interval(secs => least(3600, 2 ^ attempts)) where inbox_id = r.inbox_id;
      failed := failed + 1;
    else
      update inbox set attempts = attempts + 1, outcome = result, state = 'done' where inbox_id = r.inbox_id;
      worked := worked + 1;
    end if;
  end loop;
end $$;

-- Leases outbox rows: whoever holds the lease makes the call; if it dies, the lease runs out and another takes the row.
create function lease_outbox(p_kind text, p_limit int, p_lease_seconds int)
returns table (outbox_id text, order_no text, payload jsonb, attempts int, created_at timestamptz, overtime boolean)
language sql as $$
  update outbox b set lease_until = app_now() + make_interval(secs => p_lease_seconds), attempts = b.attempts + 1
   where b.outbox_id in (
     select x.outbox_id from outbox x where x.kind = p_kind and x.state in ('pending', 'unknown')
        and x.run_at <= app_now() and x.lease_until <= app_now()
      order by x.run_at, x.outbox_id limit p_limit for update skip locked)
  returning b.outbox_id, b.order_no, b.payload, b.attempts, b.created_at, b.created_at < app_now() - interval '72 hours'
$$;

-- Records the game's answer. Only 'confirmed' with its grant id makes status 4; a second answer changes nothing.
-- A confirmation that comes after a refund is kept and waits for an operator.
create function finish_delivery(p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint) returns text
language plpgsql as $$
declare
  no text; b outbox;
begin
  select order_no into no from outbox where outbox_id = p_id and kind = 'deliver';
  perform 1 from orders where order_no = no for update;
  select * into b from outbox where outbox_id = p_id for update;
  if b.state in ('cancelled', 'recall') and p_state = 'confirmed' then
    update outbox set state = 'recall', proof = coalesce(proof, p_proof), detail = 'granted after the refund' where outbox_id = p_id;
    return 'recall';
  end if;
  -- A refusal or an unknown outcome never takes back a confirmation; a confirmation beats everything before it.
  if b.state not in ('pending', 'unknown') and not (p_state = 'confirmed' and b.state in ('refused', 'parked')) then return b.state; end if;
  update outbox set state = p_state, proof = coalesce(p_proof, proof), detail = p_detail, lease_until = '-infinity',
    run_at = app_now() + make_interval(secs => coalesce(p_pause_ms, 0) / 1000.0),
    ended_at = case when p_state in ('confirmed', 'refused', 'parked') then app_now() end
   where outbox_id = p_id;
  if p_state = 'confirmed' then
    update orders set status = 4, cause = 'delivered', delivered_at = app_now() where order_no = no and status = 2;
  end if;
  return p_state;
end $$;

-- Orders whose outcome is due to be asked for. A settled order leaves the others in one sweep, and is asked about twice
-- more, after p_settled_seconds and once later: it may have been paid again or given back with a webhook that never came.
create function lease_checks(p_limit int, p_lease_seconds int, p_settled_seconds float8 default 3600)
returns table (order_no text, channel_code text, status smallint, gateway_ref text, expired boolean, checks int)
language plpgsql as $$
begin
  update orders o set checks = greatest(o.checks, 101), next_check_at = case when o.channel_code <> 'hcpoint' then app_now() + make_interval(secs => p_settled_seconds) end
   where o.order_no in (select x.order_no from orders x where x.next_check_at <= app_now() and x.status in (2, 4, 5)
        and (x.checks < 101 or x.channel_code = 'hcpoint') limit 500 for update skip locked);
  return query
  update orders o set next_check_at = app_now() + make_interval(secs => p_lease_seconds), checks = o.checks + 1
   where o.order_no in (select x.order_no from orders x where x.next_check_at <= app_now() and (x.status in (1, 3, 6) or x.checks >= 101)
      order by x.next_check_at, x.order_no limit p_limit for update skip locked)
  returning o.order_no, o.channel_code, o.status, o.gateway_ref, o.expires_at <= app_now(), o.checks;
end $$;

-- Orders that no gateway holds money for (points, or never sent) need no question: they just run out.
create function expire_order(p_order text) returns text language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where order_no = p_order for update;
  if o.status <> 1 then return 'ended'; end if;
  if o.expires_at > app_now() then return 'not_due'; end if;
  update orders set status = 6, cause = 'expired' where order_no = p_order;
  return 'overdue';
end $$;

-- Keeps a genuine webhook, once; says whether it is new.
create function store_webhook(p_channel text, p_event text, p_kind text, p_order text, p_txn text, p_refund_txn text, p_amount bigint,
  p_currency text, p_raw text, out fresh boolean) language plpgsql as $$
begin
  insert into inbox (channel_code, event_id, kind, order_no, txn, refund_txn, amount_cents, currency, raw)
  values (p_channel, p_event, p_kind, p_order, p_txn, p_refund_txn, p_amount, p_currency, p_raw) on conflict (channel_code, event_id) do nothing;
  fresh := found;
end $$;
