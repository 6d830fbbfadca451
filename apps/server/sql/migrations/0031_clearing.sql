-- locks: account, session, orders, rebate_campaign, rebate_tier, capture, ledger_account, outbox_try, inbox
-- What is cleared by its age is found by its age: the hourly look read all sessions and webhooks that there ever were.

create index session_created on session (created_at);
create index inbox_received on inbox using brin (received_at) with (pages_per_range = 32, autosummarize);

-- Up to when the bodies of webhooks were cleared.
create table inbox_cleared (
  one boolean primary key default true check (one),
  until timestamptz not null
);
insert into inbox_cleared (until) values ('-infinity');

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke insert on inbox_cleared from hc_app;
    grant select, update on inbox_cleared to hc_app;
  end if;
end $$;
