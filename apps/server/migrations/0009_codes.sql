-- Codes that prove that somebody reads a mailbox or holds a phone. One row a code that was asked for, whether an
-- account exists or not, so that limits and answers are the same for both.
create table verification_code (
  code_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  target text not null,
  purpose text not null check (purpose in ('login', 'reset')),
  -- null: no account has this target, and nothing was sent
  account_id bigint references account,
  code_hash bytea not null,
  client_ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index verification_code_target on verification_code (target, created_at desc);
create index verification_code_ip on verification_code (client_ip, created_at desc);

-- Mail and SMS on their way. The body is sealed (it may hold a code) and is emptied when it has left.
create table message (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  target text not null,
  kind text not null,
  locale text not null,
  body bytea not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  detail text,
  run_at timestamptz not null,
  give_up_at timestamptz not null,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  ended_at timestamptz
);
create index message_todo on message (run_at, message_id) where state = 'pending';
create index message_sent on message (channel, created_at desc);

-- Tokens that are good once: the game's hctoken, the code that ends a third-party sign-in, the player's ticket.
create table one_time_token (
  token_hash bytea primary key,
  kind text not null check (kind in ('web', 'oauth', 'ticket')),
  account_id bigint not null references account,
  -- the session that it opens is the long one
  remember boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_expires on one_time_token (expires_at);

-- Takes a token: its account, once, if it is still good.
create function take_token(p_hash bytea, p_kinds text[]) returns bigint language sql as $$
  update one_time_token set used_at = app_now()
   where token_hash = p_hash and kind = any(p_kinds) and used_at is null and expires_at > app_now()
  returning account_id
$$;

-- Who a third party's account is here. Written by the game's API, or by a first sign-in with a verified email.
create table external_identity (
  provider text not null check (provider in ('google', 'apple', 'facebook', 'wechat')),
  subject text not null,
  account_id bigint not null references account,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index external_identity_account on external_identity (account_id);

-- A third-party sign-in between leaving for the provider and coming back; once, and for the browser that left.
create table oauth_state (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect text not null,
  remember boolean not null,
  created_at timestamptz not null
);

-- Failures of sign-ins by address, beside those by account (0001): one try on each of a thousand accounts counts too.
alter table sign_in_failure add column client_ip text;
create index sign_in_failure_ip on sign_in_failure (client_ip, failed_at);

-- Stores a code within the limits for its target and its address, and its message where an account may use the target;
-- calls for the same target queue. Refusals: too_soon, too_many, too_many_here, no_budget.
create function ask_code(p_channel text, p_target text, p_purpose text, p_hash bytea, p_ip text, p_ip_hourly int, p_sms_daily int,
  p_locale text, p_body bytea, out refusal text, out message_id bigint)
language plpgsql as $$
declare
  t timestamptz := app_now();
  who bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || p_target, 0));
  if exists (select 1 from verification_code v where v.target = p_target and v.created_at > t - interval '1 minute') then refusal := 'too_soon'; return; end if;
  if (select count(*) from verification_code v where v.target = p_target and v.created_at > t - interval '1 day') >= 10 then refusal := 'too_many'; return; end if;
  if (select count(*) from verification_code v where v.client_ip = p_ip and v.created_at > t - interval '1 hour') >= p_ip_hourly then refusal := 'too_many_here'; return; end if;
  if p_channel = 'sms' and (select count(*) from message m where m.channel = 'sms' and m.created_at > t - interval '1 day') >= p_sms_daily then refusal := 'no_budget'; return; end if;
  select a.account_id into who from account a
   where not a.disabled and case when p_channel = 'email' then a.email = p_target else a.phone = p_target end;
  -- A new code ends those before it.
  update verification_code v set used_at = t where v.target = p_target and v.purpose = p_purpose and v.used_at is null;
  insert into verification_code (channel, target, purpose, account_id, code_hash, client_ip, created_at, expires_at)
  values (p_channel, p_target, p_purpose, who, p_hash, p_ip, t, t + interval '10 minutes');
  if who is not null then
    insert into message (channel, target, kind, locale, body, run_at, give_up_at, created_at)
    values (p_channel, p_target, 'code', p_locale, p_body, t, t + interval '10 minutes', t) returning message.message_id into message_id;
  end if;
end $$;

-- One try at a code: the account when it is right, else null. The try is counted before anything is said; five wrong ones
-- end the code. The row's lock makes fifty tries at once five.
create function try_code(p_target text, p_purpose text, p_hash bytea) returns bigint language plpgsql as $$
declare
  v verification_code;
begin
  select * into v from verification_code c where c.target = p_target and c.purpose = p_purpose and c.used_at is null
     and c.expires_at > app_now() order by c.created_at desc limit 1 for update;
  if not found or v.tries >= 5 then return null; end if;
  update verification_code set tries = tries + 1, used_at = case when code_hash = p_hash then app_now() end where code_id = v.code_id;
  return case when v.code_hash = p_hash then v.account_id end;
end $$;

-- A new password by a code: all sessions of the account end, and its failed sign-ins are forgotten.
create function reset_password(p_target text, p_hash bytea, p_password text) returns bigint language plpgsql as $$
declare
  who bigint := try_code(p_target, 'reset', p_hash);
begin
  if who is null then return null; end if;
  update account set password_hash = p_password where account_id = who;
  update session set revoked_at = app_now(), revoked_reason = 'reset' where account_id = who and revoked_at is null;
  delete from sign_in_failure f using account a where a.account_id = who and f.login_key = a.uid;
  perform pg_notify('hc_bus', 'session:' || who);
  return who;
end $$;

-- Leases messages that are due; whoever holds the lease sends.
create function lease_messages(p_limit int, p_lease_seconds int)
returns table (message_id bigint, channel text, target text, kind text, locale text, body bytea, attempts int, over boolean)
language sql as $$
  update message m set lease_until = app_now() + make_interval(secs => p_lease_seconds), attempts = m.attempts + 1
   where m.message_id in (select x.message_id from message x where x.state = 'pending' and x.run_at <= app_now() and x.lease_until <= app_now()
      order by x.run_at, x.message_id limit p_limit for update skip locked)
  returning m.message_id, m.channel, m.target, m.kind, m.locale, m.body, m.attempts, m.give_up_at <= app_now()
$$;
