-- Campaigns at the desk: what a campaign would give, and why a player got something or did not. Only set_tiers,
-- make_codes and export_codes write.

-- The value of items at today's prices, and the items that have no price.
create or replace function desk.items_value(p_items jsonb, out cents bigint, out pieces bigint, out unpriced text[])
language sql stable as $$
  select coalesce(sum(p.price_cents * i.quantity * (100 + coalesce(i.bonus, 0)) / 100), 0)::bigint,
      coalesce(sum(i.quantity), 0)::bigint,
      coalesce(array_agg(i.cp_goods_id) filter (where p.cp_goods_id is null), '{}')
    from jsonb_to_recordset(p_items) i (cp_goods_id text, quantity bigint, bonus bigint)
    left join product p using (cp_goods_id)
$$;

-- A campaign's tiers in the form in which the desk compares and edits them.
create or replace function desk.tiers_of(p_campaign text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('threshold_cents', x.threshold_cents, 'rate_pct', x.rate_pct,
      'gift_goods_id', x.gift_goods_id, 'gift_quantity', x.gift_quantity) order by x.threshold_cents), '[]')
    from rebate_tier x where x.campaign_id = p_campaign
$$;

-- A checksum of a campaign's tiers.
create or replace function desk.tiers_mark(p_campaign text) returns int language sql stable as $$
  select hashtext(desk.tiers_of(p_campaign)::text)
$$;

-- Tiers in the form and order of desk.tiers_of.
create or replace function desk.in_order(p_tiers jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_object('threshold_cents', x.threshold_cents, 'rate_pct', x.rate_pct,
      'gift_goods_id', x.gift_goods_id, 'gift_quantity', x.gift_quantity) order by x.threshold_cents), '[]')
    from jsonb_to_recordset(p_tiers) x (threshold_cents bigint, rate_pct int, gift_goods_id text, gift_quantity int)
$$;

-- Sets the tiers of a draft. The caller has changed the draft already and therefore holds the target's lock.
create or replace function desk.set_tiers(p_campaign text, p_tiers jsonb) returns void language plpgsql as $$
begin
  if desk.tiers_of(p_campaign) = desk.in_order(p_tiers) then return; end if;
  delete from rebate_tier where campaign_id = p_campaign;
  insert into rebate_tier (campaign_id, threshold_cents, rate_pct, gift_goods_id, gift_quantity)
  select p_campaign, x.threshold_cents, x.rate_pct, x.gift_goods_id, x.gift_quantity
    from jsonb_to_recordset(p_tiers) x (threshold_cents bigint, rate_pct int, gift_goods_id text, gift_quantity int);
end $$;

-- Copies changed tiers into their campaign, so that its version changes too (decision 325).
create or replace function desk.tiers_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  id text := coalesce(new.campaign_id, old.campaign_id);
begin
  update rebate_campaign c set tiers = desk.tiers_of(id) where c.campaign_id = id and c.tiers <> desk.tiers_of(id);
  return null;
end $$;

-- Makes codes. The audit notes their number and never the codes. Refusals: not_found, over, unbounded (the campaign
-- runs and has no total, so new codes would raise the maximum that a second person approved).
create or replace function desk.make_codes(p_campaign text, p_count int, p_uses int, out refusal text, out made int)
language plpgsql as $$
declare
  c redeem_campaign;
begin
  perform desk.lock_target('redeem', p_campaign);
  select * into c from redeem_campaign r where r.campaign_id = p_campaign;
  if not found then refusal := 'not_found'; return; end if;
  if c.state = 'stopped' or c.ends_at <= app_now() then refusal := 'over'; return; end if;
  if c.state <> 'draft' and c.total is null then refusal := 'unbounded'; return; end if;
  made := (select count(*) from add_redeem_codes(p_campaign, p_count, p_uses));
  perform desk.note('redeem', p_campaign, jsonb_build_object('codes', made, 'uses', p_uses));
end $$;

-- Marks up to p_most codes that no export has had, and gives them. Two exports at once queue and get different codes.
create or replace function desk.export_codes(p_campaign text, p_most int) returns table (code text)
language plpgsql as $$
declare
  n int;
