-- Creating an order, its states, and questions about its outcome.

-- The state machine of packages/domain/src/order/order-status.ts; a test compares all pairs.
create or replace function order_may_move(f smallint, t smallint) returns boolean language sql immutable as $$
  select (f, t) in ((1,2), (1,3), (1,6), (3,2), (6,2), (2,4), (2,5), (4,5))
$$;

-- Refuses an edge that the state machine does not have, and writes the event row of the edge taken. A pack is paid and
-- credited in one update: that makes two edges and two event rows, and the cause of the first is that of its capture.
create or replace function order_moved() returns trigger language plpgsql as $$
declare
  edges int := 0;
begin
  if new.status = 4 and new.order_type = 'coin' and order_may_move(old.status, 2::smallint) then
    insert into order_event (order_no, from_status, to_status, cause, at)
    select new.order_no, old.status, 2, c.source, app_now() from capture c
     where c.order_no = new.order_no and c.outcome = 'applied'
    union all select new.order_no, 2, 4, new.cause, app_now();
    get diagnostics edges = row_count;
    if edges = 2 then return null; end if;
  end if;
  if edges > 0 or not order_may_move(old.status, new.status) then
    raise exception 'order % may not move from % to %', new.order_no, old.status, new.status using errcode = '23514';
  end if;
  insert into order_event (order_no, from_status, to_status, cause, at)
  values (new.order_no, old.status, new.status, new.cause, app_now());
  return null;
end $$;

-- Refuses a change to a column that never changes. The comparison stands here and not in the trigger: each statement
-- that writes orders copies a trigger's condition, and none but a mistake comes to here. Decision 555.
create or replace function order_frozen() returns trigger language plpgsql as $$
begin
  if (old.amount_cents, old.currency, old.account_id, old.cp_goods_id, old.channel_code, old.order_type, old.role_id,
      old.server_id, old.bonus_pct, old.points, old.base_cents) is not distinct from (new.amount_cents, new.currency,
      new.account_id, new.cp_goods_id, new.channel_code, new.order_type, new.role_id, new.server_id, new.bonus_pct,
      new.points, new.base_cents) and old.method is not distinct from new.method then
    return new;
  end if;
  raise exception 'order %: amount, currency, owner, goods, channel and method never change',
    old.order_no using errcode = '23514';
end $$;

-- Makes an order in one round trip, or finds the one that its idempotency key made: checks session, character,
-- server and limits, and takes the first-top-up bonus. The account is locked with the weakest lock, so that no order
-- is made under a uid that is being deleted. p_unpaid_max null means no limits. Orders of the last hour are a range
-- of the index, for their numbers begin with their time (p_hour_floor). An order is made with the bonus that it
-- keeps, or without one. p_shown is the bonus that the player saw, null where it was not said: where the offer is
-- another one now, no order is made (OfferChanged), and offer_bonus and held_by say what holds. While another order
-- of the character and the item is being made, the answer is `busy`: the caller asks again. p_locale is the language
-- of letters about the order. An order that is held cannot be paid: its status is null here. Refusals come back as
-- the error key; `session`, `retry` and `busy` are the caller's to handle. p_amount is in minor units of p_currency. In
-- another currency than dollars p_points says what a pack credits or an order of HC Point costs, and p_base is the base
-- price in USD cents. p_terms are frozen facts of this order alone, an object of order_terms' columns, or null. A price
-- that they name must be that of the item now, in the book of their market (PriceChanged). Points that are bought by
-- their number cost what is computed here, and the order keeps the rate that it was computed with. p_method is what the
-- player pays with at the channel, and the country of the list that offered it: `ideal/NL`; null: the gateway asks.
-- Decisions 119, 168, 366, 373, 411, 681 and 736.
create or replace function place_purchase(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text, p_shown int, p_locale text,
  p_currency text, p_points bigint, p_base bigint, p_method text, p_terms jsonb,
  out refusal text, out order_no text, out status smallint, out gateway_url text,
  out amount_cents bigint, out currency text, out expires_at timestamptz, out title text, out gateway_ref text,
  out offer_bonus int, out held_by text, out method text)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record; o record; recent record; e timestamptz; owned boolean; rate bigint;
