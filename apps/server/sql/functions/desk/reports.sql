-- Reports: sums of days, counts by day, the funnel, and saved reports. A day is always counted as a whole, and counted
-- again while its figures may change. Decisions 345 and 438.

-- Sorts a time into a step. Steps begin at a tenth of a second, and eight steps double the time. Counts of steps can be
-- added up over days and servers. A step differs from its times by at most 4.5 %. Decision 439.
create or replace function desk.step_of(p_seconds numeric) returns text language sql immutable as $$
  select 's:' || lpad(least(255, round(8 / ln(2::float8) * ln(10 * greatest(p_seconds::float8, 0.1))))::text, 3, '0')
$$;

-- Item orders made on the day, by server: paid, delivered, refused by the game, or unanswered by the game.
create or replace function desk.delivery_counts(p_floor text, p_ceiling text)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  with alike as materialized (
    select o.server_id, case when o.delivered_at is null then (select b.state from outbox b
        where b.outbox_id = 'dlv_' || o.order_no) end as state,
        case when o.delivered_at is not null
          then desk.step_of(extract(epoch from o.delivered_at - o.paid_at)) end as step, count(*) as n
      from orders o
     where o.order_no >= p_floor and o.order_no < p_ceiling and o.order_type = 'item' and o.paid_at is not null
     group by 1, 2, 3)
  select a.server_id, '', x.measure, sum(a.n)::bigint from alike a
    cross join lateral (values ('paid', true), ('delivered', a.step is not null), ('refused', a.state = 'refused'),
      ('unknown', a.state in ('unknown', 'parked')), (a.step, a.step is not null)) x (measure, so)
   where x.so group by 1, 3
$$;

-- Orders made on the day, by channel: how far each came, and why unpaid ones failed.
create or replace function desk.channel_counts(p_floor text, p_ceiling text)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  with alike as materialized (
    select o.channel_code, o.opened_at is not null as opened, o.paid_cents > 0 as paid, o.status in (3, 6) as ended,
        o.cause, count(*) as n
      from orders o where o.order_no >= p_floor and o.order_no < p_ceiling group by 1, 2, 3, 4, 5)
  select a.channel_code, x.reason, x.measure, sum(a.n)::bigint from alike a
    cross join lateral (values ('', 'created', true), ('', 'opened', a.opened), ('', 'paid', a.paid),
      (a.cause, 'failed', not a.paid and a.ended)) x (reason, measure, so)
   where x.so group by 1, 2, 3
$$;

-- Orders made on the day, by channel and way to pay: how far each came. An order without a method has none behind its
-- channel. The country of a method's list is left out.
create or replace function desk.method_counts(p_floor text, p_ceiling text)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  with alike as materialized (
    select o.channel_code, split_part(coalesce(o.method, ''), '/', 1) as method, o.opened_at is not null as opened,
        o.paid_cents > 0 as paid, count(*) as n
      from orders o where o.order_no >= p_floor and o.order_no < p_ceiling group by 1, 2, 3, 4)
  select a.channel_code || ':' || a.method, '', x.measure, sum(a.n)::bigint from alike a
    cross join lateral (values ('created', true), ('opened', a.opened), ('paid', a.paid)) x (measure, so)
   where x.so group by 1, 3
$$;

-- Why an order's money went back: a lost dispute, the reason of our own request, or else the gateway's own refund.
create or replace function desk.why_back(o orders) returns text language sql stable as $$
  select case when o.channel_code = 'hcpoint' then 'operator'
    when exists (select from dispute d where d.order_no = o.order_no and d.stage = 'lost') then 'dispute_lost'
    else coalesce((select b.payload ->> 'reason' from outbox b where b.order_no = o.order_no and b.kind = 'refund'
      and b.payload ->> 'reason' not in ('surplus', 'mismatch', 'account_deleted')
      order by b.created_at desc limit 1), 'gateway') end
$$;

-- Paid orders made on the day, by channel: their refunds with reasons, and their disputes.
create or replace function desk.refund_counts(p_floor text, p_ceiling text)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  select o.channel_code, '', 'paid', count(*) from orders o
   where o.order_no >= p_floor and o.order_no < p_ceiling and o.paid_cents > 0 group by 1
  union all
  select o.channel_code, desk.why_back(o), case when o.refunded_cents < o.paid_cents then 'part' else 'refunded' end,
      count(*)
    from orders o where o.order_no >= p_floor and o.order_no < p_ceiling and o.refunded_cents > 0 group by 1, 2, 3
  union all
  select d.channel_code, 'dispute:' || left(d.reason, 60), x.measure, count(*) from dispute d
    cross join lateral (values ('disputed', true), ('won', d.stage = 'won'), ('lost', d.stage = 'lost'))
      x (measure, so)
   where d.order_no >= p_floor and d.order_no < p_ceiling and x.so group by 1, 2, 3
