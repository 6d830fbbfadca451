-- Webhooks: stored once, worked in batches.

-- The payer's country in a webhook's detail; null without one.
create or replace function payer_in(p_detail jsonb) returns text language sql immutable as $$
  select case when p_detail->>'payerCountry' ~ '^[A-Z]{2}$' then p_detail->>'payerCountry' end
$$;

-- Stores a genuine webhook, once; says whether it is new. The payer's country in its detail gets its own column.
create or replace function store_webhook(
  p_channel text, p_event text, p_kind text, p_order text, p_txn text, p_refund_txn text, p_amount bigint,
  p_currency text, p_raw text, p_detail jsonb, out fresh boolean
) language plpgsql as $$
begin
  insert into inbox (channel_code, event_id, kind, order_no, txn, refund_txn, amount_cents, currency, raw, detail,
    received_at, run_at, payer_country)
  values (p_channel, p_event, p_kind, p_order, p_txn, p_refund_txn, p_amount, p_currency, p_raw,
    nullif(p_detail - 'payerCountry', '{}'), app_now(), app_now(), payer_in(p_detail))
  on conflict (channel_code, event_id) do nothing;
  fresh := found;
end $$;

-- Stores genuine webhooks, once, in the given order, and settles reported payments at once: the rows of those webhooks
-- are written as processed. Locks are taken in the order of the whole shop: orders by number, rebate sums, wallets by
-- id. This never waits for a locked order, and an error while settling never keeps a webhook from being stored: both
-- leave the webhook to the worker. Plain payments are settled together; if that fails, and for all others, one by one.
-- `outcome`: the outcome of a payment; null: the worker settles it. `delivery`: the goods that the caller delivers now,
-- under a lease of p_leases seconds; 0 asks for none. `delivers`: the worker has something to deliver.
-- Decision 224.
create or replace function take_news(
  p_channels text[], p_events text[], p_kinds text[], p_orders text[], p_txns text[], p_refund_txns text[],
  p_amounts bigint[], p_currencies text[], p_raws text[], p_details jsonb[], p_leases int[]
) returns table (ord int, fresh boolean, outcome text, delivery jsonb, delivers boolean) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  t timestamptz := app_now();
  free text[]; who bigint[]; roles boolean; outcomes text[]; written jsonb[]; plain text[]; stored text[];
  payers text[];
