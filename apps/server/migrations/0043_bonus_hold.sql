-- A first-top-up bonus is promised to one open order of a character and an item, and kept for it.

-- Whom a bonus is kept for: an unpaid order that was told so. The row goes when the order is paid (then it is a row of
-- first_top_up), when it ends without payment, and when it is held for an operator.
create table bonus_hold (
  server_id text not null,
  role_id text not null,
  cp_goods_id text not null,
  epoch timestamptz not null,
  order_no text not null unique,
  primary key (server_id, role_id, cp_goods_id, epoch)
);

-- The language of the player who made it; null: not known.
alter table orders add column locale text;

-- Who wants the bonus of a character and an item takes this lock, or leaves the bonus to whoever has it: nobody waits
-- here, so that no two batches of orders wait for each other. It lasts as long as the transaction.
create function try_bonus(p_server text, p_role text, p_goods text) returns boolean language sql as $$
  select pg_try_advisory_xact_lock(hashtextextended('bonus:' || p_server || '/' || p_role || '/' || p_goods, 0))
$$;

-- Who has the bonus of an epoch: the order that it was given to or is kept for; null: nobody. One look at both tables,
-- for a payment moves it from one to the other.
create function bonus_owner(p_server text, p_role text, p_goods text, p_epoch timestamptz) returns text
language sql stable as $$
  select order_no from first_top_up
   where server_id = p_server and role_id = p_role and cp_goods_id = p_goods and epoch = p_epoch
  union all select order_no from bonus_hold
   where server_id = p_server and role_id = p_role and cp_goods_id = p_goods and epoch = p_epoch
  limit 1
$$;

-- As create_order and open_order of 0037 and 0029 together, and with the bonus: an order is made with the bonus that it
-- keeps, or without one. p_shown is the bonus that the player saw, null where it was not said: where the offer is
-- another one now, no order is made (OfferChanged), and offer_bonus and held_by say what holds. While another order of
-- the character and the item is being made, the answer is `busy`: the caller asks again. p_locale is the language that
-- letters about the order are written in.
create function make_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text, p_shown int, p_locale text,
  out refusal text, out order_no text, out status smallint, out gateway_url text,
  out amount_cents bigint, out currency text, out expires_at timestamptz, out title text, out gateway_ref text,
  out offer_bonus int, out held_by text)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record; o record; recent record; e timestamptz; owned boolean;
begin
  select s.account_id, c.uid, g.role_id, coalesce(g.name, '') as role_name, coalesce(v.name, '') as server_name,
    v.status as server_status
    into a from session s join account c using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled for key share of c;
  if not found then refusal := 'session'; return; end if;
  if p_role <> '' and a.role_id is null then refusal := 'RoleNotFound';
  elsif a.server_status <> 0 then refusal := 'serverMaintenance';
  elsif p_unpaid_max is not null then
    select count(*) as made, count(*) filter (where n.status = 1 and n.expires_at > t) as unpaid into recent from (
      select m.status, m.expires_at from orders m where m.account_id = a.account_id and m.order_no >= p_hour_floor
        limit greatest(p_hourly_max, p_unpaid_max)) n;
    if recent.unpaid >= p_unpaid_max then refusal := 'TooManyUnpaidOrders';
    elsif recent.made >= p_hourly_max then refusal := 'TooManyRequests'; end if;
  end if;
  if refusal is null and p_type = 'item' and p_bonus > 0 then
    e := bonus_epoch(p_goods, t);
    owned := bonus_owner(p_server, p_role, p_goods, e) is not null;
    if not owned then
      if not try_bonus(p_server, p_role, p_goods) then refusal := 'busy'; return; end if;
      -- Only the look that comes after the lock counts.
      owned := bonus_owner(p_server, p_role, p_goods, e) is not null;
    end if;
    if owned then
      p_bonus := 0;
      select h.order_no into held_by from bonus_hold h
       where h.server_id = p_server and h.role_id = p_role and h.cp_goods_id = p_goods and h.epoch = e;
    end if;
  end if;
  offer_bonus := p_bonus;
  if refusal is null and p_shown <> p_bonus then refusal := 'OfferChanged'; end if;
  if refusal is null then
    insert into orders as n (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
      server_id, server_name, role_id, role_name, idem_key, idem_hash, created_at, expires_at, next_check_at, title,
      locale)
    values (p_order_no, a.account_id, a.uid, p_type, p_goods, p_amount, p_bonus, p_channel,
      case when p_role <> '' then p_server else '' end, a.server_name, p_role, a.role_name, p_key, p_hash, t,
      t + make_interval(secs => p_ttl_seconds), t + make_interval(secs => p_first_check_seconds), p_title, p_locale)
    on conflict (account_id, idem_key) where idem_key is not null do nothing
    returning n.order_no, n.status, n.amount_cents, n.currency, n.expires_at, coalesce(n.title, n.cp_goods_id)
      into order_no, status, amount_cents, currency, expires_at, title;
    if found then
      insert into order_event (order_no, from_status, to_status, cause, at) values (p_order_no, null, 1, 'created', t);
      if p_type = 'item' and p_bonus > 0 then
        insert into bonus_hold (server_id, role_id, cp_goods_id, epoch, order_no)
        values (p_server, p_role, p_goods, e, p_order_no);
      end if;
      return;
    end if;
  end if;
  if p_key is null then return; end if;
  -- The key was used before: within 24 hours it means that order; later it is free again.
  select * into o from orders n where n.account_id = a.account_id and n.idem_key = p_key for update;
  if not found then return; end if;
  if o.created_at < t - interval '24 hours' then
    update orders n set idem_key = null where n.order_no = o.order_no;
    if refusal is null then refusal := 'retry'; end if;
    return;
  end if;
  refusal := case when o.idem_hash <> p_hash then 'InvalidParams' end;
  order_no := o.order_no; gateway_url := o.gateway_url;
  -- An order that is held cannot be paid: nothing is made of it at its gateway.
  status := case when o.hold_reason is null then o.status end;
  amount_cents := o.amount_cents; currency := o.currency; expires_at := o.expires_at;
  title := coalesce(o.title, o.cp_goods_id); gateway_ref := o.gateway_ref;
