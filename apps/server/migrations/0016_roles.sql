-- Whom the processes work as. Roles belong to the whole server: another database of it may have made them already. Where the
-- migrating user may not make roles (a hosted database), the processes work as that user, and say so in their log.
do $$
declare
  r text;
begin
  foreach r in array array['hc_app', 'hc_log', 'hc_readonly'] loop
    begin
      if not exists (select 1 from pg_roles where rolname = r) then execute format('create role %I nologin', r); end if;
      if not pg_has_role(current_user, r, 'member') then execute format('grant %I to %I', r, current_user); end if;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise notice 'role % was not made: %', r, sqlerrm;
    end;
  end loop;
  if not exists (select 1 from pg_roles where rolname = 'hc_app') then return; end if;
  -- The shop: reads and writes rows, changes no table, deletes what has served its time, and of the books only adds.
  grant usage on schema public to hc_app, hc_log, hc_readonly;
  grant select, insert, update on all tables in schema public to hc_app;
  alter default privileges in schema public grant select, insert, update on tables to hc_app;
  revoke update on ledger_journal, ledger_entry, ledger_account, order_event, capture, redemption from hc_app;
  grant update (balance) on ledger_account to hc_app;
  grant delete on session, sign_in_failure, one_time_token, oauth_state, verification_code, message, external_identity, game_role,
    game_signature, redeem_failure to hc_app;
  revoke all on kysely_migration, kysely_migration_lock from hc_app;
  -- Reports and people who look: money and orders, no password, key, code or message.
  grant select on orders, order_event, capture, gateway_refund, first_top_up, ledger_account, ledger_journal, ledger_entry, outbox, product,
    payment_channel, game_server, game_role, redeem_campaign, redemption to hc_readonly;
end $$;
