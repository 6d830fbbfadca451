-- The user with whom the desk's process comes (CONSOLE_DATABASE_URL), by psql as the tables' owner (a role with
-- CREATEROLE), once or again:
--   psql "$DATABASE_DIRECT_URL" -v password="$DESK_PASSWORD" -f deploy/database/desk-user.sql
-- It may be nothing but hc_desk: SQL in the desk's process that resets its role has no right left. The desk checks that
-- at its start.
set client_min_messages = warning;
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then create role hc_desk nologin; end if;
  if not exists (select 1 from pg_roles where rolname = 'hc_console') then
    create role hc_console login noinherit in role hc_desk;
  end if;
end $$;
alter role hc_console password :'password';
alter role hc_console set role = 'hc_desk';