begin
  select s.account_id, c.uid, g.role_id, coalesce(g.name, '') as role_name, coalesce(v.name, '') as server_name,
    v.status as server_status
    into a from session s join account c using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled for key share of c;
  if not found then refusal := 'session'; return; end if;
  if p_goods = 'coin_exact' then rate := exact_rate(p_currency, p_terms); end if;
  if not may_begin(a.account_id) then refusal := 'serverMaintenance';
  elsif p_role <> '' and a.role_id is null then refusal := 'RoleNotFound';
  elsif a.server_status <> 0 then refusal := 'serverMaintenance';
  elsif not currency_open(p_currency) then refusal := 'CurrencyUnavailable';
  elsif p_terms ? 'price_id' and not exists (
      select 1 from price p join price_book b using (book_id) join book_country c using (book_id)
       where p.price_id = (p_terms ->> 'price_id')::bigint and p.cp_goods_id = p_goods and p.amount_minor = p_amount
         and b.currency = p_currency and c.country = p_terms ->> 'market'
         and p.price_id = price_at(p.book_id, p.cp_goods_id, t))
      or p_goods = 'coin_exact' and p_amount is distinct from exact_amount(p_points, rate, p_currency)
    then refusal := 'PriceChanged';
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
      -- Only a read after the lock is reliable.
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
      locale, currency, points, base_cents, method)
    values (p_order_no, a.account_id, a.uid, p_type, p_goods, p_amount, p_bonus, p_channel,
      case when p_role <> '' then p_server else '' end, a.server_name, p_role, a.role_name, p_key, p_hash, t,
      t + make_interval(secs => p_ttl_seconds), t + make_interval(secs => p_first_check_seconds), p_title, p_locale,
      p_currency, p_points, coalesce(p_base, case when p_terms is not null then p_amount end), p_method)
    on conflict (account_id, idem_key) where idem_key is not null do nothing
    returning n.order_no, n.status, n.amount_cents, n.currency, n.expires_at, coalesce(n.title, n.cp_goods_id), n.method
      into order_no, status, amount_cents, currency, expires_at, title, method;
    if found then
      insert into order_event (order_no, from_status, to_status, cause, at) values (p_order_no, null, 1, 'created', t);
      if p_terms is not null then
        insert into order_terms
        select x.* from jsonb_populate_record(null::order_terms, p_terms || jsonb_build_object('order_no', p_order_no)
          || case when p_terms ? 'point_rate' then jsonb_build_object('point_rate', rate) else '{}' end) x;
        -- The buyer's consents, as {"kind", "version"}.
        if p_terms ? 'consent' then
          insert into consent (order_no, account_id, kind, text_version, locale, at)
          values (p_order_no, a.account_id, p_terms->'consent'->>'kind', (p_terms->'consent'->>'version')::int,
            coalesce(p_locale, 'en-US'), t);
        end if;
      end if;
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
  -- A held order cannot be paid, so its gateway is not asked for a payment.
  status := case when o.hold_reason is null then o.status end;
  amount_cents := o.amount_cents; currency := o.currency; expires_at := o.expires_at;
  title := coalesce(o.title, o.cp_goods_id); gateway_ref := o.gateway_ref; method := o.method;
end $$;

-- The form that the landed version calls: without a method.
create or replace function place_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text, p_shown int, p_locale text,
  p_currency text, p_points bigint, p_base bigint, p_terms jsonb,
  out refusal text, out order_no text, out status smallint, out gateway_url text,
  out amount_cents bigint, out currency text, out expires_at timestamptz, out title text, out gateway_ref text,
  out offer_bonus int, out held_by text)
language sql as $$
  select m.refusal, m.order_no, m.status, m.gateway_url, m.amount_cents, m.currency, m.expires_at, m.title,
      m.gateway_ref, m.offer_bonus, m.held_by
    from place_purchase(p_token, p_order_no, p_key, p_hash, p_goods, p_type, p_amount, p_bonus, p_channel, p_server,
      p_role, p_ttl_seconds, p_first_check_seconds, p_hour_floor, p_unpaid_max, p_hourly_max, p_title, p_shown,
      p_locale, p_currency, p_points, p_base, null, p_terms) m
