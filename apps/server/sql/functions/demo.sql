-- The end of the demo.

-- Ends the demo's accounts, game key and redeem code in a shop that is started without the demo, for everybody knows
-- their passwords and secrets. Gives the logins that it ended. An account is the demo's while it has the demo's uid,
-- login and email: what the game has made of it since is a player's. Its uid goes too, so that the game may have a
-- player of that uid, who finds neither points nor orders of the demo. Decision 178.
create or replace function end_demo() returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  a record; gone text; ended text[] := '{}';
begin
  -- The passwords and one-time secrets of the demo's desk people are public.
  update desk.staff set suspended_at = app_now() where email like '%@demo.example' and suspended_at is null;
  if exists (select 1 from demo_ended) then return ended; end if;
  if not exists (select 1 from game_key where key_id = 'demo-key') then return ended; end if;
  for a in
    select x.account_id, x.uid, x.login, x.email, x.phone from account x
      join (values ('100001', 'demo', 'demo@example.com'), ('100002', 'empty', 'empty@example.com'),
                   ('100003', 'rich', null), ('100004', 'banned', null)) s (uid, login, email)
        on s.uid = x.uid and s.login = x.login and s.email is not distinct from x.email
     order by x.account_id for update of x
  loop
    gone := 'demo-ended-' || a.account_id;
    -- A real game must not deliver for payments of the demo's gateway: staff must look at them.
    update outbox set state = 'parked', detail = 'of the demo, which ended', lease_until = '-infinity'
     where kind = 'deliver' and state in ('pending', 'unknown') and payload->>'uid' = a.uid;
    update outbox set payload = jsonb_set(payload, '{uid}', to_jsonb(gone))
     where kind = 'deliver' and payload->>'uid' = a.uid;
    update orders set uid = gone where account_id = a.account_id;
    update session set revoked_at = app_now(), revoked_reason = 'disabled'
     where account_id = a.account_id and revoked_at is null;
    delete from one_time_token where account_id = a.account_id;
    delete from external_identity where account_id = a.account_id;
    delete from verification_code where account_id = a.account_id or target in (a.email, a.phone);
    delete from game_role where account_id = a.account_id;
    update account set uid = gone, login = gone, password_hash = null, email = null, phone = null,
      email_login = false, disabled = true where account_id = a.account_id;
    insert into demo_ended (account_id, login, at) values (a.account_id, a.login, app_now());
    perform pg_notify('hc_bus', 'session:' || a.account_id);
    ended := ended || a.login;
  end loop;
  if cardinality(ended) > 0 then
    update redeem_campaign set ends_at = greatest(app_now(), starts_at + interval '1 second')
     where campaign_id = 'welcome-2026' and ends_at > app_now();
    perform revoke_game_key('demo-key');
  end if;
  return ended;
end $$;
