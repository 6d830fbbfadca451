-- The funnel by day, and reports that somebody saved.

-- How far visits came on a day (UTC), as the pages of who agreed to be counted tell it; and orders of that day.
create table desk.funnel_day (
  day date primary key,
  -- visits that were counted: any page, the recharge page, an item that was chosen
  visits bigint not null,
  recharge bigint not null,
  item bigint not null,
  -- clicks on the button that makes an order, which orders are compared with
  clicks bigint not null,
  -- all orders that were made on the day, whoever made them
  orders bigint not null,
  opened bigint not null,
  paid bigint not null,
  delivered bigint not null,
  counted_at timestamptz not null
);

-- A report with its filters, and whether it comes by mail each week.
create table desk.saved_report (
  report_id bigint generated always as identity primary key,
  staff_id bigint not null references desk.staff (staff_id),
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('money', 'funnel')),
  grouped_by text not null check (grouped_by in ('day', 'channel', 'item')),
  -- the last so many whole days
  days int not null check (days between 1 and 366),
  weekly boolean not null,
  -- when the next letter is written
  next_at timestamptz not null,
  at timestamptz not null
);
create index saved_report_of on desk.saved_report (staff_id);
create index saved_report_due on desk.saved_report (next_at) where weekly;
-- The name is the person's own and may name anybody.
create constraint trigger audit_saved_report after insert or delete on desk.saved_report
  deferrable initially deferred for each row execute function desk.audit_change('saved_report', 'report_id', 'name');
-- The clock moves on by itself; a person's word about the mail is told.
create constraint trigger audit_saved_report_weekly after update of weekly on desk.saved_report
  deferrable initially deferred for each row execute function desk.audit_change('saved_report', 'report_id', 'name');

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on desk.funnel_day to hc_desk;
  grant select, insert, update, delete on desk.saved_report to hc_desk;
end $$;
