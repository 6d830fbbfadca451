-- Money that the desk moves: parts of refunds, adjustments of points, payouts of gateways, and the close of a month.

-- A part of an order's money that went back at somebody's word. One at a time for a capture; its attempt is part of
-- the key that the gateway is asked under.
create table refund_part (
  order_no text not null,
  part int not null,
  channel_code text not null,
  txn text not null,
  attempt int not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  asked_by text not null,
  state text not null default 'asked'
    check (state in ('asked', 'parked', 'done', 'refused', 'failed', 'settled')),
  refund_txn text,
  detail text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (order_no, part)
);
create index refund_part_capture on refund_part (channel_code, txn);
create index refund_part_txn on refund_part (channel_code, refund_txn);
create unique index refund_part_one_at_a_time on refund_part (channel_code, txn) where state in ('asked', 'parked');

create function refund_part_moved() returns trigger language plpgsql as $f$ begin return null; end $f$;
create trigger refund_part_moved after update of state, payload on outbox
  for each row when (new.kind = 'refund') execute function refund_part_moved();
create function refund_part_failed() returns trigger language plpgsql as $f$ begin return null; end $f$;
create trigger refund_part_failed after update of reversed on refund_failure
  for each row when (new.reversed and not old.reversed) execute function refund_part_failed();

-- Points that somebody gave or took by hand.
create table point_adjustment (
  adjustment_no bigint generated always as identity primary key,
  account_id bigint not null,
  basic_points bigint not null,
  present_points bigint not null,
  note text not null,
  done_by text not null,
  at timestamptz not null,
  check (basic_points <> 0 or present_points <> 0)
);
create index point_adjustment_account on point_adjustment (account_id, adjustment_no);

-- In a new database the guard's own text comes after all migrations.
alter table ledger_account disable trigger guard_ledger_account;
insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value values
  (9, 'system', 'bank', 'USD'), (10, 'system', 'fees', 'USD'),
  (11, 'system', 'adjusted', 'HCB'), (12, 'system', 'adjusted', 'HCP');
alter table ledger_account enable trigger guard_ledger_account;

-- A gateway's payout, booked once.
create table payout (
  channel_code text not null,
  payout_id text not null,
  paid_at timestamptz not null,
  -- what the gateway had of ours, what it kept, and what the bank got: gross = net + fee
  gross_cents bigint not null,
  fee_cents bigint not null,
  booked_by text not null,
  booked_at timestamptz not null,
  primary key (channel_code, payout_id)
);

-- The lines of a gateway's payout file. A payout is booked once each of them has its capture or refund here.
create table desk.settlement_line (
  channel_code text not null,
  payout_id text not null,
  kind text not null check (kind in ('capture', 'refund', 'fee')),
  reference text not null,
  paid_at timestamptz not null,
  -- signed: a refund's is below zero
  gross_cents bigint not null,
  fee_cents bigint not null,
  imported_at timestamptz not null,
  imported_by bigint not null references desk.staff (staff_id),
  primary key (channel_code, payout_id, kind, reference)
);
create index settlement_line_reference on desk.settlement_line (channel_code, kind, reference);

-- A month that is closed: what each account had at its end.
create table desk.period_close (
  month date primary key check (extract(day from month) = 1),
  zone text not null,
  until timestamptz not null,
  -- {"gateway USD": cents, …}: accounts by name and unit, players' wallets and debts together
  totals jsonb not null,
  hash bytea not null,
  -- the audit's last line at that moment
  audit_seq bigint not null,
  audit_hash bytea not null,
  closed_by bigint not null references desk.staff (staff_id),
  closed_at timestamptz not null
);
create trigger period_close_kept before update or delete on desk.period_close
  for each row execute function desk.audit_kept();

-- Journals by date, at next to no cost for whoever writes them.
create index ledger_journal_day on ledger_journal using brin (created_at) with (pages_per_range = 16, autosummarize);

create constraint trigger audit_period_close after insert on desk.period_close deferrable initially deferred
  for each row execute function desk.audit_change('period', 'month', '');
create constraint trigger audit_payout after insert or update or delete on payout deferrable initially deferred
  for each row execute function desk.audit_change('payout', 'payout_id', '');

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke insert, update on refund_part, point_adjustment, payout from hc_app;
    -- The triggers of a refund's end work as its worker.
    grant update (state, refund_txn, detail, ended_at, attempt) on refund_part to hc_app;
    -- A note that names a player goes with the player's data.
    grant update (note) on point_adjustment to hc_app;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_readonly') then
    grant select on refund_part, point_adjustment, payout to hc_readonly;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on orders, capture, gateway_refund, refund_failure, refund_settlement, refund_request, refund_part,
    dispute, ledger_journal, ledger_entry, ledger_account, point_adjustment, payout, reconcile_finding,
    payment_channel to hc_desk;
  grant select (account_id, uid, deleted_at, back_as) on account to hc_desk;
  revoke update on desk.settlement_line, desk.period_close from hc_desk;
end $$;
