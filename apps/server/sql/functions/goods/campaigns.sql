-- Redeem codes and rebates.

-- Makes unguessable codes (64 random bits) for a campaign, each valid p_uses times.
create or replace function add_redeem_codes(
  p_campaign text, p_count int, p_uses int default 1
) returns setof text language sql as $$
  insert into redeem_code (code, campaign_id, uses)
  select upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) || right(gen_random_uuid()::text, 4)),
    p_campaign, p_uses from generate_series(1, p_count)
  returning code
$$;

-- Redeems one code for one character. The calls of a player queue, so that each limit is exact; limits over all
-- players are counters that the statement itself bounds. A limit of an account holds for its player: what they
-- redeemed and mistyped before their data were deleted counts, and is not shown. A code that this character had
-- before answers with the number of that time, so that a lost answer loses nothing. Refusals come back as the error
-- key, with the reason in `data`; `session` is the caller's to handle. Decision 60.
create or replace function redeem_code(p_token bytea, p_number text, p_code text, p_server text, p_role text,
  out refusal text, out data jsonb)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record; c redeem_campaign; k redeem_code; before record; j bigint;
begin
  select s.account_id, u.uid, g.role_id, v.status as server_status into a
    from session s join account u using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not u.disabled for key share of u;
  if not found then refusal := 'session'; return; end if;
  if a.role_id is null then refusal := 'RoleNotFound'; return; end if;
  perform pg_advisory_xact_lock(hashtextextended('redeem:' || a.account_id, 0));
  if (select count(*) from lives_of(a.account_id) l join redeem_failure f on f.account_id = l
    where f.failed_at > t - interval '1 hour') >= 10 then
    refusal := 'SystemBusy'; data := jsonb_build_object('reason', 'too_many_codes'); return;
  end if;
  select * into k from redeem_code r where r.code = p_code;
  if not found then
    insert into redeem_failure values (a.account_id, t);
    refusal := 'RedeemCodeNotFound'; return;
  end if;
  select * into c from redeem_campaign r where r.campaign_id = k.campaign_id;
  -- Players must not learn of a draft.
  if c.state = 'draft' then
    insert into redeem_failure values (a.account_id, t);
    refusal := 'RedeemCodeNotFound'; return;
  end if;
  select r.number, count(*) over () as times into before from redemption r
   where r.campaign_id = c.campaign_id and r.server_id = p_server and r.role_id = p_role order by r.number desc limit 1;
  if before.times >= c.per_role then
    refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'role', 'number', before.number); return;
  end if;
  if a.server_status <> 0 or not may_begin(a.account_id) then refusal := 'serverMaintenance'; return; end if;
  if c.starts_at > t then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'not_begun', 'date',
    extract(epoch from c.starts_at)::bigint); return; end if;
  if c.state = 'stopped' then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'over', 'date',
    extract(epoch from least(t, c.ends_at))::bigint); return; end if;
  if c.ends_at <= t then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'over', 'date',
    extract(epoch from c.ends_at)::bigint); return; end if;
  if c.per_account is not null then
    select max(r.number) filter (where r.account_id = a.account_id) as number, count(*) as times into before
      from lives_of(a.account_id) l join redemption r on r.account_id = l where r.campaign_id = c.campaign_id;
    if before.times >= c.per_account then
      refusal := 'RedeemCodeUsed'; data := jsonb_strip_nulls(jsonb_build_object('reason', 'account', 'number',
        before.number)); return;
    end if;
  end if;
  if c.total is not null then
    update redeem_campaign r set used = r.used + 1, exhausted_at = case when r.used + 1 = r.total then t end
     where r.campaign_id = c.campaign_id and r.used < r.total;
    if not found then
      refusal := 'RedeemCodeEnded';
      data := jsonb_build_object('reason', 'exhausted', 'date', (select extract(epoch from coalesce(r.exhausted_at,
        t))::bigint from redeem_campaign r where r.campaign_id = c.campaign_id));
      return;
    end if;
  end if;
  if k.uses is not null then
    update redeem_code r set used = r.used + 1 where r.code = p_code and r.used < r.uses;
    if not found then
      -- Undoes the count of the total above.
      if c.total is not null then update redeem_campaign r set used = r.used - 1, exhausted_at = null
        where r.campaign_id = c.campaign_id; end if;
      refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'code'); return;
    end if;
  end if;
  insert into redemption (number, campaign_id, code, account_id, server_id, role_id, items, basic_points,
    present_points, created_at)
  values (p_number, c.campaign_id, p_code, a.account_id, p_server, p_role, c.items, c.basic_points, c.present_points,
    t);
  if c.items <> '[]' then
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('dlv_' || p_number, 'deliver', p_number, jsonb_build_object('delivery_id', 'dlv_' || p_number,
      'sdk_order_id', p_number,
      'uid', a.uid, 'server_id', p_server, 'role_id', p_role, 'items', c.items), t, t);
  end if;
  if c.basic_points + c.present_points > 0 then
    insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
    values ('redeem', p_number, a.account_id, c.basic_points, c.present_points, t) returning journal_id into j;
    perform credit_entries(j, a.account_id, c.basic_points, c.present_points, 0);
  end if;
  data := jsonb_build_object('number', p_number);