begin
  begin
    select array_agg(x.order_no), array_agg(x.account_id) filter (where x.order_type = 'coin'), bool_or(x.role_id <> '')
      into free, who, roles from (
      select o.order_no, o.account_id, o.order_type, o.role_id from orders o
       where o.order_no = any(array(select p.no from unnest(p_orders, p_kinds) p (no, kind) where p.kind = 'paid'))
       order by o.order_no for update skip locked) x;
    if roles and exists (select 1 from rebate_campaign) then who := who || lock_rebates(free); end if;
    if who is not null then
      perform 1 from ledger_account l where l.account_id = any(who) order by l.ledger_account_id for update;
    end if;
  exception when others then
    free := null;
  end;
  if free is not null then
    begin
      select a.outcomes, a.deliveries into plain, written from apply_plain(free, p_channels, p_kinds, p_orders, p_txns,
        p_amounts, p_currencies, p_leases, 'webhook') a;
    exception when others then
      plain := array_fill(null::text, array[cardinality(p_orders)]); written := null;
    end;
    outcomes := plain;
    for at in 1..cardinality(p_events) loop
      continue when p_kinds[at] <> 'paid' or outcomes[at] is not null or p_orders[at] <> all(free);
      begin
        outcome := apply_capture(p_channels[at], p_orders[at], p_txns[at], p_amounts[at], p_currencies[at], 'webhook',
          null);
        if outcome <> 'unknown_order' then outcomes[at] := outcome; end if;
      exception when others then
        null;
      end;
    end loop;
  end if;
  payers := array(select payer_in(d) from unnest(p_details) with ordinality x (d, at) order by at);
  -- After all locks of the orders, and in the order of the accounts.
  if outcomes is not null and array_remove(payers, null) <> '{}' then
    perform note_payers(p_channels, p_txns, array(select case when n.outcome is not null then n.payer end
      from unnest(payers, outcomes) with ordinality n (payer, outcome, at) order by at));
  end if;
  with kept as (
    insert into inbox (channel_code, event_id, kind, order_no, txn, refund_txn, amount_cents, currency, raw, detail,
      received_at, run_at, state, attempts, outcome, payer_country)
    select n.channel, n.event, n.kind, n.no, n.txn, n.refund_txn, n.amount, n.currency, n.raw,
      nullif(n.detail - 'payerCountry', '{}'), t, t, case when n.outcome is null then 'new' else 'done' end,
      case when n.outcome is null then 0 else 1 end, n.outcome, payer_in(n.detail)
      from unnest(p_channels, p_events, p_kinds, p_orders, p_txns, p_refund_txns, p_amounts, p_currencies, p_raws,
        p_details, outcomes) n (channel, event, kind, no, txn, refund_txn, amount, currency, raw, detail, outcome)
    on conflict (channel_code, event_id) do nothing returning channel_code, event_id)
  select array_agg(channel_code || ' ' || event_id) into stored from kept;
  for at in 1..cardinality(p_events) loop
    ord := at;
    -- Of two copies in one batch the first one is fresh.
    fresh := coalesce((p_channels[at] || ' ' || p_events[at]) = any(stored), false);
    if fresh then stored := array_remove(stored, p_channels[at] || ' ' || p_events[at]); end if;
    outcome := outcomes[at];
    delivery := case when p_leases[at] > 0 then written[at] end;
    delivers := outcome is not distinct from 'applied'
      and (plain[at] is null or (p_leases[at] = 0 and written[at] is not null));
    return next;
  end loop;
end $$;

-- The order of a webhook. A webhook without an order names its capture. News of money that went back belongs to its
-- capture's order, whatever order it names.
create or replace function order_of(i inbox) returns text language sql stable as $$
  select case when i.order_no <> '' and i.kind not in ('refunded', 'refund_failed', 'dispute') then i.order_no
    else coalesce((select c.order_no from capture c where c.channel_code = i.channel_code and c.txn = i.txn),
      i.order_no) end
$$;

-- What came of a webhook, as the desk reads it: the outcome, and the database's error or an operator's words after it.
create or replace function outcome_text(i inbox) returns text language sql immutable as $$
  select i.outcome || coalesce(': ' || i.outcome_note, '')
$$;

-- Processes these inbox rows of these orders in one transaction. Locks are taken in the order of the whole shop
-- (ARCHITECTURE.md), in any order of the news. `odd` lists captures that do not match:
-- [{"outcome": "mismatch", "order": "…"}], or `surplus`. Decision 65.
create or replace function settle_webhooks(
  p_ids bigint[], p_orders text[], out worked int, out failed int, out odd jsonb
) language plpgsql as $$
declare
  r record; result text; note text; who bigint[];
