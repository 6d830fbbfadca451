-- What a character's paid orders add up to, and what comes back at each sum. One campaign at a time.
create table rebate_campaign (
  campaign_id text primary key,
  -- {locale: {name, desc}}
  texts jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- kinds of orders that count: those paid with money, for a character
  counts text[] not null check (cardinality(counts) > 0 and counts <@ array['item', 'coin']),
  constraint it_ends_after_it_begins check (ends_at > starts_at),
  constraint one_campaign_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
);

create table rebate_tier (
  campaign_id text not null references rebate_campaign,
  threshold_cents bigint not null check (threshold_cents > 0),
  -- percent of the threshold, as present points
  rate_pct integer not null check (rate_pct between 0 and 100),
  gift_goods_id text references product,
  gift_quantity integer not null default 1 check (gift_quantity > 0),
  primary key (campaign_id, threshold_cents),
  constraint it_gives_something check (threshold_cents * rate_pct >= 100 or gift_goods_id is not null)
);

-- What a character has paid within a campaign, less what was given back.
create table rebate_progress (
  campaign_id text not null,
  server_id text not null,
  role_id text not null,
  cents bigint not null check (cents >= 0),
  primary key (campaign_id, server_id, role_id)
) with (fillfactor = 70);

-- A tier that was reached: by which order, and what it gave. Taken back when refunds bring the sum below it.
create table rebate_grant (
  number text primary key,
  campaign_id text not null,
  server_id text not null,
  role_id text not null,
  threshold_cents bigint not null,
  order_no text not null,
  account_id bigint not null,
  present_points bigint not null,
  gift_goods_id text,
  gift_quantity integer not null,
  created_at timestamptz not null,
  taken_back_at timestamptz
);
create unique index rebate_grant_once on rebate_grant (campaign_id, server_id, role_id, threshold_cents) where taken_back_at is null;
create index rebate_grant_order on rebate_grant (order_no);
create trigger rebate_grant_kept before delete on rebate_grant for each row execute function refuse_change();

-- The campaign that an order counts for; set when it is paid.
alter table orders add column rebate_campaign_id text;

-- Tiers that players count on do not change under them.
create function rebate_promise() returns trigger language plpgsql as $$
begin
  if exists (select 1 from rebate_progress where campaign_id in (new.campaign_id, old.campaign_id)) then
    raise exception 'the tiers of a rebate that has begun stay as they are' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $$;
create trigger rebate_promise before insert or update or delete on rebate_tier for each row execute function rebate_promise();

-- Adds what an order paid (negative: what was given back of it) to its character's sum: tiers that the sum passes are
-- granted, or taken back. The caller holds the order's lock; the sum's row comes next, then the wallets.
create function move_rebate(o orders, p_cents bigint) returns void language plpgsql as $$
declare
  t timestamptz := app_now();
  total bigint; points bigint; no text; gift text; j bigint; r record;
begin
  if p_cents < 0 then
    update rebate_progress p set cents = p.cents + p_cents
     where p.campaign_id = o.rebate_campaign_id and p.server_id = o.server_id and p.role_id = o.role_id returning p.cents into total;
    for r in update rebate_grant g set taken_back_at = t
        where g.campaign_id = o.rebate_campaign_id and g.server_id = o.server_id and g.role_id = o.role_id
          and g.taken_back_at is null and g.threshold_cents > total returning g.* loop
      if r.present_points > 0 then
        insert into ledger_journal (reason, source_id, order_no, account_id, present_points, created_at)
        values ('rebate_back', r.number, o.order_no, r.account_id, -r.present_points, t) returning journal_id into j;
        perform take_back_entries(j, r.account_id, 0, r.present_points);
      end if;
      update outbox b set state = case when b.attempts = 0 then 'cancelled' else 'recall' end, ended_at = t
       where b.outbox_id = 'dlv_' || r.number and b.state in ('pending', 'unknown', 'refused', 'parked');
    end loop;
    return;
  end if;
  insert into rebate_progress as p (campaign_id, server_id, role_id, cents) values (o.rebate_campaign_id, o.server_id, o.role_id, p_cents)
  on conflict (campaign_id, server_id, role_id) do update set cents = p.cents + excluded.cents returning p.cents into total;
  for r in select x.* from rebate_tier x where x.campaign_id = o.rebate_campaign_id and x.threshold_cents <= total and x.threshold_cents > total - p_cents
     order by x.threshold_cents loop
    no := 'RBT' || o.order_no || lpad((select count(*) from rebate_tier x where x.campaign_id = r.campaign_id and x.threshold_cents <= r.threshold_cents)::text, 2, '0');
    points := r.threshold_cents * r.rate_pct / 100;
    gift := r.gift_goods_id;
    -- A gift that went out stays with the player, and is not given again when the tier is reached anew.
    if gift is not null and exists (select 1 from rebate_grant g join outbox b on b.outbox_id = 'dlv_' || g.number
         where g.campaign_id = r.campaign_id and g.server_id = o.server_id and g.role_id = o.role_id
           and g.threshold_cents = r.threshold_cents and b.state <> 'cancelled') then gift := null; end if;
    insert into rebate_grant (number, campaign_id, server_id, role_id, threshold_cents, order_no, account_id, present_points, gift_goods_id, gift_quantity, created_at)
    values (no, r.campaign_id, o.server_id, o.role_id, r.threshold_cents, o.order_no, o.account_id, points, gift, r.gift_quantity, t);
    if points > 0 then
      insert into ledger_journal (reason, source_id, order_no, account_id, present_points, created_at)
      values ('rebate', no, o.order_no, o.account_id, points, t) returning journal_id into j;
      perform credit_entries(j, o.account_id, 0, points, 0);
    end if;
    if gift is not null then
      insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
      values ('dlv_' || no, 'deliver', no, jsonb_build_object('delivery_id', 'dlv_' || no, 'sdk_order_id', no, 'uid', o.uid, 'server_id', o.server_id,
        'role_id', o.role_id, 'items', jsonb_build_array(jsonb_build_object('cp_goods_id', gift, 'quantity', r.gift_quantity, 'bonus', 0))), t, t);
    end if;
  end loop;
