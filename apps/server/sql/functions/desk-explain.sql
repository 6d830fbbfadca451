-- Explains why a player got something from a campaign or did not: the conditions, in the order in which the granting
-- functions check them.

-- A line of an explanation. `ok`: the condition is met. `row_of`: the number of the row that says so.
create or replace function desk.explain_grant(
  p_kind text, p_campaign text, p_account bigint, p_server text, p_role text, p_code text default ''
) returns table (key text, ok boolean, value jsonb, row_of text)
language plpgsql stable as $$
begin
  if p_kind = 'redeem' then
    return query select * from desk.explain_redeem(p_campaign, p_account, p_server, p_role, p_code);
  elsif p_kind = 'rebate' then
    return query select * from desk.explain_rebate(p_campaign, p_account, p_server, p_role);
  else
    return query select * from desk.explain_bonus(p_campaign, p_account, p_server, p_role);
  end if;
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
  p_campaign text, p_account bigint, p_server text, p_role text
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
create or replace function desk.explain_bonus(
  p_goods text, p_account bigint, p_server text, p_role text
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
