-- locks: dispute
-- Counts of a day (UTC) for the reports of the desk: deliveries, channels, refunds, campaigns, codes and support.
-- Decision 438.
create table desk.report_day (
  report text not null,
  day date not null,
  -- what the report is grouped by beside the day: a server, a channel, a campaign, an action
  part text not null default '',
  -- why, where the report says so
  reason text not null default '',
  -- what was counted; `s:NNN` is a step of seconds (desk.step_of)
  measure text not null,
  n bigint not null,
  primary key (report, day, part, reason, measure)
);

-- Days that are to be counted anew.
create table desk.report_due (day date primary key);

-- How far a round looked: the newest day, the older day that was counted anew last, the newest journal and the moment.
create table desk.report_mark (
  one boolean primary key default true check (one),
  upto date,
  again date,
  journal_id bigint not null default 0,
  at timestamptz not null default '-infinity'
);
insert into desk.report_mark default values;

-- Disputes that moved lately: their orders are old.
create index dispute_moved on dispute (coalesce(closed_at, opened_at));

alter table desk.saved_report drop constraint saved_report_kind_check;
alter table desk.saved_report add constraint saved_report_kind_check check (kind in
  ('money', 'funnel', 'delivery', 'channels', 'refunds', 'campaigns', 'codes', 'support'));
alter table desk.saved_report drop constraint saved_report_grouped_by_check;
alter table desk.saved_report add constraint saved_report_grouped_by_check
  check (grouped_by in ('day', 'channel', 'item', 'server', 'reason', 'campaign', 'action'));

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on desk.report_day, desk.report_due, desk.report_mark to hc_desk;
  revoke insert, update, delete on desk.report_day, desk.report_due, desk.report_mark from hc_desk;
end $$;
