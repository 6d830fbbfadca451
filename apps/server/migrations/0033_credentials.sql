-- When the password, or the right to sign in at all, changed last: what was given out before is not good any more.
alter table account add column credentials_changed_at timestamptz;
create index one_time_token_account on one_time_token (account_id) where used_at is null;

create function credentials_changed() returns trigger language plpgsql as $$
begin
  if current_setting('hc.same_password', true) = 'on' then return new; end if;
  new.credentials_changed_at := app_now();
  return new;
end $$;
create trigger credentials_changed before update on account for each row
  when ((old.password_hash, old.disabled) is distinct from (new.password_hash, new.disabled))
  execute function credentials_changed();

-- What an account's change ends, whoever makes it: the game, a reset, an operator's statement. Open codes always;
-- sessions and one-time tokens with the password, and when the account is disabled. A newer hash of the same password
-- is no change.
create function account_changed() returns trigger language plpgsql as $$
begin
  if current_setting('hc.same_password', true) = 'on' then return null; end if;
  update verification_code set used_at = app_now() where account_id = new.account_id and used_at is null;
  if new.password_hash is distinct from old.password_hash or (new.disabled and not old.disabled) then
    update one_time_token set used_at = app_now() where account_id = new.account_id and used_at is null;
    update session set revoked_at = app_now(), revoked_reason = case when new.disabled then 'disabled' else 'reset' end
     where account_id = new.account_id and revoked_at is null;
    perform pg_notify('hc_bus', 'session:' || new.account_id);
  end if;
  return null;
end $$;
create trigger account_changed after update on account for each row
  when ((old.password_hash, old.email, old.phone, old.email_login, old.disabled)
    is distinct from (new.password_hash, new.email, new.phone, new.email_login, new.disabled))
  execute function account_changed();

-- Whether the hash that a password was compared with is still the account's. The account stays locked until the end of
-- the statement: what follows in it rests on this password.
create function same_credential(p_account bigint, p_hash text) returns boolean language plpgsql as $$
declare
  a account;
begin
  select * into a from account where account_id = p_account for no key update;
  return found and a.password_hash is not distinct from p_hash and not a.disabled;
end $$;

-- The session of a sign-in by password. What was verified is compared under the account's lock: the hash, and the
-- email where one was typed. p_renewed: a newer hash of it. Refusals: changed,
-- disabled.
create function open_session(p_account bigint, p_hash text, p_email text, p_renewed text,
  p_token_hash bytea, p_remember boolean, p_ttl interval, out refusal text)
language plpgsql as $$
declare
  a account;
begin
  select * into a from account where account_id = p_account for no key update;
  if a.password_hash is distinct from p_hash then refusal := 'changed'; return; end if;
  if p_email is not null and (a.email is distinct from p_email or not a.email_login) then
    refusal := 'changed';
    return;
  end if;
  if a.disabled then refusal := 'disabled'; return; end if;
  if p_renewed is not null then
    perform set_config('hc.same_password', 'on', true);
    update account set password_hash = p_renewed where account_id = p_account;
    perform set_config('hc.same_password', '', true);
  end if;
  perform start_session(p_account, p_token_hash, p_remember, p_ttl);
end $$;

-- The session of a phone's code. Refusals: unknown (no account has this number), code.
create function open_session_by_phone(p_phone text, p_hash bytea, p_try bigint,
  p_token_hash bytea, p_remember boolean, p_ttl interval,
  out refusal text, out account_id bigint, out uid text, out login text, out email text, out phone text)
language plpgsql as $$
declare
  who bigint := try_code(p_phone, 'login', p_hash);
begin
  select a.account_id, a.uid, a.login, a.email, a.phone into account_id, uid, login, email, phone
    from account a where a.phone = p_phone;
  if not found then refusal := 'unknown'; return; end if;
  if who is distinct from account_id then refusal := 'code'; return; end if;
  delete from sign_in_failure f where f.try_id = p_try;
  perform start_session(who, p_token_hash, p_remember, p_ttl);
end $$;

-- The session of a token that is good once: the game's, or a third party's code. p_remember null: as the token says.
-- No row where the token is none, and where its account is disabled.
create function open_session_by_token(p_token bytea, p_token_hash bytea, p_remember boolean,
  p_short interval, p_long interval)
returns table (account_id bigint, uid text, login text, email text, phone text)
language plpgsql as $$
declare
  who bigint;
  long boolean;
begin
  select t.account_id into who from one_time_token t where t.token_hash = p_token and t.kind in ('web', 'oauth');
  -- The account first, then its tokens: whoever changes the account locks in the same order.
  perform 1 from account a where a.account_id = who and not a.disabled for no key update;
  if not found then return; end if;
  update one_time_token t set used_at = app_now()
   where t.token_hash = p_token and t.used_at is null and t.expires_at > app_now()
  returning coalesce(p_remember, t.remember) into long;
  if not found then return; end if;
  perform start_session(who, p_token_hash, long, case when long then p_long else p_short end);
  return query select a.account_id, a.uid, a.login, a.email, a.phone from account a where a.account_id = who;
end $$;

-- As in 0010, but `same` is the hash that the game's password was compared with and found equal. Where the account has
-- another one by now, PasswordChanged: it is compared again. What a change ends, the account's triggers end.
create or replace function put_account(p jsonb, out refusal text, out field text, out created boolean)
language plpgsql as $$
declare
  a account; b account; who text := p->>'uid'; i record;
begin
  select * into a from account where uid = who for no key update;
  created := not found;
  if p ? 'same' and a.password_hash is distinct from p->>'same' then refusal := 'PasswordChanged'; return; end if;
  field := account_taken(who, p->>'account', p->>'email', p->>'phone');
  if field is null then
    select 'identities.' || e.key into field from jsonb_each_text(coalesce(p->'identities', '{}')) e
      join external_identity x on x.provider = e.key and x.subject = e.value
     where x.account_id is distinct from a.account_id limit 1;
  end if;
  if field is not null then refusal := 'AccountTaken'; return; end if;
  if created then
    insert into account (uid, login, password_hash, email, phone, email_login, disabled)
    values (who, p->>'account', p->>'hash', p->>'email', p->>'phone',
      (p->>'emailLogin')::boolean, (p->>'disabled')::boolean)
    returning * into a;
  else
    b := a;
    b.login := p->>'account'; b.password_hash := coalesce(p->>'hash', a.password_hash);
    b.email_login := (p->>'emailLogin')::boolean; b.disabled := (p->>'disabled')::boolean;
    if p ? 'email' then b.email := p->>'email'; end if;
    if p ? 'phone' then b.phone := p->>'phone'; end if;
    if b is distinct from a then
      update account set login = b.login, password_hash = b.password_hash, email = b.email, phone = b.phone,
        email_login = b.email_login, disabled = b.disabled where account_id = a.account_id;
      perform pg_notify('hc_bus', 'session:' || a.account_id);
    end if;
  end if;
  for i in select key, value from jsonb_each_text(coalesce(p->'identities', '{}')) loop
    delete from external_identity
     where account_id = a.account_id and provider = i.key and subject is distinct from i.value;
    if i.value is not null then
      insert into external_identity (provider, subject, account_id, made_by)
      values (i.key, i.value, a.account_id, 'game') on conflict (provider, subject) do update set made_by = 'game';
    end if;
  end loop;
end $$;