begin
  perform desk.lock_target('redeem', p_campaign);
  return query with gone as (
    insert into desk.code_export as x (code, campaign_id, exported_by, exported_at)
    select k.code, p_campaign, desk.said('actor'), app_now() from redeem_code k
     where k.campaign_id = p_campaign and not exists (select from desk.code_export e where e.code = k.code)
     order by k.code limit p_most
    returning x.code) select gone.code from gone order by 1;
  get diagnostics n = row_count;
  perform desk.note('redeem', p_campaign, jsonb_build_object('exported', n));
end $$;

-- What a campaign would have granted for the orders of a time span, one row for each grant. A kind of campaign has a
-- function of its name for it, which applies the rules of the function that grants to many orders at once. `had`: the
-- character got something similar in that span already. p_floor: the least order number of the span.
create or replace function desk.dry_run_rows(
  p_kind text, p_id text, p_from timestamptz, p_to timestamptz, p_floor text
) returns table (server_id text, role_id text, account_id bigint, tier bigint, points bigint, items bigint,
  value_cents bigint, had boolean)
language plpgsql stable as $$
begin
  return query execute format('select * from desk.%I($1, $2, $3, $4)', 'dry_run_' || p_kind)
    using p_id, p_from, p_to, p_floor;
end $$;

-- The rules of move_rebate. A rebate counts payments less their refunds, so a tier that a refund took back is not
-- granted. Similar is a tier of another rebate.
create or replace function desk.dry_run_rebate(
  p_id text, p_from timestamptz, p_to timestamptz, p_floor text
) returns table (server_id text, role_id text, account_id bigint, tier bigint, points bigint, items bigint,
  value_cents bigint, had boolean)
language plpgsql stable as $$
#variable_conflict use_column
declare
  counted text[];
begin
  select r.counts into counted from rebate_campaign r where r.campaign_id = p_id;
  return query
  with paid as materialized (
    select o.server_id, o.role_id, o.account_id, base_kept(o) as cents,
        sum(base_kept(o)) over (partition by o.server_id, o.role_id
          order by o.paid_at, o.order_no)::bigint as upto
      from orders o where o.order_no >= p_floor and o.paid_at >= p_from and o.paid_at < p_to
       and o.paid_cents > o.refunded_cents and o.role_id <> '' and o.order_type = any(counted)
       -- A payment in points is not a payment of money.
       and o.channel_code <> 'hcpoint')
  select s.server_id, s.role_id, s.account_id, x.threshold_cents, g.points,
      case when x.gift_goods_id is null then 0 else x.gift_quantity end::bigint,
      g.points + coalesce(p.price_cents * x.gift_quantity, 0)::bigint,
      exists (select from rebate_grant h join rebate_campaign o using (campaign_id)
        where h.campaign_id <> p_id and o.ends_at > p_from and h.server_id = s.server_id and h.role_id = s.role_id
          and h.taken_back_at is null and h.created_at >= p_from)
    from paid s join rebate_tier x on x.campaign_id = p_id and x.threshold_cents <= s.upto
       and x.threshold_cents > s.upto - s.cents
    cross join lateral (select x.threshold_cents * x.rate_pct / 100 as points) g
    left join product p on p.cp_goods_id = x.gift_goods_id;
end $$;

-- The rules of redeem_code. Similar is a gift of this campaign.
create or replace function desk.dry_run_redeem(
  p_id text, p_from timestamptz, p_to timestamptz, p_floor text
) returns table (server_id text, role_id text, account_id bigint, tier bigint, points bigint, items bigint,
  value_cents bigint, had boolean)
language plpgsql stable as $$
#variable_conflict use_column
declare
  c redeem_campaign; worth record;
begin
  select * into c from redeem_campaign r where r.campaign_id = p_id;
  select * into worth from desk.items_value(c.items);
  return query
  with had as materialized (
    select r.server_id, r.role_id, r.account_id from redemption r where r.campaign_id = p_id)
  select g.server_id, g.role_id, g.account_id, 0::bigint, c.basic_points + c.present_points, worth.pieces,
      c.basic_points + c.present_points + worth.cents,
      exists (select from had h where h.server_id = g.server_id and h.role_id = g.role_id)
    from game_role g join account a using (account_id) join game_server v on v.server_id = g.server_id
   where not a.disabled and v.status = 0
     and (c.per_role is null or c.per_role > (select count(*) from had h
       where h.server_id = g.server_id and h.role_id = g.role_id))
     and (c.per_account is null or c.per_account > (select count(*) from had h where h.account_id = g.account_id
       or h.account_id in (select l.account_id from account l where l.back_as = g.account_id)));