end $$;

-- Tiers do not change once a purchase counted towards them.
create or replace function rebate_promise() returns trigger language plpgsql as $$
begin
  if exists (select 1 from rebate_progress where campaign_id in (new.campaign_id, old.campaign_id)) then
    raise exception 'the tiers of a rebate that has begun stay as they are' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $$;

-- Adds the base price of what an order bought (negative: of what was given back of it) to its character's sum, in USD
-- cents: no exchange rate decides a bonus. Tiers that the sum passes are granted, or taken back with their points and
-- their gift, which the game is asked for like any item. The caller holds the order's row lock; the sum's row comes
-- next, then the wallets. Decisions 64 and 568.
create or replace function move_rebate(o orders, p_cents bigint) returns void language plpgsql as $$
declare
  t timestamptz := app_now();
  total bigint; points bigint; no text; n int; gift text; j bigint; r record;
begin
  if p_cents < 0 then
    update rebate_progress p set cents = p.cents + p_cents
     where p.campaign_id = o.rebate_campaign_id and p.server_id = o.server_id and p.role_id = o.role_id
       returning p.cents into total;
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
      perform ask_recall(r.number, o.order_no);
    end loop;
    return;
  end if;
  insert into rebate_progress as p (campaign_id, server_id, role_id, cents)
    values (o.rebate_campaign_id, o.server_id, o.role_id, p_cents)
  on conflict (campaign_id, server_id, role_id) do update set cents = p.cents + excluded.cents
    returning p.cents into total;
  for r in select x.* from rebate_tier x where x.campaign_id = o.rebate_campaign_id and x.threshold_cents <= total
    and x.threshold_cents > total - p_cents
     order by x.threshold_cents loop
    no := 'RBT' || o.order_no || lpad((select count(*) from rebate_tier x
      where x.campaign_id = r.campaign_id and x.threshold_cents <= r.threshold_cents)::text, 2, '0');
    -- Where a refund of this order was promised and then refused, it reaches the tier again.
    n := (select count(*) from rebate_grant g where g.order_no = o.order_no
      and g.threshold_cents = r.threshold_cents);
    if n > 0 then no := no || lpad((n + 1)::text, 2, '0'); end if;
    points := r.threshold_cents * r.rate_pct / 100;
    gift := r.gift_goods_id;
    -- A gift that the game may still have is not given again when the tier is reached again.
    if gift is not null and exists (select 1 from rebate_grant g join outbox b on b.outbox_id = 'dlv_' || g.number
         where g.campaign_id = r.campaign_id and g.server_id = o.server_id and g.role_id = o.role_id
           and g.threshold_cents = r.threshold_cents and b.state <> 'cancelled'
           and not exists (select 1 from outbox x where x.outbox_id = 'rcl_' || g.number and x.state = 'confirmed'))
      then gift := null; end if;
    insert into rebate_grant (number, campaign_id, server_id, role_id, threshold_cents, order_no, account_id,
      present_points, gift_goods_id, gift_quantity, created_at)
    values (no, r.campaign_id, o.server_id, o.role_id, r.threshold_cents, o.order_no, o.account_id, points, gift,
      r.gift_quantity, t);
    if points > 0 then
      insert into ledger_journal (reason, source_id, order_no, account_id, present_points, created_at)
      values ('rebate', no, o.order_no, o.account_id, points, t) returning journal_id into j;
      perform credit_entries(j, o.account_id, 0, points, 0);
    end if;
    if gift is not null then perform deliver_gift(no, o.uid); end if;
  end loop;
end $$;

