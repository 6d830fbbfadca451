-- What the desk sees of the shop as a whole: sums of days and hours, processes, what the doctor said, and alerts.

-- Sums of a day (UTC) by payment channel and item, from journals, which are dated when they are written: a day that is
-- over changes no more, but for what is still to be added up.
create table desk.day_total (
  day date not null,
  channel_code text not null,
  cp_goods_id text not null,
  orders bigint not null default 0,
  newcomers bigint not null default 0,
  gross_cents bigint not null default 0,
  refunds bigint not null default 0,
  refunded_cents bigint not null default 0,
  points bigint not null default 0,
  primary key (day, channel_code, cp_goods_id)
);

-- Up to which journal the sums go. `seen_id` was the newest one when `seen_xid` was the next transaction: once every
-- transaction before that has ended, no journal up to it can still come.
create table desk.total_mark (
  one boolean primary key default true check (one),
  done_id bigint not null default 0,
  seen_id bigint not null default 0,
  seen_xid xid8 not null default '0',
  seen_at timestamptz not null default '-infinity'
);
insert into desk.total_mark default values;

-- What became of the orders that were made in an hour, by payment channel.
create table desk.channel_hour (
  hour timestamptz not null,
  channel_code text not null,
  created int not null,
  opened int not null,
  paid int not null,
  failed int not null,
  primary key (hour, channel_code)
);

-- Processes of the shop, as each says of itself.
create table desk.process (
  process_id uuid primary key,
  role text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- how far its clock is from the database's (ms)
  clock_ms int not null
);

-- What the last look found, by kind: `watch` each minute, `doctor` each night and on demand.
create table desk.checkup (
  kind text primary key check (kind in ('watch', 'doctor')),
  at timestamptz not null,
  took_ms int not null,
  checks int not null,
  broken jsonb not null,
  waits jsonb not null
);

create table desk.alert_rule (
  rule_key text primary key,
  threshold numeric not null,
  window_minutes int not null check (window_minutes between 1 and 10080),
  -- hours (UTC) in which nobody is told; equal: none
  quiet_from smallint not null default 0 check (quiet_from between 0 and 23),
  quiet_to smallint not null default 0 check (quiet_to between 0 and 23),
  enabled boolean not null default true,
  version int not null default 1
);
insert into desk.alert_rule (rule_key, threshold, window_minutes) values
  ('broken_invariant', 1, 5), ('audit_broken', 1, 5), ('money_waits', 15, 5), ('delivery_slow', 300, 60),
  ('channel_low', 70, 60), ('no_order', 10, 30), ('dispute_due', 48, 60), ('webhook_parked', 1, 5),
  ('replica_late', 30, 5), ('key_old', 365, 1440), ('sign_ins_fail', 10, 15), ('reveals', 20, 1440),
  ('request_old', 4, 60), ('change_conflict', 1, 5);

create table desk.alert_channel (
  channel_id bigint generated always as identity primary key,
  kind text not null check (kind in ('email', 'webhook', 'slack')),
  address text not null check (length(address) between 3 and 500),
  name text not null check (length(name) between 1 and 60),
  enabled boolean not null default true,
  made_at timestamptz not null default now()
);

create table desk.alert (
  alert_id bigint generated always as identity primary key,
  rule_key text not null references desk.alert_rule (rule_key),
  -- which one, where a rule may find several: a channel, an order
  subject text not null default '',
  value numeric not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  said_at timestamptz,
  muted_until timestamptz,
  seen_by bigint references desk.staff (staff_id),
  seen_at timestamptz
);
create unique index alert_open on desk.alert (rule_key, subject) where closed_at is null;
create index alert_opened on desk.alert (opened_at);

create constraint trigger audit_alert_rule after insert or update or delete on desk.alert_rule
  deferrable initially deferred for each row execute function desk.audit_change('alert_rule', 'rule_key', '');
create constraint trigger audit_alert_channel after insert or update or delete on desk.alert_channel
  deferrable initially deferred
  for each row execute function desk.audit_change('alert_channel', 'channel_id', 'address');

-- An alert leaves by the queue of messages, so that it survives the process that wrote it.
alter table message drop constraint message_channel_check;
alter table message add constraint message_channel_check check (channel in ('email', 'sms', 'webhook', 'slack'))
  not valid;
alter table message validate constraint message_channel_check;

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on all tables in schema desk to hc_desk;
  revoke insert, update on desk.audit, desk.audit_anchor, desk.day_total, desk.total_mark, desk.channel_hour,
    desk.process, desk.checkup from hc_desk;
  revoke update on desk.spent, desk.approval_vote, desk.two_people from hc_desk;
  grant select on orders, capture, outbox, inbox, dispute, reconcile_finding, ledger_journal, ledger_entry, chore,
    game_key, book_cursor, channel_health, payment_channel, gateway_refund, refund_failure, pack_part_kept
    to hc_desk;
  grant insert on message to hc_desk;
  grant update (due_at) on chore to hc_desk;
end $$;
