-- Sums of quarters and hours for Home. Decision 628.

-- What came of the orders of a time, from the orders themselves. p_floor, p_ceiling: the least order numbers of p_from
-- and p_to. A clock that lags behind an order's number moves no order out of the time.
create or replace function desk.board_rows(p_from timestamptz, p_to timestamptz, p_floor text, p_ceiling text)
returns table (part text, slot timestamptz, key text, unit text, made bigint, paid bigint, delivered bigint,
  newcomers bigint, gross_minor bigint, refunded_minor bigint) language sql stable as $$
  with o as materialized (
    select date_bin('15 minutes', x.at, timestamptz 'epoch') as quarter,
        date_bin('1 hour', x.at, timestamptz 'epoch') as hour, o.cp_goods_id, o.channel_code, o.currency,
        o.paid_cents > 0 as paid,
        o.paid_cents > 0 and (o.delivered_at is not null or o.order_type = 'coin') as delivered,
        o.paid_cents > 0 and not exists (select from orders e
          where e.account_id = o.account_id and e.order_no < o.order_no and e.paid_cents > 0) as newcomer,
        case when o.channel_code = 'hcpoint' then 0 else o.paid_cents end as gross,
        case when o.channel_code = 'hcpoint' then 0 else o.refunded_cents end as refunded,
        case when o.order_type = 'item' and o.delivered_at is not null and o.paid_at is not null
          then desk.step_of(extract(epoch from o.delivered_at - o.paid_at)) end as step
      from orders o
      cross join lateral (select least(greatest(o.created_at, p_from), p_to - interval '1 microsecond') as at) x
     where o.order_no >= p_floor and o.order_no < p_ceiling)
  select case when grouping(o.quarter) = 0 then 'all' when grouping(o.cp_goods_id) = 0 then 'item'
        when grouping(o.channel_code) = 0 then 'channel' else 'speed' end,
      coalesce(o.quarter, o.hour), coalesce(o.cp_goods_id, o.channel_code, o.step, ''), coalesce(o.currency, ''),
      count(*), count(*) filter (where o.paid), count(*) filter (where o.delivered),
      count(*) filter (where o.newcomer),
      case when grouping(o.currency) = 0 then sum(o.gross) else 0 end::bigint,
      case when grouping(o.currency) = 0 then sum(o.refunded) else 0 end::bigint
    from o
   group by grouping sets ((o.quarter, o.currency), (o.hour, o.cp_goods_id, o.currency), (o.hour, o.channel_code),
     (o.hour, o.step))
  having grouping(o.step) = 1 or o.step is not null
$$;

-- Counts a day of the last two months as a whole, from its orders as they are now. No row of a day ever goes: an order
-- keeps its time, item, channel, currency and delivery.
create or replace function desk.count_board(p_day date, p_floor text, p_ceiling text) returns void language sql as $$
  insert into desk.board_slot as b (part, slot, key, unit, made, paid, delivered, newcomers, gross_minor,
    refunded_minor)
  select r.* from desk.board_rows(p_day::timestamp at time zone 'UTC', (p_day + 1)::timestamp at time zone 'UTC',
      p_floor, p_ceiling) r
   where p_day >= (app_now() at time zone 'UTC')::date - 61
  on conflict (part, slot, key, unit) do update set made = excluded.made, paid = excluded.paid,
    delivered = excluded.delivered, newcomers = excluded.newcomers, gross_minor = excluded.gross_minor,
    refunded_minor = excluded.refunded_minor
   where (b.made, b.paid, b.delivered, b.newcomers, b.gross_minor, b.refunded_minor) is distinct from
     (excluded.made, excluded.paid, excluded.delivered, excluded.newcomers, excluded.gross_minor,
       excluded.refunded_minor)
$$;

-- Counts when the visits of a day (UTC) began. A quarter whose events were deleted keeps its count.
create or replace function desk.count_visits(p_day date) returns void language sql as $$
  insert into desk.board_slot as b (part, slot, made)
  select 'visit', date_bin('15 minutes', v.at, timestamptz 'epoch'), count(*)
    from (select min(e.at) as at from analytics_event e
      where e.at >= p_day::timestamp at time zone 'UTC' and e.at < (p_day + 1)::timestamp at time zone 'UTC'
      group by e.client_id) v
   group by 2
  on conflict (part, slot, key, unit) do update set made = excluded.made where b.made < excluded.made
$$;

-- Deletes what Home compares with no longer.
create or replace function desk.forget_board() returns void language sql as $$
  delete from desk.board_slot b where b.part in ('all', 'item', 'channel', 'speed', 'visit')
    and b.slot < app_now() - interval '70 days'
$$;
