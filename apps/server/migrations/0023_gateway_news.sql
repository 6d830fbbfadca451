-- The inbox's news of refunds that failed and of disputes whose money is told apart; titles for gateways.

-- As in 0020; where the gateway tells a loss's money by itself, that moves the books and the loss does not.
create or replace function apply_dispute(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text, p_detail jsonb, p_event text) returns text
language plpgsql as $$
declare
  t timestamptz := app_now();
  id text := p_detail->>'id';
  said text := p_detail->>'stage';
  due timestamptz := case when (p_detail->>'dueMs')::bigint > 0 then to_timestamp((p_detail->>'dueMs')::bigint / 1000.0) end;
  d dispute;
begin
  perform 1 from orders where order_no = p_order and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into dispute_event (channel_code, dispute_id, event_id, stage, at) values (p_channel, id, p_event, said, t) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at, opened_at, closed_at, also_money)
  values (p_channel, id, p_order, p_txn, p_amount, p_currency, said, p_detail->>'reason', due, t, case when said <> 'opened' then t end, coalesce((p_detail->>'alsoMoney')::boolean, false))
  on conflict (channel_code, dispute_id) do update set stage = excluded.stage, amount_cents = excluded.amount_cents, closed_at = t, due_at = coalesce(excluded.due_at, dispute.due_at)
   where dispute.stage = 'opened' and excluded.stage <> 'opened' returning * into d;
  if not found then
    select * into d from dispute where channel_code = p_channel and dispute_id = id;
    -- Money that comes back after it was lost: an operator looks at it.
    if d.stage = 'lost' and said = 'won' then
      update orders set hold_reason = 'dispute_won_after_loss' where order_no = p_order;
      return 'held';
    end if;
    return 'ignored';
  end if;
  if d.stage = 'lost' then
    if d.also_money then return 'dispute_lost'; end if;
    if apply_refunded(p_channel, p_order, p_txn, 'dispute:' || id, d.amount_cents) = 'before_capture' then return 'before_capture'; end if;
  end if;
  return 'dispute_' || d.stage;
end $$;

-- As in 0020, with refunds that failed.
create or replace function work_inbox(p_limit int, out worked int, out failed int) language plpgsql as $$
declare
  r record; result text; nos text[]; ids bigint[]; who bigint[];
begin
  worked := 0; failed := 0;
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(x.order_no) into ids, nos from (
    select inbox_id, order_of(i) as order_no from inbox i where state = 'new' and run_at <= app_now()
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
  for r in select i.*, order_of(i) as found_order from inbox i where inbox_id = any(ids) order by inbox_id loop
    begin
      result := case r.kind
        when 'paid' then apply_paid(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, 'webhook')
        when 'refunded' then apply_refunded(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents)
        when 'refund_failed' then apply_refund_failed(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents, r.detail->>'reason')
        when 'dispute' then apply_dispute(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, r.detail, r.event_id)
        when 'approved' then apply_approved(r.channel_code, r.found_order)
        when 'ignored' then 'ignored'
        else apply_refused(r.channel_code, r.found_order, r.kind) end;
    exception when others then
      if sqlstate in ('40P01', '40001', '55P03', '57014') then raise; end if;
      result := 'error: ' || sqlstate || ' ' || sqlerrm;
    end;
    if result = 'unknown_order' or result like 'error:%' then
      -- Never dropped: tried again with growing pauses, then parked for an operator.
      update inbox set attempts = attempts + 1, outcome = result, state = case when attempts >= 9 then 'parked' else 'new' end,
        run_at = app_now() + make_interval(secs => least(3600, 2 ^ attempts)) where inbox_id = r.inbox_id;
      failed := failed + 1;
    else
      update inbox set attempts = attempts + 1, outcome = result, state = 'done' where inbox_id = r.inbox_id;
      worked := worked + 1;
    end if;
  end loop;
end $$;

-- What gateways are told that was bought: the item's name in the language of the order. The same at each call, so it is kept.
alter table orders add column title text;
drop function create_order(bytea, text, text, bytea, text, text, bigint, int, text, text, text, int, float8, text, int, int);
create function create_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text default null,
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
      server_id, server_name, role_id, role_name, idem_key, idem_hash, created_at, expires_at, next_check_at, title)
    values (p_order_no, a.account_id, a.uid, p_type, p_goods, p_amount, p_bonus, p_channel,
      case when p_role <> '' then p_server else '' end, a.server_name, p_role, a.role_name, p_key, p_hash, t,
      t + make_interval(secs => p_ttl_seconds), t + make_interval(secs => p_first_check_seconds), p_title)
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
