-- Redeem codes, and first-top-up bonuses that begin anew.

-- What a code gives, to whom and how often. Items are delivered to the character, points are credited to the player.
create table redeem_campaign (
  campaign_id text primary key,
  -- {locale: {name}}
  texts jsonb not null,
  -- [{cp_goods_id, quantity, bonus}], as a delivery names them
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  basic_points bigint not null default 0 check (basic_points >= 0),
  present_points bigint not null default 0 check (present_points >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- at most so often; null: any number of times
  per_role integer default 1 check (per_role > 0),
  per_account integer check (per_account > 0),
  total integer check (total > 0),
  used integer not null default 0,
  exhausted_at timestamptz,
  constraint it_gives_something check (items <> '[]' or basic_points + present_points > 0),
  constraint it_ends_after_it_begins check (ends_at > starts_at),
  constraint never_beyond_the_total check (total is null or used <= total)
);

create table redeem_code (
  -- as domain/redeem-code.ts reads what a player types: capitals and digits alone
  code text primary key check (code ~ '^[A-Z0-9]{4,64}$'),
  campaign_id text not null references redeem_campaign,
  -- how often this very code may be used: 1 for codes that go out one by one, null for one that all share
  uses integer check (uses > 0),
  used integer not null default 0,
  constraint never_beyond_its_uses check (uses is null or used <= uses)
);

create table redemption (
  number text primary key,
  campaign_id text not null,
  code text not null,
  account_id bigint not null,
  server_id text not null,
  role_id text not null,
  items jsonb not null,
  basic_points bigint not null,
  present_points bigint not null,
  created_at timestamptz not null
);
create index redemption_account on redemption (account_id, number desc);
create index redemption_campaign on redemption (campaign_id, server_id, role_id);
create trigger redemption_append_only before update or delete on redemption for each row execute function refuse_change();

create table redeem_failure (
  account_id bigint not null,
  failed_at timestamptz not null
);
create index redeem_failure_account on redeem_failure (account_id, failed_at);

-- Codes that nobody guesses (64 random bits) for a campaign, each good p_uses times.
create function add_redeem_codes(p_campaign text, p_count int, p_uses int default 1) returns setof text language sql as $$
  insert into redeem_code (code, campaign_id, uses)
  select upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) || right(gen_random_uuid()::text, 4)), p_campaign, p_uses from generate_series(1, p_count)
  returning code
$$;

-- One code for one character. The calls of a player queue, so that each limit is exact; limits over all players are
-- counters that the statement itself bounds. Refusals come back as the error key, with why in p_data: a code that this
-- character had before answers with the number of that time, so that a lost answer loses nothing.
create function redeem_code(p_token bytea, p_number text, p_code text, p_server text, p_role text, out refusal text, out data jsonb)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record; c redeem_campaign; k redeem_code; before record; j bigint;
begin
  select s.account_id, u.uid, g.role_id, v.status as server_status into a
    from session s join account u using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not u.disabled;
  if not found then refusal := 'session'; return; end if;
  if a.role_id is null then refusal := 'RoleNotFound'; return; end if;
  perform pg_advisory_xact_lock(hashtextextended('redeem:' || a.account_id, 0));
  if (select count(*) from redeem_failure f where f.account_id = a.account_id and f.failed_at > t - interval '1 hour') >= 10 then
    refusal := 'SystemBusy'; data := jsonb_build_object('reason', 'too_many_codes'); return;
  end if;
  select * into k from redeem_code r where r.code = p_code;
  if not found then
    insert into redeem_failure values (a.account_id, t);
    refusal := 'RedeemCodeNotFound'; return;
  end if;
  select * into c from redeem_campaign r where r.campaign_id = k.campaign_id;
  select r.number, count(*) over () as times into before from redemption r
   where r.campaign_id = c.campaign_id and r.server_id = p_server and r.role_id = p_role order by r.number desc limit 1;
  if before.times >= c.per_role then
    refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'role', 'number', before.number); return;
  end if;
  if a.server_status <> 0 then refusal := 'serverMaintenance'; return; end if;
  if c.starts_at > t then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'not_begun', 'date', extract(epoch from c.starts_at)::bigint); return; end if;
  if c.ends_at <= t then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'over', 'date', extract(epoch from c.ends_at)::bigint); return; end if;
  if c.per_account is not null then
    select r.number, count(*) over () as times into before from redemption r
     where r.campaign_id = c.campaign_id and r.account_id = a.account_id order by r.number desc limit 1;
    if before.times >= c.per_account then
      refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'account', 'number', before.number); return;
    end if;
  end if;
  if c.total is not null then
    update redeem_campaign r set used = r.used + 1, exhausted_at = case when r.used + 1 = r.total then t end
     where r.campaign_id = c.campaign_id and r.used < r.total;
    if not found then
      refusal := 'RedeemCodeEnded';
      data := jsonb_build_object('reason', 'exhausted', 'date', (select extract(epoch from coalesce(r.exhausted_at, t))::bigint from redeem_campaign r where r.campaign_id = c.campaign_id));
      return;
    end if;
  end if;
  if k.uses is not null then
    update redeem_code r set used = r.used + 1 where r.code = p_code and r.used < r.uses;
    if not found then
      -- What the total counted above is not taken.
      if c.total is not null then update redeem_campaign r set used = r.used - 1, exhausted_at = null where r.campaign_id = c.campaign_id; end if;
      refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'code'); return;
    end if;
  end if;
  insert into redemption (number, campaign_id, code, account_id, server_id, role_id, items, basic_points, present_points, created_at)
  values (p_number, c.campaign_id, p_code, a.account_id, p_server, p_role, c.items, c.basic_points, c.present_points, t);
  if c.items <> '[]' then
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('dlv_' || p_number, 'deliver', p_number, jsonb_build_object('delivery_id', 'dlv_' || p_number, 'sdk_order_id', p_number,
      'uid', a.uid, 'server_id', p_server, 'role_id', p_role, 'items', c.items), t, t);
  end if;
  if c.basic_points + c.present_points > 0 then
    insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
    values ('redeem', p_number, a.account_id, c.basic_points, c.present_points, t) returning journal_id into j;
    perform credit_entries(j, a.account_id, c.basic_points, c.present_points, 0);
  end if;
  data := jsonb_build_object('number', p_number);
