-- Codes by mail and SMS. Lock order: the target (advisory), the account's row, its codes.

-- Stores a code within its limits, and its message where an account may use the target. Calls for one target queue.
-- An address may ask for one code a minute and ten a day for a target; all addresses together for 30 a day, beyond
-- which each still gets its first. A new code ends the earlier ones that the same address asked for. Refusals:
-- too_soon, too_many, too_many_here, no_budget. Decisions 40 and 157.
create or replace function ask_code(p_channel text, p_target text, p_purpose text, p_hash bytea, p_ip text,
  p_ip_hourly int, p_sms_daily int, p_locale text, p_body bytea, out refusal text, out message_id bigint)
language plpgsql as $$
declare
  t timestamptz := app_now();
  who bigint;
  asked record;
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || p_target, 0));
  select count(*) filter (where v.client_ip = p_ip and v.created_at > t - interval '1 minute') as lately,
         count(*) filter (where v.client_ip = p_ip) as here, count(*) as everywhere
    into asked from verification_code v where v.target = p_target and v.created_at > t - interval '1 day';
  if asked.lately > 0 then refusal := 'too_soon'; return; end if;
  if asked.here >= 10 or (asked.here > 0 and asked.everywhere >= 30) then refusal := 'too_many'; return; end if;
  if (select count(*) from verification_code v
       where v.client_ip = p_ip and v.created_at > t - interval '1 hour') >= p_ip_hourly then
    refusal := 'too_many_here';
    return;
  end if;
  if p_channel = 'sms' and (select count(*) from message m
       where m.channel = 'sms' and m.created_at > t - interval '1 day') >= p_sms_daily then
    refusal := 'no_budget';
    return;
  end if;
  -- The account first, then its codes, in the lock order of all changes of an account.
  select a.account_id into who from account a
   where may_sign_in(a)
     and case when p_channel = 'email' then a.email = p_target and a.email_login else a.phone = p_target end
     for share;
  update verification_code v set used_at = t
   where v.target = p_target and v.purpose = p_purpose and v.client_ip = p_ip and v.used_at is null;
  insert into verification_code (channel, target, purpose, account_id, code_hash, client_ip, created_at, expires_at)
  values (p_channel, p_target, p_purpose, who, p_hash, p_ip, t, t + interval '10 minutes');
  if who is not null then
    message_id := queue_message(p_channel, p_target, 'code', p_locale, p_body, interval '10 minutes');
  end if;
end $$;

-- The open code that a try names, under the locks of its target and its account. A wrong try counts on every open
-- code; five end a code. No row where the account's address, or its right to sign in, is not what the code was sent
-- for.
create or replace function code_at_hand(p_target text, p_purpose text, p_hash bytea) returns setof verification_code
language plpgsql as $$
declare
  a account;
  v verification_code;
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || p_target, 0));
  select * into a from account where email = p_target or phone = p_target for no key update;
  select * into v from verification_code c
   where c.target = p_target and c.purpose = p_purpose and c.used_at is null
     and c.expires_at > app_now() and c.tries < 5
     and c.code_hash = p_hash order by c.created_at desc limit 1 for update;
  if not found then
    update verification_code c set tries = tries + 1
     where c.target = p_target and c.purpose = p_purpose and c.used_at is null
       and c.expires_at > app_now() and c.tries < 5;
    return;
  end if;
  if v.account_id is distinct from a.account_id or not may_sign_in(a) then return; end if;
  if v.channel = 'email' and not a.email_login then return; end if;
  return next v;
end $$;

-- One try at a code. A right code gives its account, once; otherwise null. Decision 153.
create or replace function try_code(p_target text, p_purpose text, p_hash bytea) returns bigint language plpgsql as $$
declare
  v verification_code;
begin
  select * into v from code_at_hand(p_target, p_purpose, p_hash);
  if not found then return null; end if;
  update verification_code set tries = tries + 1, used_at = app_now() where code_id = v.code_id;
  return v.account_id;
end $$;

-- Whether a code is right; only a wrong one counts as a try. For callers with costly preparations, which call try_code
-- afterwards.
create or replace function is_code(p_target text, p_purpose text, p_hash bytea) returns boolean language sql as $$
  select exists (select 1 from code_at_hand(p_target, p_purpose, p_hash))
$$;

-- Sets a new password with a code. The account's triggers end its sessions, tokens and codes.
create or replace function reset_password(p_target text, p_hash bytea, p_password text) returns bigint
language plpgsql as $$
declare
  who bigint := try_code(p_target, 'reset', p_hash);
begin
  if who is null then return null; end if;
  update account set password_hash = p_password where account_id = who;
  delete from sign_in_failure f using account a
   where a.account_id = who
     and (f.login_key = a.uid or f.name_key in (name_key(a.uid), name_key(a.login), name_key(a.email)));
  return who;
end $$;
