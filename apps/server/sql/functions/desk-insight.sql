-- The shop as a whole at the desk: sums, processes and alerts.

-- Adds up to p_limit journals to their daily totals. Gives how many it added. Each journal is added once, because the
-- mark moves in the same transaction. Decision 310.
create or replace function desk.add_totals(p_limit int) returns int language plpgsql as $$
declare
  m desk.total_mark;
  upto bigint;
begin
  select * into m from desk.total_mark for update;
  if m.done_id >= m.seen_id then
    -- A journal may get its number before its transaction gets an id, by less than half a minute. So half a minute
    -- passes between noting the newest number and adding it up.
    if m.seen_at > now() - interval '30 seconds' then return 0; end if;
    update desk.total_mark set seen_at = now(), seen_xid = pg_snapshot_xmax(pg_current_snapshot()),
      seen_id = greatest(m.seen_id, (select coalesce(max(j.journal_id), 0) from ledger_journal j));
    return 0;
  end if;
  if m.seen_at > now() - interval '30 seconds' or pg_snapshot_xmin(pg_current_snapshot()) < m.seen_xid then
    return 0;
  end if;
  upto := least(m.seen_id, m.done_id + p_limit);
  insert into desk.day_total as d (day, channel_code, cp_goods_id, orders, newcomers, gross_cents, refunds,
    refunded_cents, points)
  select s.day, s.channel_code, s.cp_goods_id, sum(s.orders), sum(s.newcomers), sum(s.gross_cents), sum(s.refunds),
      sum(s.refunded_cents), sum(s.points)
    from desk.sales_sums(m.done_id, upto) s group by 1, 2, 3
  on conflict (day, channel_code, cp_goods_id) do update set orders = d.orders + excluded.orders,
    newcomers = d.newcomers + excluded.newcomers, gross_cents = d.gross_cents + excluded.gross_cents,
    refunds = d.refunds + excluded.refunds, refunded_cents = d.refunded_cents + excluded.refunded_cents,
    points = d.points + excluded.points;
  insert into desk.ledger_day as d (day, account, unit, channel_code, amount)
  select b.day, b.account, b.unit, b.channel_code, sum(b.amount) from desk.ledger_sums(m.done_id, upto) b
   group by 1, 2, 3, 4
  on conflict (day, account, unit, channel_code) do update set amount = d.amount + excluded.amount;
  insert into desk.currency_day as d (day, unit, channel_code, cp_goods_id, orders, newcomers, gross_minor, refunds,
    refunded_minor)
  select s.day, s.unit, s.channel_code, s.cp_goods_id, s.orders, s.newcomers, s.gross_minor, s.refunds,
      s.refunded_minor
    from desk.sales_sums_in(m.done_id, upto) s
  on conflict (day, unit, channel_code, cp_goods_id) do update set orders = d.orders + excluded.orders,
    newcomers = d.newcomers + excluded.newcomers, gross_minor = d.gross_minor + excluded.gross_minor,
    refunds = d.refunds + excluded.refunds, refunded_minor = d.refunded_minor + excluded.refunded_minor;
  update desk.total_mark set done_id = upto;
  return (upto - m.done_id)::int;
end $$;

-- Sales in the journals (p_after, p_upto] of a time span, by day, channel and item. Only the accounts `sales` and `tax`
-- count, so surplus money that goes back is left out.
create or replace function desk.sales_sums(
  p_after bigint, p_upto bigint, p_from timestamptz default '-infinity', p_until timestamptz default 'infinity'
) returns table (
  day date, channel_code text, cp_goods_id text, orders bigint, newcomers bigint, gross_cents bigint, refunds bigint,
  refunded_cents bigint, points bigint
) language sql stable as $$
  select (j.created_at at time zone 'UTC')::date, o.channel_code, o.cp_goods_id,
      count(*) filter (where j.reason in ('sale', 'top_up', 'purchase')),
      count(*) filter (where j.reason in ('sale', 'top_up', 'purchase') and not exists (select 1 from orders x
        where x.account_id = o.account_id and x.order_no < o.order_no and x.paid_cents > 0)),
      coalesce(sum(-s.cents) filter (where s.cents < 0), 0)::bigint,
      count(*) filter (where s.cents > 0 or (j.reason = 'refund' and o.channel_code = 'hcpoint')),
      coalesce(sum(s.cents) filter (where s.cents > 0), 0)::bigint,
      coalesce(sum(-j.basic_points - j.present_points) filter (where j.reason = 'purchase'), 0)::bigint
    from ledger_journal j join orders o on o.order_no = j.order_no
    left join lateral (select sum(e.amount) as cents from ledger_entry e
      where e.journal_id = j.journal_id and e.ledger_account_id in (2, system_account('tax', 'USD'))) s on true
   where j.journal_id > p_after and j.journal_id <= p_upto and j.created_at >= p_from and j.created_at < p_until
     and (s.cents <> 0 or j.reason in ('purchase', 'refund'))
   group by 1, 2, 3