$$;

-- What campaigns gave: by codes redeemed on the day, and for orders made on the day. `worth` is in USD cents, without
-- what was taken back. A point is a cent; an item has its product's price of now. Decision 477.
create or replace function desk.campaign_counts(p_floor text, p_ceiling text)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  select 'redeem:' || r.campaign_id, '', x.measure, sum(x.n)::bigint from redemption r
    cross join lateral (values ('grants', 1), ('points', r.basic_points + r.present_points), ('items',
      (select coalesce(sum((i ->> 'quantity')::bigint), 0) from jsonb_array_elements(r.items) i))) x (measure, n)
   where r.number >= 'RDM' || p_floor and r.number < 'RDM' || p_ceiling group by 1, 3
  union all
  select 'redeem:' || g.campaign_id, '', 'worth', sum(g.points + g.n * v.cents)::bigint
    from (select r.campaign_id, r.items, count(*) as n, sum(r.basic_points + r.present_points) as points
        from redemption r where r.number >= 'RDM' || p_floor and r.number < 'RDM' || p_ceiling group by 1, 2) g
    cross join lateral desk.items_value(g.items) v group by 1
  union all
  select 'rebate:' || g.campaign_id, '', x.measure, sum(x.n)::bigint from rebate_grant g
    left join product p on p.cp_goods_id = g.gift_goods_id
    cross join lateral (values ('grants', 1), ('points', g.present_points),
      ('worth', case when g.taken_back_at is null
        then g.present_points + coalesce(p.price_cents * g.gift_quantity, 0) else 0 end),
      ('items', case when g.gift_goods_id is null then 0 else g.gift_quantity end),
      ('taken_back', (g.taken_back_at is not null)::int)) x (measure, n)
   where g.order_no >= p_floor and g.order_no < p_ceiling group by 1, 3
$$;

-- Codes redeemed on the day, by campaign: codes for one use, codes for several, and players who redeemed their first
-- code.
create or replace function desk.code_counts(p_floor text, p_ceiling text)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  select r.campaign_id, '', x.measure, count(*) from redemption r left join redeem_code k using (code)
    cross join lateral (values ('uses', true), ('single', k.uses = 1), ('shared', k.uses is distinct from 1),
      ('newcomers', not exists (select from redemption e where e.account_id = r.account_id and e.number < r.number)))
      x (measure, so)
   where r.number >= 'RDM' || p_floor and r.number < 'RDM' || p_ceiling and x.so group by 1, 3
$$;

-- What people of the desk did on the day about orders and players, by action; each call counts once. Also how long an
-- order had not moved when somebody at the desk first acted on it.
create or replace function desk.support_counts(p_day date)
returns table (part text, reason text, measure text, n bigint) language sql stable as $$
  with did as materialized (
    select a.seq, a.at, a.action, a.kind, coalesce(a.line::jsonb ->> 'request', a.seq::text) as request,
        case a.kind when 'order' then a.target else a.line::jsonb -> 'after' ->> 'order' end as about
      from desk.audit a
     where a.at >= p_day::timestamp at time zone 'UTC' and a.at < (p_day + 1)::timestamp at time zone 'UTC'
       and a.actor like 'staff:%' and a.kind in ('order', 'operator_action', 'player', 'account', 'outbox', 'inbox',
         'dispute', 'withdrawal', 'recall', 'document', 'reveal', 'remark')),
  first as (
    select distinct on (d.about) d.action, d.at, o.order_no, o.created_at
      from did d join orders o on o.order_no = d.about
     where not exists (select from desk.audit e where e.kind = 'order' and e.target = d.about and e.seq < d.seq
         and e.actor like 'staff:%')
       and not exists (select from operator_action p join desk.audit e on e.kind = 'operator_action'
         and e.target = p.subject and e.seq < d.seq and e.actor like 'staff:%' where p.order_no = d.about)
     order by d.about, d.seq),
  -- Events within a second before the action were caused by the action itself.
  stood as (
    select f.action, f.at - coalesce((select max(e.at) from order_event e
        where e.order_no = f.order_no and e.at < f.at - interval '1 second'), f.created_at) as time from first f)
  select d.action, '', 'actions', count(distinct d.request) from did d group by 1
  union all
  select s.action, '', x.measure, count(*) from stood s
    cross join lateral (values ('orders'), (desk.step_of(extract(epoch from s.time)))) x (measure) group by 1, 3
$$;

