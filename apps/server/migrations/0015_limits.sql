-- How many orders a player may have open, and may make in an hour: p_unpaid_max null means no limits. Orders of the last hour are
-- a range of the index, for their numbers begin with their time (p_hour_floor). An order that a key made before is found all the same.
drop function create_order(bytea, text, text, bytea, text, text, bigint, int, text, text, text, int, float8);
create function create_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int,
  out refusal text, out order_no text, out status smallint, out gateway_url text)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record;
  o record;
  recent record;
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
  elsif a.server_status <> 0 then refusal := 'serverMaintenance';
  elsif p_unpaid_max is not null then
    select count(*) as made, count(*) filter (where n.status = 1 and n.expires_at > t) as unpaid into recent from (
      select m.status, m.expires_at from orders m where m.account_id = a.account_id and m.order_no >= p_hour_floor limit greatest(p_hourly_max, p_unpaid_max)) n;
    if recent.unpaid >= p_unpaid_max then refusal := 'TooManyUnpaidOrders';
    elsif recent.made >= p_hourly_max then refusal := 'TooManyRequests'; end if;
  end if;
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
