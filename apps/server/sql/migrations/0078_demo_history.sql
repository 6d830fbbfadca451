-- The demo's history: when it was begun, and how many of its days are there. A start that was killed goes on with the
-- next day. Only the tables' owner writes it.
create table demo_history (
  one boolean primary key default true check (one),
  start_at timestamptz not null,
  days int not null default 0,
  done_at timestamptz
);
do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke insert, update, delete on demo_history from hc_app;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_readonly') then
    grant select on demo_history to hc_readonly;
  end if;
end $$;
