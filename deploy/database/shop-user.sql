-- The user with whom the shop comes through a pooler, once for each server, by psql as the tables' owner, after the first migration:
--   psql "$DATABASE_DIRECT_URL" -v password="$SHOP_PASSWORD" -f deploy/database/shop-user.sql
-- A pooler's connection takes no settings from the client and keeps none for it: they belong to the user. The shop checks them at its start.
create role hc_shop login noinherit in role hc_app, hc_log;
alter role hc_shop password :'password';
alter role hc_shop set role = 'hc_app';
alter role hc_shop set lock_timeout = '3s';
alter role hc_shop set idle_in_transaction_session_timeout = '10s';
alter role hc_shop set timezone = 'UTC';
