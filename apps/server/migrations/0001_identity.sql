-- Time for business rules comes from one clock: the database's, moved only by tests (session setting, ms).
create function app_now() returns timestamptz language sql stable as $$
  select now() + make_interval(secs => coalesce(nullif(current_setting('hc.clock_offset_ms', true), '')::bigint, 0) / 1000.0)
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
end $$;

create table account (
  account_id bigint generated always as identity primary key,
  uid text not null unique,
  login text not null unique,
  password_hash text,
  email text unique,
  phone text unique,
  email_login boolean not null default true,
  disabled boolean not null default false,
  created_at timestamptz not null default now()
);

create trigger account_kept before delete on account for each row execute function refuse_change();

create table session (
  token_hash bytea primary key,
  account_id bigint not null references account,
  remember boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('superseded', 'logout', 'disabled', 'reset'))
);
-- One live session an account: a new sign-in revokes and inserts in one transaction.
create unique index session_live on session (account_id) where revoked_at is null;

create table sign_in_failure (
  login_key text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failure_key on sign_in_failure (login_key, failed_at);

create table game_server (
  server_id text primary key,
  name text not null,
  status smallint not null check (status in (0, 1)),
  sort integer not null default 0
);

create table game_role (
  server_id text not null references game_server,
  role_id text not null,
  account_id bigint not null references account,
  name text not null,
  level integer not null,
  primary key (server_id, role_id)
);
create index game_role_account on game_role (account_id);

-- Ends every live session of the account and starts this one; concurrent sign-ins queue on the account's row.
create function start_session(p_account bigint, p_token_hash bytea, p_remember boolean, p_ttl interval) returns void
language plpgsql as $$
begin
  perform 1 from account where account_id = p_account for no key update;
  update session set revoked_at = app_now(), revoked_reason = 'superseded'
   where account_id = p_account and revoked_at is null;
  perform pg_notify('hc_bus', 'session:' || p_account);
  insert into session (token_hash, account_id, remember, created_at, expires_at)
  values (p_token_hash, p_account, p_remember, app_now(), app_now() + p_ttl);
end $$;
