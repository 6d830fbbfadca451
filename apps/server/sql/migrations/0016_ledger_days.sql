-- locks: capture, gateway_question, outbox_try, session
-- What each account moved on each day (UTC), so that a balance at a moment reads days and not every entry there ever
-- was. Decision 360.

create table desk.ledger_day (
  day date not null,
  -- A system account's name; `wallet` and `debt` are all players' together.
  account text not null,
  unit text not null,
  -- Whose money it is, for the account `gateway` alone.
  channel_code text not null default '',
  amount bigint not null,
  primary key (day, account, unit, channel_code)
);

-- What a channel captured within a span; ranges of pages cost a writer nothing that is measurable.
create index capture_day on capture using brin (at) with (pages_per_range = 16, autosummarize = true);

-- A player's sign-ins, for the desk and for a player's own data.
create index session_account on session (account_id, created_at);

-- Rows that are only added, in the order of their time, are found by ranges of pages: an order pays for two B-trees
-- less.
drop index outbox_try_at;
create index outbox_try_at on outbox_try using brin (at) with (autosummarize = true);
drop index gateway_question_at;
create index gateway_question_at on gateway_question using brin (at) with (autosummarize = true);

-- Days are added up from the first journal on, with the sums of sales. They share one mark.
delete from desk.day_total;
update desk.total_mark set done_id = 0, seen_id = 0, seen_xid = '0', seen_at = '-infinity';
drop function if exists desk.journal_sums(bigint, bigint);

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on desk.ledger_day to hc_desk;
end $$;
