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

-- Stores a code, within the limits for its target and its address; calls for the same target queue. The account is the one
-- that may use this target. Refusals: too_soon, too_many, too_many_here, no_budget.
create function ask_code(p_channel text, p_target text, p_purpose text, p_hash bytea, p_ip text, p_ip_hourly int, p_sms_daily int,
  out refusal text, out code_id bigint, out account_id bigint)
language plpgsql as $$
declare
  t timestamptz := app_now();
begin
  perform pg_advisory_xact_lock(hashtextextended('code:' || p_target, 0));
  if exists (select 1 from verification_code v where v.target = p_target and v.created_at > t - interval '1 minute') then refusal := 'too_soon'; return; end if;
  if (select count(*) from verification_code v where v.target = p_target and v.created_at > t - interval '1 day') >= 10 then refusal := 'too_many'; return; end if;
  if (select count(*) from verification_code v where v.client_ip = p_ip and v.created_at > t - interval '1 hour') >= p_ip_hourly then refusal := 'too_many_here'; return; end if;
  if p_channel = 'sms' and (select count(*) from message m where m.channel = 'sms' and m.created_at > t - interval '1 day') >= p_sms_daily then refusal := 'no_budget'; return; end if;
  select a.account_id into account_id from account a
   where not a.disabled and case when p_channel = 'email' then a.email = p_target else a.phone = p_target end;
  -- A new code ends those before it.
  update verification_code v set used_at = t where v.target = p_target and v.purpose = p_purpose and v.used_at is null;
  insert into verification_code (channel, target, purpose, account_id, code_hash, client_ip, created_at, expires_at)
  values (p_channel, p_target, p_purpose, account_id, p_hash, p_ip, t, t + interval '10 minutes')
  returning verification_code.code_id into code_id;
end $$;

-- One try at a code: the account when it is right, else null. The try is counted before anything is said; five wrong ones
-- end the code. The row's lock makes fifty tries at once five.
create function try_code(p_target text, p_purpose text, p_hash bytea) returns bigint language plpgsql as $$
declare
  v verification_code;
begin
  select * into v from verification_code c where c.target = p_target and c.purpose = p_purpose and c.used_at is null
     and c.expires_at > app_now() order by c.created_at desc limit 1 for update;
  if not found or v.used_at is not null or v.tries >= 5 then return null; end if;
  update verification_code set tries = tries + 1, used_at = case when code_hash = p_hash then app_now() end where code_id = v.code_id;
  return case when v.code_hash = p_hash then v.account_id end;
end $$;
