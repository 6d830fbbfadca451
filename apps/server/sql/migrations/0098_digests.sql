-- locks: order_event, refund_event, capture
-- What a copy of the database is compared by: of each finished day and each table of history the count, the sum and a
-- hash of its rows. A row is written once. Decision 720.
create table day_digest (
  day date not null,
  tbl text not null,
  n bigint not null check (n >= 0),
  sum numeric not null,
  hash text not null,
  noted_at timestamptz not null,
  primary key (day, tbl)
);
create trigger day_digest_kept before update or delete on day_digest
  for each row execute function refuse_change();

-- What happened on a day is found by its time.
create index order_event_day on order_event using brin (at) with (pages_per_range = 16, autosummarize);
create index refund_event_day on refund_event using brin (at) with (pages_per_range = 16, autosummarize);

-- A capture is what a gateway took. Nothing of it changes.
create trigger capture_append_only before update or delete on capture
  for each row execute function refuse_change();

do $$
declare
  whose text;
begin
  foreach whose in array array['hc_readonly', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on day_digest to %I', whose);
      execute format('revoke insert, update, delete on day_digest from %I', whose);
    end if;
  end loop;
  if exists (select 1 from pg_roles where rolname = 'hc_app') then revoke all on day_digest from hc_app; end if;
end $$;