end $$;

-- The rules of mark_paid for a first-top-up bonus; p_id is the item. Similar is the item's bonus.
create or replace function desk.dry_run_reset(
  p_id text, p_from timestamptz, p_to timestamptz, p_floor text
) returns table (server_id text, role_id text, account_id bigint, tier bigint, points bigint, items bigint,
  value_cents bigint, had boolean)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select distinct on (o.server_id, o.role_id) o.server_id, o.role_id, o.account_id, 0::bigint, 0::bigint, 1::bigint,
      (p.price_cents * p.bonus_pct / 100)::bigint,
      exists (select from first_top_up f where f.server_id = o.server_id and f.role_id = o.role_id
        and f.cp_goods_id = p_id)
    from orders o join product p using (cp_goods_id)
   where o.order_no >= p_floor and o.cp_goods_id = p_id and o.order_type = 'item' and p.bonus_pct > 0
     and o.created_at >= p_from and o.created_at < p_to and o.paid_cents > 0 and o.role_id <> ''
   order by o.server_id, o.role_id, o.order_no;
end $$;

-- The sums of a dry run. `twice` counts characters that got something similar in that span already.
create or replace function desk.dry_run(
  p_kind text, p_id text, p_from timestamptz, p_to timestamptz, p_floor text
) returns jsonb language sql stable as $$
  with r as materialized (select * from desk.dry_run_rows(p_kind, p_id, p_from, p_to, p_floor)),
  who as materialized (
    select server_id, role_id, max(account_id) as account_id, sum(points)::bigint as points,
      sum(items)::bigint as items, sum(value_cents)::bigint as value_cents, bool_or(had) as had from r group by 1, 2),
  -- Orders of the span that were paid with money, for a character.
  paid as materialized (
    select o.server_id, o.role_id from orders o where o.order_no >= p_floor and o.paid_at >= p_from
       and o.paid_at < p_to and o.paid_cents > o.refunded_cents and o.role_id <> '' and o.channel_code <> 'hcpoint')
  select jsonb_build_object(
    'players', (select count(distinct account_id) from r), 'characters', (select count(*) from who),
    'orders', (select count(*) from paid),
    'orders_with', (select count(*) from paid join who using (server_id, role_id)),
    'grants', (select count(*) from r), 'points', (select coalesce(sum(points), 0) from r),
    'items', (select coalesce(sum(items), 0) from r), 'value_cents', (select coalesce(sum(value_cents), 0) from r),
    'tiers', (select coalesce(jsonb_agg(t order by t.threshold_cents), '[]') from (
      select tier as threshold_cents, count(*) as grants, sum(points) as points, sum(items) as items,
        sum(value_cents) as value_cents from r where tier > 0 group by tier) t),
    'largest', (select coalesce(jsonb_agg(l), '[]') from (
      select a.uid, w.server_id, w.role_id, w.points, w.items, w.value_cents
        from who w join account a using (account_id)
       order by w.value_cents desc, w.server_id, w.role_id limit 10) l),
    'twice', (select count(*) from who where had))
$$;

-- What a campaign has given so far, without what was taken back. A kind of campaign has a function of its name for it.
create or replace function desk.campaign_given(
  p_kind text, p_id text, out grants bigint, out points bigint, out cents bigint
) language plpgsql stable as $$
begin
  execute format('select * from desk.%I($1)', 'given_' || p_kind) into grants, points, cents using p_id;
end $$;

create or replace function desk.given_redeem(p_id text, out grants bigint, out points bigint, out cents bigint)
language sql stable as $$
  select count(*), coalesce(sum(r.basic_points + r.present_points), 0)::bigint,
      coalesce(sum(r.basic_points + r.present_points) + count(*) * max(v.cents), 0)::bigint
    from redemption r, redeem_campaign c, desk.items_value(c.items) v
   where r.campaign_id = p_id and c.campaign_id = p_id
$$;

create or replace function desk.given_rebate(p_id text, out grants bigint, out points bigint, out cents bigint)
language sql stable as $$
  select count(*), coalesce(sum(g.present_points), 0)::bigint,
      coalesce(sum(g.present_points + coalesce(p.price_cents * g.gift_quantity, 0)), 0)::bigint
    from rebate_grant g left join product p on p.cp_goods_id = g.gift_goods_id
   where g.campaign_id = p_id and g.taken_back_at is null