-- Counts a day as a whole, from the rows as they are now. p_floor, p_ceiling: the least order numbers of the day and of
-- the next.
create or replace function desk.count_report(p_day date, p_floor text, p_ceiling text) returns void language sql as $$
  with fresh as materialized (
    select 'delivery' as report, x.* from desk.delivery_counts(p_floor, p_ceiling) x
    union all select 'channels', x.* from desk.channel_counts(p_floor, p_ceiling) x
    union all select 'methods', x.* from desk.method_counts(p_floor, p_ceiling) x
    union all select 'refunds', x.* from desk.refund_counts(p_floor, p_ceiling) x
    union all select 'campaigns', x.* from desk.campaign_counts(p_floor, p_ceiling) x
    union all select 'codes', x.* from desk.code_counts(p_floor, p_ceiling) x
    union all select 'support', x.* from desk.support_counts(p_day) x),
  gone as (
    -- Naming the reports makes the planner use the table's key.
    delete from desk.report_day d
     where d.report in ('delivery', 'channels', 'methods', 'refunds', 'campaigns', 'codes', 'support')
       and d.day = p_day
       and not exists (select from fresh f
         where f.n > 0 and (f.report, f.part, f.reason, f.measure) = (d.report, d.part, d.reason, d.measure)))
  insert into desk.report_day as d (report, day, part, reason, measure, n)
  select f.report, p_day, f.part, f.reason, f.measure, f.n from fresh f where f.n > 0
  on conflict (report, day, part, reason, measure) do update set n = excluded.n where d.n <> excluded.n
$$;

-- The days to count, newest first, at most p_limit: today; the days since the last round; days of older orders that had
-- a journal or a dispute since; and in the first round of an hour the two days before today and one more older day.
-- p_recent: the least order number of the last three days. Reports look back one year. Decision 553.
create or replace function desk.due_reports(p_today date, p_recent text, p_limit int) returns setof date
language plpgsql as $$
declare
  m desk.report_mark;
  least_day date;
  newest bigint := (select coalesce(max(j.journal_id), 0) from ledger_journal j);
  new_hour boolean;
begin
  select * into m from desk.report_mark for update;
  new_hour := date_trunc('hour', m.at) is distinct from date_trunc('hour', app_now());
  least_day := greatest(p_today - 365, coalesce((select (o.created_at at time zone 'UTC')::date from orders o
    order by o.order_no limit 1), p_today));
  if new_hour then
    m.again := case when m.again > least_day then m.again - 1 else p_today - 3 end;
  end if;
  insert into desk.report_due
  select p_today - d from generate_series(0, case when new_hour then 2 else 0 end) d
  union select m.again where new_hour and m.again >= least_day
  union select d::date from generate_series(greatest(least_day, coalesce(m.upto, least_day)), p_today, '1 day') d
  union select (o.created_at at time zone 'UTC')::date from ledger_journal j join orders o on o.order_no = j.order_no
     where j.journal_id > m.journal_id - 5000 and j.order_no < p_recent and m.upto is not null
       -- A journal that was not committed at the last round may have a lower number than those that were.
       and (j.journal_id > m.journal_id or j.created_at > m.at - interval '10 minutes')
  union select (o.created_at at time zone 'UTC')::date from dispute d join orders o on o.order_no = d.order_no
     where coalesce(d.closed_at, d.opened_at) > m.at - interval '10 minutes' and d.order_no < p_recent
       and m.upto is not null
  on conflict do nothing;
  delete from desk.report_due where day < p_today - 365;
  update desk.report_mark set upto = p_today, again = m.again, journal_id = newest, at = app_now();
  return query select d.day from desk.report_due d order by d.day desc limit p_limit;
end $$;

-- Counts these days and removes them from the days that are due. Gives how many are left. Two rounds at once queue.
create or replace function desk.count_reports(p_days date[], p_floors text[], p_ceilings text[]) returns int
language plpgsql as $$
begin
  perform 1 from desk.report_mark for update;
  perform desk.count_report(x.day, x.f, x.c), desk.count_board(x.day, x.f, x.c)
    from unnest(p_days, p_floors, p_ceilings) x (day, f, c);
  delete from desk.report_due where day = any(p_days);
  perform desk.forget_board();
  return (select count(*) from desk.report_due);
end $$;

