-- The funnel by day. Decision 345.

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
  select case when p_kind in ('delivery', 'channels', 'refunds', 'support') then 'report.service'
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