begin
  worked := 0; failed := 0; odd := '[]';
  if p_ids is null then return; end if;
  perform 1 from orders where order_no = any(p_orders) order by order_no for update;
  -- A single webhook takes its locks in that order anyway.
  if cardinality(p_orders) > 1 then
    select array_agg(distinct o.account_id) into who from orders o
     where o.order_no = any(p_orders) and o.order_type = 'coin';
    if exists (select 1 from rebate_campaign) then who := who || lock_rebates(p_orders) || rebate_owners(p_orders);
      end if;
    if who is not null then perform lock_wallets(who); end if;
  end if;
  for r in select i.*, order_of(i) as found_order from inbox i where inbox_id = any(p_ids) order by inbox_id loop
    note := null;
    begin
      result := case r.kind
        when 'paid' then
          apply_capture(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, 'webhook', null)
        when 'refunded' then
          apply_refunded_in(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents, r.currency)
        when 'refund_failed' then
          apply_refund_failed(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents, r.detail->>'reason')
        when 'dispute' then
          apply_dispute(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, r.detail, r.event_id)
        when 'approved' then apply_approved(r.channel_code, r.found_order)
        when 'promised' then
          apply_promised(r.channel_code, r.found_order, (r.detail->>'untilMs')::float8)
        when 'ignored' then 'ignored'
        else apply_refused(r.channel_code, r.found_order, r.kind) end;
    exception when others then
      if sqlstate in ('40P01', '40001', '55P03', '57014') then raise; end if;
      result := 'error'; note := sqlstate || ' ' || sqlerrm;
    end;
    if result in ('unknown_order', 'error') then
      -- Never dropped: retried with growing pauses, then parked for an operator.
      update inbox set attempts = attempts + 1, outcome = result, outcome_note = note,
        state = case when attempts >= 9 then 'parked' else 'new' end,
        run_at = app_now() + make_interval(secs => least(3600, 2 ^ attempts)) where inbox_id = r.inbox_id;
      failed := failed + 1;
    else
      update inbox set attempts = attempts + 1, outcome = result, outcome_note = null, state = 'done'
       where inbox_id = r.inbox_id;
      worked := worked + 1;
      if result in ('mismatch', 'surplus') then
        odd := odd || jsonb_build_object('outcome', result, 'order', r.found_order);
      end if;
    end if;
  end loop;
  -- After all locks of the orders, and in the order of the accounts.
  perform note_payers(array_agg(i.channel_code), array_agg(i.txn), array_agg(i.payer_country)) from inbox i
   where i.inbox_id = any(p_ids) and i.kind = 'paid' and i.state = 'done' and i.payer_country is not null;
end $$;

-- Processes up to p_limit due webhooks, and skips rows that another process has locked.
create or replace function settle_inbox(
  p_limit int, out worked int, out failed int, out odd jsonb
) language plpgsql as $$
declare
  nos text[]; ids bigint[];
begin
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(x.order_no) into ids, nos from (
    select inbox_id, order_of(i) as order_no from inbox i where state = 'new' and run_at <= app_now()
     order by run_at, inbox_id limit p_limit for update skip locked) x;
  select s.worked, s.failed, s.odd into worked, failed, odd from settle_webhooks(ids, nos) s;
end $$;

-- Processes the waiting webhooks of one order only.
create or replace function settle_inbox_of(
  p_order text, out worked int, out failed int, out odd jsonb
) language plpgsql as $$
declare
  nos text[]; ids bigint[];
begin
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(p_order) into ids, nos from (
    select inbox_id from inbox i where state = 'new' and run_at <= app_now() and order_of(i) = p_order
     order by run_at, inbox_id limit 50 for update skip locked) x;
  select s.worked, s.failed, s.odd into worked, failed, odd from settle_webhooks(ids, nos) s;
end $$;

-- Clears the bodies of processed webhooks from before p_before, a day at a time and p_days at most, so that no query
-- reads a year's webhooks for one day. It stops at the first unprocessed webhook. Gives how many it cleared.
-- Decision 363.
create or replace function clear_bodies(p_before timestamptz, p_days int) returns int language plpgsql as $$
declare
  mark timestamptz; ends timestamptz; step int; cleared int := 0;
begin
  select c.until into mark from inbox_cleared c for update skip locked;
  if not found then return 0; end if;
  if mark = '-infinity' then
    select i.received_at into mark from inbox i order by i.inbox_id limit 1;
    if not found then return 0; end if;
  end if;
  ends := least(p_before, (select min(i.received_at) from inbox i where i.state = 'parked'),
    (select min(i.received_at) from inbox i where i.state = 'new'));
  for day in 1..p_days loop
    exit when mark >= ends;
    update inbox i set raw = ''
     where i.received_at >= mark and i.received_at < least(ends, mark + interval '1 day') and i.state = 'done'
       and i.raw <> '';
    get diagnostics step = row_count;
    cleared := cleared + step;
    mark := least(ends, mark + interval '1 day');
  end loop;
  update inbox_cleared set until = mark;
  return cleared;
end $$;