$$;

-- Sales of the same journals in other currencies, each currency by itself. A shop without other currencies reads no
-- journal.
create or replace function desk.sales_sums_in(
  p_after bigint, p_upto bigint, p_from timestamptz default '-infinity', p_until timestamptz default 'infinity'
) returns setof desk.currency_day language plpgsql stable as $$
begin
  if not exists (select 1 from currency c where c.code <> 'USD') then return; end if;
  return query
  select (j.created_at at time zone 'UTC')::date, o.currency, o.channel_code, o.cp_goods_id,
      count(*) filter (where j.reason in ('sale', 'top_up')),
      count(*) filter (where j.reason in ('sale', 'top_up') and not exists (select 1 from orders x
        where x.account_id = o.account_id and x.order_no < o.order_no and x.paid_cents > 0)),
      coalesce(sum(-s.minor) filter (where s.minor < 0), 0)::bigint, count(*) filter (where s.minor > 0),
      coalesce(sum(s.minor) filter (where s.minor > 0), 0)::bigint
    from ledger_journal j join orders o on o.order_no = j.order_no and o.currency <> 'USD'
    cross join lateral (select sum(e.amount) as minor from ledger_entry e
      where e.journal_id = j.journal_id 
        and e.ledger_account_id in (system_account('sales', o.currency), system_account('tax', o.currency))) s
   where j.journal_id > p_after and j.journal_id <= p_upto and j.created_at >= p_from and j.created_at < p_until
     and s.minor <> 0
   group by 1, 2, 3, 4;
end $$;

-- Amounts that the journals (p_after, p_upto] of a time span moved on each account, by day. All players' accounts of a
-- kind are summed. The gateway account is split by the channel of the order or of the payout.
create or replace function desk.ledger_sums(
  p_after bigint, p_upto bigint, p_from timestamptz default '-infinity', p_until timestamptz default 'infinity'
) returns table (day date, account text, unit text, channel_code text, amount bigint) language sql stable as $$
  select (j.created_at at time zone 'UTC')::date, case l.kind when 'system' then l.name else l.kind end, l.unit,
      case when l.name = 'gateway' then coalesce((select o.channel_code from orders o
        where o.order_no = j.order_no), j.channel_code, '') else '' end,
      sum(e.amount)::bigint
    from ledger_journal j join ledger_entry e using (journal_id) join ledger_account l using (ledger_account_id)
   where j.journal_id > p_after and j.journal_id <= p_upto and j.created_at >= p_from and j.created_at < p_until
   group by 1, 2, 3, 4
$$;

-- Daily totals from p_from to p_to (both included), with journals that no total has yet. `execute` makes a plan for
-- these values. A generic plan reads every journal.
create or replace function desk.totals_between(p_from date, p_to date) returns setof desk.day_total
language plpgsql stable as $$
begin
  return query execute $q$select x.day, x.channel_code, x.cp_goods_id, sum(x.orders)::bigint,
        sum(x.newcomers)::bigint, sum(x.gross_cents)::bigint, sum(x.refunds)::bigint, sum(x.refunded_cents)::bigint,
        sum(x.points)::bigint
      from (select * from desk.day_total d where d.day between $1 and $2
        union all select * from desk.sales_sums($3, 9223372036854775807, $1::timestamp at time zone 'UTC',
          ($2 + 1)::timestamp at time zone 'UTC')) x
     group by 1, 2, 3$q$
    using p_from, p_to, (select m.done_id from desk.total_mark m);
end $$;

-- The same totals in other currencies.
create or replace function desk.totals_between_in(p_from date, p_to date) returns setof desk.currency_day
language plpgsql stable as $$
begin
  return query execute $q$select x.day, x.unit, x.channel_code, x.cp_goods_id, sum(x.orders)::bigint,
        sum(x.newcomers)::bigint, sum(x.gross_minor)::bigint, sum(x.refunds)::bigint, sum(x.refunded_minor)::bigint
      from (select * from desk.currency_day d where d.day between $1 and $2
        union all select * from desk.sales_sums_in($3, 9223372036854775807, $1::timestamp at time zone 'UTC',
          ($2 + 1)::timestamp at time zone 'UTC')) x
     group by 1, 2, 3, 4$q$
    using p_from, p_to, (select m.done_id from desk.total_mark m);