$$;

create or replace function desk.given_reset(p_id text, out grants bigint, out points bigint, out cents bigint)
language sql stable as $$
  select count(*), 0::bigint, coalesce(sum(coalesce(o.base_cents, o.amount_cents) * o.bonus_granted / 100), 0)::bigint
    from first_top_up f join orders o using (order_no)
   where f.cp_goods_id = split_part(p_id, '@', 1)
     and floor(extract(epoch from nullif(f.epoch, '-infinity')))::bigint = split_part(p_id, '@', 2)::bigint
$$;

-- Whether a campaign is giving now.
create or replace function desk.campaign_runs(p_kind text, p_id text) returns boolean language plpgsql stable as $$
declare
  runs boolean;
begin
  execute format('select c.state = ''ready'' and c.starts_at <= app_now() and c.ends_at > app_now() from %I c
    where c.campaign_id = $1', p_kind || '_campaign') into runs using p_id;
  return coalesce(runs, false);
end $$;

-- The most uses that a redeem campaign may have: its total; without a total, the remaining uses of its codes; where a
-- code has no limit either, the limit of each character times all characters. null: there is no bound.
create or replace function desk.redeem_bound(p_campaign text) returns bigint language sql stable as $$
  select case
    when c.total is not null then (c.total - c.used)::bigint
    when not exists (select from redeem_code k where k.campaign_id = p_campaign and k.uses is null)
      then (select coalesce(sum(k.uses - k.used), 0) from redeem_code k where k.campaign_id = p_campaign)
    else (select count(*) from game_role) * c.per_role end
  from redeem_campaign c where c.campaign_id = p_campaign
$$;

-- The most that a campaign allows, in cents; null: nothing bounds it. A kind of campaign has a function of its name for
-- it. Decision 567.
create or replace function desk.campaign_most(p_kind text, p_id text) returns bigint language plpgsql stable as $$
declare
  most bigint;
begin
  execute format('select desk.%I($1)', 'most_' || p_kind) into most using p_id;
  return most;
end $$;

-- A rebate gives each tier once to each character, and characters may be made: as many as there are may come again.
create or replace function desk.most_rebate(p_id text) returns bigint language sql stable as $$
  select ((select sum(x.threshold_cents * x.rate_pct / 100 + coalesce(p.price_cents * x.gift_quantity, 0))
      from rebate_tier x left join product p on p.cp_goods_id = x.gift_goods_id where x.campaign_id = p_id)
    * 2 * (select count(*) + 1 from game_role))::bigint
$$;

-- A code without a limit of uses, in a campaign without a total, has no bound. Others have that of their forecast.
create or replace function desk.most_redeem(p_id text) returns bigint language sql stable as $$
  select case when c.total is null and exists (select from redeem_code k
      where k.campaign_id = p_id and k.uses is null) then null else 0 end::bigint
    from redeem_campaign c where c.campaign_id = p_id
$$;

-- A reset gives each character the bonus once more, and characters may be made: as many as there are may come again.
create or replace function desk.most_reset(p_id text) returns bigint language sql stable as $$
  select ((select p.price_cents * p.bonus_pct / 100 from product p where p.cp_goods_id = split_part(p_id, '@', 1))
    * 2 * (select count(*) + 1 from game_role))::bigint
$$;

-- Lines of an explanation. `ok`: the condition is met. `row_of`: the number of the row that says so. A kind of campaign
-- has a function of its name for it.
create or replace function desk.explain_grant(
  p_kind text, p_campaign text, p_account bigint, p_server text, p_role text, p_code text default ''
) returns table (key text, ok boolean, value jsonb, row_of text)
language plpgsql stable as $$
begin
  return query execute format('select * from desk.%I($1, $2, $3, $4, $5)', 'explain_' || p_kind)
    using p_campaign, p_account, p_server, p_role, p_code;
end $$;

create or replace function desk.seconds(p_at timestamptz) returns bigint language sql immutable as $$
  select floor(extract(epoch from p_at))::bigint
$$;

-- The conditions of redeem_code in its order, then what the character got.
create or replace function desk.explain_redeem(
  p_campaign text, p_account bigint, p_server text, p_role text, p_code text
) returns table (key text, ok boolean, value jsonb, row_of text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  t timestamptz := app_now();
  c redeem_campaign; k redeem_code; v record; n bigint; had record;
begin
  select * into c from redeem_campaign r where r.campaign_id = p_campaign;
  return query select 'account', not a.disabled, '{}'::jsonb, a.uid from account a where a.account_id = p_account;
  select s.status, s.server_id into v from game_role g left join game_server s using (server_id)
   where g.server_id = p_server and g.role_id = p_role and g.account_id = p_account;
  return query select 'character', found, jsonb_build_object('server', p_server, 'role', p_role), p_role;
  n := (select count(*) from lives_of(p_account) l join redeem_failure f on f.account_id = l
    where f.failed_at > t - interval '1 hour');
  return query select 'failures', n < 10, jsonb_build_object('n', n, 'most', 10), '';
  if p_code <> '' then
    select * into k from redeem_code r where r.code = p_code;
    return query select 'code', coalesce(k.campaign_id = p_campaign, false), '{}'::jsonb, p_code;
  end if;
  return query select 'published', c.state <> 'draft', '{}'::jsonb, p_campaign;
  select count(*) as times, max(r.number) as number into had from redemption r
   where r.campaign_id = p_campaign and r.server_id = p_server and r.role_id = p_role;
  return query select 'per_role', c.per_role is null or had.times < c.per_role,
    jsonb_build_object('n', had.times, 'most', coalesce(c.per_role, 0)), coalesce(had.number, '');
  return query select 'server', coalesce(v.status = 0, false), jsonb_build_object('server', p_server), p_server;
  return query select 'begun', c.starts_at <= t, jsonb_build_object('at', desk.seconds(c.starts_at)), p_campaign;
  return query select 'not_stopped', c.state <> 'stopped', '{}'::jsonb, p_campaign;
  return query select 'not_over', c.ends_at > t, jsonb_build_object('at', desk.seconds(c.ends_at)), p_campaign;
  select count(*) as times, max(r.number) filter (where r.account_id = p_account) as number into had
    from lives_of(p_account) l join redemption r on r.account_id = l where r.campaign_id = p_campaign;
  return query select 'per_account', c.per_account is null or had.times < c.per_account,
    jsonb_build_object('n', had.times, 'most', coalesce(c.per_account, 0)), coalesce(had.number, '');
  return query select 'total', c.total is null or c.used < c.total,
    jsonb_build_object('n', c.used, 'most', coalesce(c.total, 0)), p_campaign;
  if p_code <> '' then
    return query select 'code_left', k.uses is null or k.used < k.uses,
      jsonb_build_object('n', coalesce(k.used, 0), 'most', coalesce(k.uses, 0)), p_code;
  else
    return query select 'codes_left', exists (select from redeem_code r
      where r.campaign_id = p_campaign and (r.uses is null or r.used < r.uses)), '{}'::jsonb, p_campaign;
  end if;
  return query select 'redeemed', true, jsonb_build_object('at', desk.seconds(r.created_at),
      'points', r.basic_points + r.present_points, 'code', r.code), r.number
    from redemption r where r.campaign_id = p_campaign and r.server_id = p_server and r.role_id = p_role
   order by r.number limit 50;
end $$;

-- The character, the campaign, each order of the player in the campaign's time, the sum, and each tier.
create or replace function desk.explain_rebate(
  p_campaign text, p_account bigint, p_server text, p_role text, p_code text default ''
) returns table (key text, ok boolean, value jsonb, row_of text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  t timestamptz := app_now();
  c rebate_campaign; total bigint;
begin
  select * into c from rebate_campaign r where r.campaign_id = p_campaign;
  return query select 'character', exists (select from game_role g where g.server_id = p_server and g.role_id = p_role
    and g.account_id = p_account), jsonb_build_object('server', p_server, 'role', p_role), p_role;
  return query select 'published', c.state <> 'draft', '{}'::jsonb, p_campaign;
  return query select 'not_stopped', c.state <> 'stopped', '{}'::jsonb, p_campaign;
  return query select 'begun', c.starts_at <= t, jsonb_build_object('at', desk.seconds(c.starts_at)), p_campaign;
  return query select 'not_over', c.ends_at > t, jsonb_build_object('at', desk.seconds(c.ends_at)), p_campaign;
  return query select x.why, x.why = 'order_counted', jsonb_build_object('cents', x.kept,
      'price', coalesce(x.base_cents, x.amount_cents), 'role', x.role_id,
      'at', desk.seconds(coalesce(x.paid_at, x.created_at))), x.order_no
    from (select o.*, base_kept(o) as kept, case
        when o.paid_cents = 0 then 'order_unpaid'
        when o.channel_code = 'hcpoint' then 'order_points'
        when o.role_id = '' then 'order_no_character'
        when (o.server_id, o.role_id) <> (p_server, p_role) then 'order_other_character'
        when o.rebate_campaign_id = p_campaign and o.refunded_cents = o.paid_cents then 'order_refunded'
        when o.rebate_campaign_id = p_campaign then 'order_counted'
        when o.order_type <> all(c.counts) then 'order_kind'
        when o.paid_at < c.starts_at or o.paid_at >= c.ends_at then 'order_outside'
        else 'order_not_then' end as why
      from lives_of(p_account) l join orders o on o.account_id = l
     where o.rebate_campaign_id = p_campaign
       or o.created_at between c.starts_at - interval '1 day' and c.ends_at + interval '1 day'
     order by o.order_no desc limit 100) x order by x.order_no;
  total := coalesce((select p.cents from rebate_progress p
    where p.campaign_id = p_campaign and p.server_id = p_server and p.role_id = p_role), 0);
  return query select 'sum', total > 0, jsonb_build_object('cents', total), p_campaign;
  return query select case when g.number is null then 'tier_missing'
        when g.taken_back_at is null then 'tier_granted' else 'tier_taken_back' end,
      g.number is not null and g.taken_back_at is null,
      jsonb_strip_nulls(jsonb_build_object('cents', x.threshold_cents, 'points', g.present_points,
        'missing', greatest(x.threshold_cents - total, 0), 'order', g.order_no, 'gift', g.gift_goods_id,
        'at', desk.seconds(coalesce(g.taken_back_at, g.created_at)))), coalesce(g.number, '')
    from rebate_tier x left join lateral (select * from rebate_grant g where g.campaign_id = p_campaign
       and g.server_id = p_server and g.role_id = p_role and g.threshold_cents = x.threshold_cents
     order by g.taken_back_at nulls first limit 1) g on true
   where x.campaign_id = p_campaign order by x.threshold_cents;
end $$;

-- The bonus of an item: its epoch, and the order that has it.
create or replace function desk.explain_reset(
  p_goods text, p_account bigint, p_server text, p_role text, p_code text
) returns table (key text, ok boolean, value jsonb, row_of text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  t timestamptz := app_now();
  p product; e timestamptz; owner text;
begin
  select * into p from product x where x.cp_goods_id = p_goods;
  return query select 'character', exists (select from game_role g where g.server_id = p_server and g.role_id = p_role
    and g.account_id = p_account), jsonb_build_object('server', p_server, 'role', p_role), p_role;
  return query select 'has_bonus', p.kind = 'item' and p.bonus_pct > 0, jsonb_build_object('n', p.bonus_pct), p_goods;
  return query select 'on_sale', p.active, '{}'::jsonb, p_goods;
  e := bonus_epoch(p_goods, t);
  return query select 'epoch', true, case when e = '-infinity' then '{}' else
    jsonb_build_object('at', desk.seconds(e)) end, p_goods;
  owner := bonus_owner(p_server, p_role, p_goods, e);
  return query select 'bonus_free', owner is null, '{}'::jsonb, coalesce(owner, '');
  return query select case when x.paid_cents = 0 then 'order_unpaid' when x.bonus_granted > 0 then 'bonus_given'
        else 'bonus_not_given' end, coalesce(x.paid_cents > 0 and x.bonus_granted > 0, false),
      jsonb_build_object('n', coalesce(x.bonus_granted, 0), 'price', coalesce(x.base_cents, x.amount_cents),
        'at', desk.seconds(coalesce(x.paid_at, x.created_at))), x.order_no
    from (select o.* from lives_of(p_account) l join orders o on o.account_id = l
       where o.cp_goods_id = p_goods and o.server_id = p_server and o.role_id = p_role
     order by o.order_no desc limit 50) x order by x.order_no;
end $$;