end $$;

-- Locks the sums that a batch of orders may move, in one order for all batches, and gives the players whose tiers may
-- move with them: their wallets come next.
create function lock_rebates(p_orders text[]) returns bigint[] language plpgsql as $$
declare
  who bigint[];
begin
  insert into rebate_progress (campaign_id, server_id, role_id, cents)
  select distinct c.campaign_id, o.server_id, o.role_id, 0 from orders o
    join rebate_campaign c on c.starts_at <= app_now() and c.ends_at > app_now() and o.order_type = any(c.counts)
   where o.order_no = any(p_orders) and o.role_id <> '' and o.paid_cents = 0 order by 1, 2, 3 on conflict do nothing;
  perform 1 from rebate_progress p where (p.server_id, p.role_id) in (select o.server_id, o.role_id from orders o where o.order_no = any(p_orders))
   order by p.campaign_id, p.server_id, p.role_id for update;
  select array_agg(distinct o.account_id) into who from orders o join rebate_progress p using (server_id, role_id)
   where o.order_no = any(p_orders) and p.cents + (select sum(b.amount_cents) from orders b where b.order_no = any(p_orders))
     >= (select min(x.threshold_cents) from rebate_tier x where x.campaign_id = p.campaign_id);
  return who;
end $$;

-- The settle of 0007 with the bonus's epoch and the rebate. A shop without a campaign pays one look at an empty table.
create or replace function mark_paid(o orders, p_source text) returns integer language plpgsql as $$
declare
  granted int := o.bonus_pct;
begin
  if o.order_type = 'item' and granted > 0 then
    insert into first_top_up (server_id, role_id, cp_goods_id, epoch, order_no, at)
    values (o.server_id, o.role_id, o.cp_goods_id, bonus_epoch(o.cp_goods_id, app_now()), o.order_no, app_now()) on conflict do nothing;
    if not found then granted := 0; else perform pg_notify('hc_bus', 'bonus:' || o.server_id || '/' || o.role_id); end if;
  end if;
  update orders set status = 2, cause = p_source, paid_cents = amount_cents, paid_at = app_now(), bonus_granted = granted,
    rebate_campaign_id = o.rebate_campaign_id
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
   where kind = 'refund' and payload->>'channel_code' = p_channel and payload->>'txn' = g.txn and state <> 'confirmed';
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

create or replace function apply_paid(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text, p_source text)
returns text language plpgsql as $$
declare
  o orders; result text; j bigint; present bigint; g record; campaign text;
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  result := case when p_amount <> o.amount_cents or p_currency <> o.currency then 'mismatch'
                 when o.paid_cents > 0 then 'surplus' else 'applied' end;
  insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at)
  values (p_channel, p_txn, p_order, p_amount, p_currency, result, p_source, app_now()) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if result = 'applied' then
    if o.role_id <> '' then
      select c.campaign_id into campaign from rebate_campaign c
       where c.starts_at <= app_now() and c.ends_at > app_now() and o.order_type = any(c.counts);
      if found then
        o.rebate_campaign_id := campaign;
        perform move_rebate(o, o.amount_cents);
      end if;
    end if;
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

-- The batch of 0008; the sums are locked after the orders and before the wallets.
create or replace function work_inbox(p_limit int, out worked int, out failed int) language plpgsql as $$
declare
  r record; result text; nos text[]; ids bigint[]; who bigint[];
begin
  worked := 0; failed := 0;
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(x.order_no) into ids, nos from (
    select inbox_id, order_no from inbox where state = 'new' and run_at <= now()
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