end $$;

-- What became of the orders since p_from, by hour and channel. p_floor: the least order number of that moment.
create or replace function desk.hours_since(p_from timestamptz, p_floor text)
returns table (hour timestamptz, channel_code text, created bigint, opened bigint, paid bigint, failed bigint)
language sql stable as $$
  select date_trunc('hour', o.created_at), o.channel_code, count(*), count(o.opened_at),
      count(*) filter (where o.paid_cents > 0), count(*) filter (where o.status in (3, 6))
    from orders o where o.order_no >= p_floor and o.created_at >= p_from group by 1, 2
$$;

-- Stores what became of the orders of each hour since p_from.
create or replace function desk.count_hours(p_from timestamptz, p_floor text) returns void language sql as $$
  insert into desk.channel_hour (hour, channel_code, created, opened, paid, failed)
  select h.hour, h.channel_code, h.created, h.opened, h.paid, h.failed from desk.hours_since(p_from, p_floor) h
  on conflict (hour, channel_code) do update set created = excluded.created, opened = excluded.opened,
    paid = excluded.paid, failed = excluded.failed
$$;

-- Notes that a process is alive. Every role of the shop may call it.
create or replace function see_process(
  p_process uuid, p_role text, p_version text, p_started timestamptz, p_now timestamptz
) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into desk.process (process_id, role, version, started_at, seen_at, clock_ms)
  values (p_process, p_role, p_version, p_started, clock_timestamp(),
    greatest(-2000000000, least(2000000000, extract(epoch from p_now - clock_timestamp()) * 1000))::int)
  on conflict (process_id) do update set seen_at = excluded.seen_at, clock_ms = excluded.clock_ms
$$;

-- A process that ends in order takes its row away: only one that vanishes is missed. Decision 552.
create or replace function leave_process(p_process uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from desk.process where process_id = p_process
$$;

-- Takes the rules' findings, [{"rule": "no_order", "subject": "", "value": 0}], and opens, updates and closes alerts.
-- Gives the alerts to send: new ones, those that are open for another day, and closed ones. A muted alert, or one that
-- opens in quiet hours, is sent afterwards if it is still open.
create or replace function desk.judge_alerts(p_found jsonb) returns table (
  alert_id bigint, rule_key text, subject text, value numeric, state text
) language plpgsql as $$
#variable_conflict use_column
begin
  insert into desk.alert as a (rule_key, subject, value, opened_at)
  select f ->> 'rule', coalesce(f ->> 'subject', ''), (f ->> 'value')::numeric, app_now()
    from jsonb_array_elements(p_found) f
  on conflict (rule_key, subject) where closed_at is null do update set value = excluded.value;
  return query
    update desk.alert a set closed_at = app_now() where a.closed_at is null and not exists (
      select 1 from jsonb_array_elements(p_found) f
       where f ->> 'rule' = a.rule_key and coalesce(f ->> 'subject', '') = a.subject)
    returning a.alert_id, a.rule_key, a.subject, a.value, case when a.said_at is null then 'silent' else 'over' end;
  return query
    update desk.alert a set said_at = app_now()
      from desk.alert_rule r, desk.alert was
     where a.closed_at is null and r.rule_key = a.rule_key and was.alert_id = a.alert_id
       and (a.said_at is null or a.said_at < app_now() - interval '1 day')
       and (a.muted_until is null or a.muted_until <= app_now())
       and not desk.quiet_at(app_now(), r.quiet_from, r.quiet_to, r.quiet_zone, r.quiet_days)
    returning a.alert_id, a.rule_key, a.subject, a.value, case when was.said_at is null then 'new' else 'still' end;
end $$;

-- Whether a moment is in the quiet hours of a zone: nobody gets an alert then. p_days: the weekdays on which quiet
-- hours begin (1 Monday to 7 Sunday); hours after midnight belong to the day before. In a zone that the database no
-- longer knows it is never quiet. Decision 548.
create or replace function desk.quiet_at(
  p_at timestamptz, p_from smallint, p_to smallint, p_zone text, p_days smallint[]
) returns boolean language plpgsql stable as $$
declare
  here timestamp;
  h int;
begin
  begin
    here := p_at at time zone p_zone;
  exception when invalid_parameter_value then
    return false;
  end;
  h := extract(hour from here);
  if p_from < p_to then return h >= p_from and h < p_to and extract(isodow from here)::smallint = any (p_days); end if;
  return p_from > p_to and (h >= p_from and extract(isodow from here)::smallint = any (p_days)
    or h < p_to and extract(isodow from here - interval '1 day')::smallint = any (p_days));
end $$;
