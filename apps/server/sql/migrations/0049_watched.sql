-- What the desk says of the house around the shop. Functions: functions/desk-watched.sql.

-- Since when a secret of a payment channel is known by its fingerprint; never its value. `gone_at`: another took its
-- place, or the channel is not set up any more.
create table desk.secret_seen (
  channel_code text not null,
  name text not null,
  fingerprint text not null,
  seen_at timestamptz not null,
  gone_at timestamptz,
  primary key (channel_code, name, fingerprint)
);

-- Backups that somebody unpacked and verified, as the command said it.
create table desk.backup_verified (
  backup text primary key check (length(backup) between 1 and 200),
  taken_at timestamptz not null,
  verified_at timestamptz not null,
  verified_by text not null,
  check (taken_at <= verified_at)
);

-- The certificate that players' browsers see at the shop's address, as a look once a day found it. `problem`: why it
-- could not be read.
create table desk.certificate (
  host text primary key,
  ends_at timestamptz,
  problem text not null,
  looked_at timestamptz not null,
  check ((ends_at is null) = (problem <> ''))
);

-- How large the database was on a day.
create table desk.database_day (
  day date primary key,
  bytes bigint not null check (bytes >= 0)
);

insert into desk.alert_rule (rule_key, threshold, window_minutes) values ('certificate_ends', 14, 1440),
  ('secret_old', 365, 1440);

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on desk.secret_seen, desk.backup_verified, desk.certificate, desk.database_day to hc_desk;
  revoke insert, update, delete on desk.secret_seen, desk.backup_verified, desk.certificate, desk.database_day
    from hc_desk;
end $$;