$$;

-- Notes the payment that a gateway made for an order.
create or replace function payment_started(p_order_no text, p_ref text, p_url text) returns void
language plpgsql as $$
begin
  update orders set gateway_ref = p_ref, gateway_url = p_url where order_no = p_order_no;
end $$;

-- Ends an unpaid order that has expired and whose gateway holds no money for it. Its gateway need not be asked.
-- Decision 14.
create or replace function expire_order(p_order text) returns text language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where order_no = p_order for update;
  if o.status <> 1 then return 'ended'; end if;
  if o.expires_at > app_now() then return 'not_due'; end if;
  update orders set status = 6, cause = 'expired' where order_no = p_order;
  return 'overdue';
end $$;

-- Leases orders whose outcome is due to be asked for. Settled orders leave the queue together. A settled order is asked
-- about twice more, after p_settled_seconds and once later, because its gateway may have taken or given back money by a
-- webhook that never came. Decision 28.
create or replace function lease_checks(p_limit int, p_lease_seconds int, p_settled_seconds float8 default 3600)
returns table (order_no text, channel_code text, status smallint, gateway_ref text, expired boolean, checks int)
language plpgsql as $$
begin
  update orders o set checks = greatest(o.checks, 101),
      next_check_at = case when o.channel_code <> 'hcpoint'
        then app_now() + make_interval(secs => p_settled_seconds) end
   where o.order_no in (select x.order_no from orders x where x.next_check_at <= app_now() and x.status in (2, 4, 5)
        and (x.checks < 101 or x.channel_code = 'hcpoint') limit 500 for update skip locked);
  return query
  update orders o set next_check_at = app_now() + make_interval(secs => p_lease_seconds), checks = o.checks + 1
   where o.order_no in (select x.order_no from orders x
     where x.next_check_at <= app_now() and (x.status in (1, 3, 6) or x.checks >= 101)
      order by x.next_check_at, x.order_no limit p_limit for update skip locked)
  returning o.order_no, o.channel_code, o.status, o.gateway_ref, o.expires_at <= app_now(), o.checks;
end $$;

-- What the staff has to do for an order: `payment` (a payment does not fit the order), `refund` (a gateway failed to
-- give money back), or `none`. Decision 143.
create or replace function staff_sees_to(o orders) returns text language sql stable as $$
  select case
    when o.hold_reason is not null and o.paid_cents = 0
      and (o.status = 1 or exists (select 1 from outbox b
        where b.order_no = o.order_no and b.kind = 'refund' and b.state not in ('confirmed', 'cancelled')))
        then 'payment'
    when o.status = 5 and exists (select 1 from refund_failure f join capture c using (channel_code, txn)
      where f.order_no = o.order_no and f.reversed and c.outcome = 'applied' and money_owed(c) > 0) then 'refund'
    else 'none' end
$$;

-- Whether the caller should ask about an order now. If not: whether somebody else is asking, and whether the last
-- question was answered. A process that died while asking blocks others for at most p_lease_seconds. Decision 170.
create or replace function ask_about(p_subject text, p_lease_seconds float8, out asks boolean, out under_way boolean,
  out was_answered boolean) language plpgsql as $$
declare
  t timestamptz := app_now();
begin
  insert into order_question as q (subject, asked_at, not_before)
  values (p_subject, t, t + make_interval(secs => p_lease_seconds))
  on conflict (subject) do update
    set asked_at = excluded.asked_at, not_before = excluded.not_before, asking = true, answered = false
   where q.not_before <= t;
  asks := found;
  select q.asking and not asks, q.answered into under_way, was_answered from order_question q
    where q.subject = p_subject;
end $$;

-- Sets the next question p_every_seconds after this one began, or later if the other side asks for that.
create or replace function question_ended(
  p_subject text, p_answered boolean, p_every_seconds float8, p_wait_seconds float8
) returns void language sql as $$
  update order_question set asking = false, answered = p_answered, not_before = greatest(
      asked_at + make_interval(secs => p_every_seconds), app_now() + make_interval(secs => p_wait_seconds))
   where subject = p_subject
$$;
