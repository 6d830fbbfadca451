-- Reports of counts by day. A day is always counted as a whole, and counted again while its figures may change.
-- Decision 438.

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
    union all select 'refunds', x.* from desk.refund_counts(p_floor, p_ceiling) x
    union all select 'campaigns', x.* from desk.campaign_counts(p_floor, p_ceiling) x
    union all select 'codes', x.* from desk.code_counts(p_floor, p_ceiling) x
    union all select 'support', x.* from desk.support_counts(p_day) x),
  gone as (
    -- Naming the reports makes the planner use the table's key.
    delete from desk.report_day d
     where d.report in ('delivery', 'channels', 'refunds', 'campaigns', 'codes', 'support') and d.day = p_day
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
  perform desk.count_report(x.day, x.f, x.c) from unnest(p_days, p_floors, p_ceilings) x (day, f, c);
  delete from desk.report_due where day = any(p_days);
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