end $$;

-- When the first-top-up bonus of an item is there again for every character; from then on it is given once more.
create table bonus_reset (
  cp_goods_id text not null references product,
  at timestamptz not null,
  primary key (cp_goods_id, at)
);

create function bonus_epoch(p_goods text, p_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select max(r.at) from bonus_reset r where r.cp_goods_id = p_goods and r.at <= p_at), '-infinity')
$$;

alter table first_top_up add column epoch timestamptz not null default '-infinity', add column at timestamptz;
update first_top_up f set at = o.paid_at from orders o where o.order_no = f.order_no;
alter table first_top_up alter column at set not null, drop constraint first_top_up_pkey, add primary key (server_id, role_id, cp_goods_id, epoch);

-- The order of 0006; the bonus is used where it was had in this epoch.
create or replace function create_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  out refusal text, out order_no text, out status smallint, out gateway_url text)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record;
  o record;
begin
  select s.account_id, c.uid, g.role_id, coalesce(g.name, '') as role_name, coalesce(v.name, '') as server_name, v.status as server_status,
         p_type = 'item' and p_bonus > 0 and exists (
           select 1 from first_top_up f where f.server_id = p_server and f.role_id = p_role and f.cp_goods_id = p_goods
              and f.epoch = bonus_epoch(p_goods, t)) as bonus_used
    into a from session s join account c using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled;
  if not found then refusal := 'session'; return; end if;
  if p_role <> '' and a.role_id is null then refusal := 'RoleNotFound';
  elsif a.server_status <> 0 then refusal := 'serverMaintenance'; end if;
  if refusal is null then
    if a.bonus_used then p_bonus := 0; end if;
    insert into orders as n (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
      server_id, server_name, role_id, role_name, idem_key, idem_hash, created_at, expires_at, next_check_at)
    values (p_order_no, a.account_id, a.uid, p_type, p_goods, p_amount, p_bonus, p_channel,
      case when p_role <> '' then p_server else '' end, a.server_name, p_role, a.role_name, p_key, p_hash, t,
      t + make_interval(secs => p_ttl_seconds), t + make_interval(secs => p_first_check_seconds))
    on conflict (account_id, idem_key) where idem_key is not null do nothing
    returning n.order_no, n.status into order_no, status;
    if found then
      insert into order_event (order_no, from_status, to_status, cause, at) values (p_order_no, null, 1, 'created', t);
      return;
    end if;
  end if;
  if p_key is null then return; end if;
  -- The key was used before: within 24 hours it means that order; later it is free again.
  select n.order_no, n.status, n.gateway_url, n.idem_hash, n.created_at into o
    from orders n where n.account_id = a.account_id and n.idem_key = p_key for update;
  if not found then return; end if;
  if o.created_at < t - interval '24 hours' then
    update orders n set idem_key = null where n.order_no = o.order_no;
    if refusal is null then refusal := 'retry'; end if;
    return;
  end if;
  refusal := case when o.idem_hash <> p_hash then 'InvalidParams' end;
  order_no := o.order_no; status := o.status; gateway_url := o.gateway_url;
end $$;
