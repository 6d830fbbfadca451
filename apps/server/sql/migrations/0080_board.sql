-- What came of the orders of a time, for Home: of all in each quarter of an hour and each currency, and of each hour by
-- item, payment channel and step of delivery time; and how many visits began. Every zone's days begin at a quarter.
-- Amounts are minor units of their currency. Two months are kept. Decision 628.
create table desk.board_slot (
  part text not null,
  slot timestamptz not null,
  key text not null default '',
  unit text not null default '',
  made bigint not null default 0,
  paid bigint not null default 0,
  delivered bigint not null default 0,
  newcomers bigint not null default 0,
  gross_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  primary key (part, slot, key, unit)
);

-- The days before are counted with the reports' next rounds. Of visits only the days' counts are left.
insert into desk.report_due select (now() at time zone 'UTC')::date - d from generate_series(0, 61) d
 where exists (select from orders)
on conflict do nothing;
insert into desk.board_slot (part, slot, made)
select 'visit', (f.day + time '12:00') at time zone 'UTC', f.visits from desk.funnel_day f
 where f.visits > 0 and f.day < (now() at time zone 'UTC')::date - 2
   and f.day >= (now() at time zone 'UTC')::date - 61;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select on desk.board_slot to hc_desk;
    revoke insert, update, delete on desk.board_slot from hc_desk;
  end if;
end $$;