-- Sums of a report from p_from to p_to (both included), by `day`, `part` or `reason`. The row without a key is the
-- total. p50, p95 and p99 are steps of time; null: the report has no times.
create or replace function desk.report_sums(p_report text, p_from date, p_to date, p_by text)
returns table (key text, counts jsonb, p50 int, p95 int, p99 int) language sql stable as $$
  with keyed as (
    select case p_by when 'day' then d.day::text when 'part' then d.part else d.reason end as key, d.measure, d.n
      from desk.report_day d where d.report = p_report and d.day between p_from and p_to),
  summed as materialized (
    select k.key, grouping(k.key) as whole, k.measure, sum(k.n)::bigint as n from keyed k
     group by grouping sets ((k.key, k.measure), (k.measure))),
  step as (
    select s.key, s.whole, substr(s.measure, 3)::int as step, sum(s.n) over w as upto,
        sum(s.n) over (partition by s.key, s.whole) as of
      from summed s where s.measure like 's:%' window w as (partition by s.key, s.whole order by s.measure))
  select s.key, coalesce(jsonb_object_agg(s.measure, s.n) filter (where s.measure not like 's:%'), '{}'),
      t.p50, t.p95, t.p99
    from summed s left join (
      select x.key, x.whole, min(x.step) filter (where x.upto >= 0.5 * x.of) as p50,
          min(x.step) filter (where x.upto >= 0.95 * x.of) as p95,
          min(x.step) filter (where x.upto >= 0.99 * x.of) as p99
        from step x group by 1, 2) t on t.whole = s.whole and t.key is not distinct from s.key
   where s.whole = 1 or p_by <> 'reason' or s.key <> ''
   group by s.key, s.whole, t.p50, t.p95, t.p99 order by s.key
$$;

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

-- Counts a day (UTC) again. Only visits with consent count. A visit that reached a later step counts for the earlier
-- ones too, even if it stayed there for less than the two seconds after which the browser reports a stay. All orders of
-- the day count. A day whose events were deleted keeps its counts of visits. p_floor, p_ceiling: the least order
-- numbers of the day and of the next.
create or replace function desk.count_funnel(p_day date, p_floor text, p_ceiling text) returns void
language sql as $$
  with visit as (
    select e.client_id,
        bool_or(e.event = 'web_payment_click_button' and e.props ->> 'button'
          in ('item', 'home_goods', 'home_again', 'pay')) as item,
        bool_or(e.event = 'web_payment_page_stay' and e.props ->> 'page' = '/main/recharge') as recharge,
        count(*) filter (where e.event = 'web_payment_click_button' and e.props ->> 'button' = 'pay') as clicks
      from analytics_event e
     where e.at >= p_day::timestamp at time zone 'UTC' and e.at < (p_day + 1)::timestamp at time zone 'UTC'
     group by 1),
  seen as (
    select count(*) as visits, count(*) filter (where recharge or item) as recharge,
        count(*) filter (where item) as item, coalesce(sum(clicks), 0) as clicks from visit),
  made as (
    select count(*) as orders, count(o.opened_at) as opened, count(*) filter (where o.paid_cents > 0) as paid,
        count(*) filter (where o.paid_cents > 0 and o.status = 4) as delivered
      from orders o where o.order_no >= p_floor and o.order_no < p_ceiling)
  insert into desk.funnel_day as f (day, visits, recharge, item, clicks, orders, opened, paid, delivered, counted_at)
  select p_day, s.visits, s.recharge, s.item, s.clicks, m.orders, m.opened, m.paid, m.delivered, app_now()
    from seen s, made m
  on conflict (day) do update set visits = greatest(f.visits, excluded.visits),
    recharge = greatest(f.recharge, excluded.recharge), item = greatest(f.item, excluded.item),
    clicks = greatest(f.clicks, excluded.clicks), orders = excluded.orders, opened = excluded.opened,
    paid = excluded.paid, delivered = excluded.delivered, counted_at = excluded.counted_at
$$;

-- The permission that a report needs (a test compares it with packages/contract/src/desk/figures.ts). Decision 460.
create or replace function desk.report_right(p_kind text) returns text language sql immutable as $$
  select case when p_kind in ('delivery', 'channels', 'methods', 'refunds', 'support') then 'report.service'
    else 'report.money' end
$$;

-- Takes one report that is due by mail, and sets the next Monday morning for it; no row where none is due. A person who
-- may no longer see the report gets no mail until they may again.
create or replace function desk.take_due_report(out report_id bigint, out email text, out kind text,
  out grouped_by text, out days int) returns setof record language plpgsql as $$
#variable_conflict use_column
begin
  return query
  update desk.saved_report r
     set next_at = desk.next_monday()
    from desk.staff p
   where p.staff_id = r.staff_id and r.report_id = (
     select x.report_id from desk.saved_report x where x.weekly and x.next_at <= app_now()
      order by x.next_at limit 1 for update skip locked)
  returning r.report_id, case when desk.mark_of(r.staff_id, desk.report_right(r.kind)) is not null then p.email end,
    r.kind, r.grouped_by, r.days;
end $$;

-- The next Monday, 06:00 UTC: by then the week before is over and its totals are complete.
create or replace function desk.next_monday() returns timestamptz language sql stable as $$
  select date_bin('7 days', app_now(), timestamptz '2001-01-01 06:00:00+00') + interval '7 days'
$$;
