-- The user with whom the shop comes through a pooler, by psql as the tables' owner (a role with CREATEROLE), once or
-- again:
--   psql "$DATABASE_DIRECT_URL" -v password="$SHOP_PASSWORD" -f deploy/database/shop-user.sql
-- A pooler's connection takes no settings from the client and keeps none for it: they belong to the user. The shop
-- checks them at its start.
set client_min_messages = warning;
do $$
declare
  r text;
begin
  foreach r in array array['hc_app', 'hc_log'] loop
    if not exists (select 1 from pg_roles where rolname = r) then execute format('create role %I nologin', r); end if;
  end loop;
  if not exists (select 1 from pg_roles where rolname = 'hc_shop') then
    create role hc_shop login noinherit in role hc_app, hc_log;
  end if;
end $$;
alter role hc_shop password :'password';
alter role hc_shop set role = 'hc_app';
alter role hc_shop set lock_timeout = '3s';
alter role hc_shop set idle_in_transaction_session_timeout = '10s';
alter role hc_shop set timezone = 'UTC';
alter role hc_shop set datestyle = 'ISO, MDY';
alter role hc_shop set intervalstyle = 'postgres';
alter role hc_shop set bytea_output = 'hex';
alter role hc_shop set extra_float_digits = 1;
alter role hc_shop set standard_conforming_strings = on;
alter role hc_shop set transform_null_equals = off;
alter role hc_shop set default_transaction_isolation = 'read committed';
alter role hc_shop set search_path = public;