-- Writes the delivery of a tier's gift.
create or replace function deliver_gift(p_number text, p_uid text) returns void language sql as $$
  insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
  select 'dlv_' || g.number, 'deliver', g.number,
      jsonb_build_object('delivery_id', 'dlv_' || g.number, 'sdk_order_id', g.number, 'uid', p_uid,
        'server_id', g.server_id, 'role_id', g.role_id, 'items',
        jsonb_build_array(jsonb_build_object('cp_goods_id', g.gift_goods_id, 'quantity', g.gift_quantity, 'bonus', 0))),
      app_now(), app_now()
    from rebate_grant g where g.number = p_number
$$;

-- The game has taken back the gift of a tier. If the character has reached the tier again meanwhile, the gift is due
-- again. Decision 568.
create or replace function give_gift_again(p_number text) returns void language plpgsql as $$
declare
  g rebate_grant; again rebate_grant;
begin
  select * into g from rebate_grant r where r.number = p_number;
  if not found then return; end if;
  perform 1 from rebate_progress p
    where p.campaign_id = g.campaign_id and p.server_id = g.server_id and p.role_id = g.role_id for update;
  update rebate_grant r set gift_goods_id = g.gift_goods_id
   where r.campaign_id = g.campaign_id and r.server_id = g.server_id and r.role_id = g.role_id
     and r.threshold_cents = g.threshold_cents and r.taken_back_at is null and r.gift_goods_id is null
  returning r.* into again;
  if found then
    perform deliver_gift(again.number, (select a.uid from account a where a.account_id = again.account_id));
  end if;
end $$;

-- Locks the sum of an order's rebate, which comes before every wallet.
create or replace function lock_rebate(o orders) returns void language sql as $$
  select 1 from rebate_progress p where p.campaign_id = o.rebate_campaign_id and p.server_id = o.server_id
    and p.role_id = o.role_id for update
$$;

-- Lowers the rebate's sum by what of an order's money has gone back or is promised back, and raises it again where a
-- promise ended without the money. The caller holds the order's row lock. Decisions 64 and 568.
create or replace function settle_rebate(o orders) returns void language plpgsql as $$
declare
  due bigint; before bigint;
begin
  if o.rebate_campaign_id is null then return; end if;
  due := base_part(o, money_promised(o));
  before := coalesce((select w.cents from rebate_away w where w.order_no = o.order_no), 0);
  if due = before then return; end if;
  perform lock_rebate(o);
  perform lock_wallets(rebate_owners(array[o.order_no]) || o.account_id);
  insert into rebate_away as w (order_no, cents) values (o.order_no, due)
    on conflict (order_no) do update set cents = excluded.cents;
  perform move_rebate(o, before - due);
end $$;

-- Locks the sums that a batch of orders may move, in one order for all batches, and gives the players whose tiers
-- may move with them: their wallets come next.
create or replace function lock_rebates(p_orders text[]) returns bigint[] language plpgsql as $$
declare
  who bigint[];
begin
  insert into rebate_progress (campaign_id, server_id, role_id, cents)
  select distinct c.campaign_id, o.server_id, o.role_id, 0 from orders o
    join rebate_campaign c on c.state = 'ready' and c.starts_at <= app_now() and c.ends_at > app_now()
      and o.order_type = any(c.counts)
   where o.order_no = any(p_orders) and o.role_id <> '' and o.paid_cents = 0 order by 1, 2, 3 on conflict do nothing;
  perform 1 from rebate_progress p
    where (p.server_id, p.role_id) in (select o.server_id, o.role_id from orders o where o.order_no = any(p_orders))
   order by p.campaign_id, p.server_id, p.role_id for update;
  select array_agg(distinct o.account_id) into who from orders o join rebate_progress p using (server_id, role_id)
   where o.order_no = any(p_orders)
     and p.cents + (select sum(coalesce(b.base_cents, b.amount_cents)) from orders b
       where b.order_no = any(p_orders))
     >= (select min(x.threshold_cents) from rebate_tier x where x.campaign_id = p.campaign_id);
  return who;
end $$;

-- The players whose rebates refunds of these orders may take back: a character may have been another account's.
create or replace function rebate_owners(p_orders text[]) returns bigint[] language sql stable as $$
  select array_agg(distinct g.account_id) from orders o join rebate_grant g on g.campaign_id = o.rebate_campaign_id
     and g.server_id = o.server_id and g.role_id = o.role_id and g.taken_back_at is null
   where o.order_no = any(p_orders)
$$;