end $$;

-- For the version before, whose processes call this, and open_order, which calls it. They do not know `busy`: who is in
-- the middle of it is waited for.
create or replace function create_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text default null,
  out refusal text, out order_no text, out status smallint, out gateway_url text)
language plpgsql as $$
begin
  if p_type = 'item' and p_bonus > 0 then
    perform pg_advisory_xact_lock(hashtextextended('bonus:' || p_server || '/' || p_role || '/' || p_goods, 0));
  end if;
  select m.refusal, m.order_no, m.status, m.gateway_url into refusal, order_no, status, gateway_url
    from make_order(p_token, p_order_no, p_key, p_hash, p_goods, p_type, p_amount, p_bonus, p_channel, p_server, p_role,
      p_ttl_seconds, p_first_check_seconds, p_hour_floor, p_unpaid_max, p_hourly_max, p_title, null, null) m;
  if order_no is not null and status is null then
    select n.status into status from orders n where n.order_no = create_order.order_no;
  end if;
end $$;

-- As in 0011; an order gets the bonus that is kept for it. One that ended before it was paid kept nothing: it gets the
-- bonus where nobody else has it or was promised it. One that was promised none gets none.
create or replace function mark_paid(o orders, p_source text) returns integer language plpgsql as $$
declare
  granted int := o.bonus_pct; e timestamptz;
begin
  if o.order_type = 'item' and granted > 0 then
    delete from bonus_hold h where h.order_no = o.order_no returning h.epoch into e;
    if not found then
      e := bonus_epoch(o.cp_goods_id, o.created_at);
      if not try_bonus(o.server_id, o.role_id, o.cp_goods_id)
        or bonus_owner(o.server_id, o.role_id, o.cp_goods_id, e) is not null then granted := 0; end if;
    end if;
    if granted > 0 then
      insert into first_top_up (server_id, role_id, cp_goods_id, epoch, order_no, at)
      values (o.server_id, o.role_id, o.cp_goods_id, e, o.order_no, app_now()) on conflict do nothing;
      if not found then granted := 0; else perform pg_notify('hc_bus', 'bonus:' || o.server_id || '/' || o.role_id); end if;
    end if;
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

-- An order that ends without payment, or that nobody can pay any more, gives its bonus back.
create function bonus_released() returns trigger language plpgsql as $$
begin
  delete from bonus_hold where order_no = new.order_no;
  if found then perform pg_notify('hc_bus', 'bonus:' || new.server_id || '/' || new.role_id); end if;
  return null;
end $$;
create trigger bonus_released after update of status, hold_reason on orders for each row
  when (new.bonus_pct > 0 and old.status = 1
    and (new.status in (3, 6) or (new.status = 1 and old.hold_reason is null and new.hold_reason is not null)))
  execute function bonus_released();

-- Of orders that are open now, the first that was made keeps what it was promised.
insert into bonus_hold (server_id, role_id, cp_goods_id, epoch, order_no)
select o.server_id, o.role_id, o.cp_goods_id, bonus_epoch(o.cp_goods_id, o.created_at), o.order_no from orders o
 where o.status = 1 and o.hold_reason is null and o.order_type = 'item' and o.bonus_pct > 0
   and not exists (select 1 from first_top_up f where f.server_id = o.server_id and f.role_id = o.role_id
     and f.cp_goods_id = o.cp_goods_id and f.epoch = bonus_epoch(o.cp_goods_id, o.created_at))
 order by o.order_no on conflict do nothing;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant delete on bonus_hold to hc_app;
    grant select on bonus_hold to hc_readonly;
  end if;
end $$;
