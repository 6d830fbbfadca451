-- Sign-ins, sessions and their ends. Lock order: the account's row, then its sessions, codes, tokens and links.

-- Ends every live session of the account and starts this one. Concurrent sign-ins queue on the account's row.
create or replace function start_session(
  p_account bigint, p_token_hash bytea, p_remember boolean, p_ttl interval
) returns void language plpgsql as $$
begin
  perform 1 from account where account_id = p_account for no key update;
  update session set revoked_at = app_now(), revoked_reason = 'superseded'
   where account_id = p_account and revoked_at is null;
  perform pg_notify('hc_bus', 'session:' || p_account);
  insert into session (token_hash, account_id, remember, created_at, expires_at)
  values (p_token_hash, p_account, p_remember, app_now(), app_now() + p_ttl);
end $$;

-- Whether an account belongs to a player who may sign in. Visitors cannot sign in.
create or replace function may_sign_in(a account) returns boolean language sql immutable as $$
  select not a.disabled and a.kind = 'player'
$$;

-- Whether the hash that a password was compared with is still the account's. The account stays locked until the end
-- of the transaction: what follows rests on this password. Decision 151.
create or replace function same_credential(p_account bigint, p_hash text) returns boolean language plpgsql as $$
declare
  a account;
begin
  select * into a from account where account_id = p_account for no key update;
  return found and a.password_hash is not distinct from p_hash and may_sign_in(a);
end $$;

-- Starts the session of a sign-in by password. The hash that was verified, and the email where one was typed, are
-- compared again under the account's lock. p_renewed is a newer hash of the same password, to be stored. Refusals:
-- changed, disabled. Decision 151.
create or replace function open_session(p_account bigint, p_hash text, p_email text, p_renewed text,
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
  if not may_sign_in(a) then refusal := 'disabled'; return; end if;
  if p_renewed is not null then
    perform set_config('hc.same_password', 'on', true);
    update account set password_hash = p_renewed where account_id = p_account;
    perform set_config('hc.same_password', '', true);
  end if;
  perform start_session(p_account, p_token_hash, p_remember, p_ttl);
end $$;

-- Starts the session of a code that was sent by SMS. Refusals: unknown (no account has this number), code.
create or replace function open_session_by_phone(p_phone text, p_hash bytea, p_try bigint,
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

-- Starts the session of a one-time token: the game's, or the code that ends a third-party sign-in. p_remember null:
-- as the token says. No row where the token is not good or its account is disabled.
create or replace function open_session_by_token(p_token bytea, p_token_hash bytea, p_remember boolean,
  p_short interval, p_long interval)
returns table (account_id bigint, uid text, login text, email text, phone text)
language plpgsql as $$
declare
  who bigint;
  long boolean;
begin
  select t.account_id into who from one_time_token t where t.token_hash = p_token and t.kind in ('web', 'oauth');
  -- The account first, then its tokens, in the lock order of all changes of an account.
  perform 1 from account a where a.account_id = who and may_sign_in(a) for no key update;
  if not found then return; end if;
  update one_time_token t set used_at = app_now()
   where t.token_hash = p_token and t.used_at is null and t.expires_at > app_now()
  returning coalesce(p_remember, t.remember) into long;
  if not found then return; end if;
  perform start_session(who, p_token_hash, long, case when long then p_long else p_short end);
  return query select a.account_id, a.uid, a.login, a.email, a.phone from account a where a.account_id = who;
end $$;

-- Uses up a one-time token and gives its account; null for an invalid token.
create or replace function take_token(p_hash bytea, p_kinds text[]) returns bigint language sql as $$
  update one_time_token set used_at = app_now()
   where token_hash = p_hash and kind = any(p_kinds) and used_at is null and expires_at > app_now()
  returning account_id
$$;

-- Ends a third-party sign-in: finds the account that the subject is linked with, or links the one whose email the
-- third party vouches for (p_email, else null), and stores the token of its session. A state counts once. Null: no
-- account.
create or replace function identity_token(
  p_provider text, p_subject text, p_email text, p_state bytea, p_token bytea, p_remember boolean, p_ttl interval
) returns bigint language plpgsql as $$
declare
  who bigint;
  a account;
begin
  insert into oauth_state (state_hash, provider, browser_hash, nonce, verifier, redirect, remember, created_at)
  values (p_state, p_provider, '', '', '', '', p_remember, app_now()) on conflict do nothing;
  if not found then return null; end if;
  select i.account_id into who from external_identity i where i.provider = p_provider and i.subject = p_subject;
  if not found then select x.account_id into who from account x where x.email = p_email; end if;
  select * into a from account where account_id = who for no key update;
  if not found or not may_sign_in(a) then return null; end if;
  if not exists (select 1 from external_identity i
                  where i.provider = p_provider and i.subject = p_subject and i.account_id = who) then
    if p_email is null or a.email is distinct from p_email or not a.email_login then return null; end if;
    insert into external_identity (provider, subject, account_id, made_by)
    values (p_provider, p_subject, who, 'email') on conflict do nothing;
    if not found then return null; end if;
  end if;
  insert into one_time_token (token_hash, kind, account_id, remember, created_at, expires_at)
  values (p_token, 'oauth', who, p_remember, app_now(), app_now() + p_ttl);
  return who;
end $$;

-- A link is kept only if the account has none with this provider yet. A link by email also needs the right to sign
-- in by email. A link that breaks this is not written, and its sign-in finds no account.
create or replace function identity_linked() returns trigger language plpgsql as $$
declare
  a account;
begin
  select * into a from account where account_id = new.account_id for no key update;
  if new.made_by = 'email' and (not may_sign_in(a) or not a.email_login) then return null; end if;
  if exists (select 1 from external_identity x
              where x.account_id = new.account_id and x.provider = new.provider and x.subject <> new.subject) then
    return null;
  end if;
  return new;
end $$;

-- A link by email ends with that email, with the right to sign in by it, and with the password. Decision 156.
create or replace function links_by_email_end() returns trigger language plpgsql as $$
begin
  if current_setting('hc.same_password', true) = 'on' then return null; end if;
  delete from external_identity where account_id = new.account_id and made_by = 'email';
  return null;
end $$;

-- Notes when the password, or the right to sign in at all, changed last. A newer hash of the same password
-- (`hc.same_password`) is no change.
create or replace function credentials_changed() returns trigger language plpgsql as $$
begin
  if current_setting('hc.same_password', true) = 'on' then return new; end if;
  new.credentials_changed_at := app_now();
  return new;
end $$;

-- Runs at every change of an account, by the game, a reset or an operator's SQL. Open codes always end; sessions and
-- one-time tokens end with the password, and when the account is disabled. A newer hash of the same password is no
-- change. Decision 152.
create or replace function account_changed() returns trigger language plpgsql as $$
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
