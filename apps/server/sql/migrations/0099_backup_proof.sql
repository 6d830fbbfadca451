-- Backups that were restored and compared with the shop. `equal`: null where nothing could be compared, such as for
-- want of disk. `last_moment`: up to when the copy is the shop. Decision 722.
create table desk.backup_proof (
  proof_id bigint generated always as identity primary key,
  backup text not null check (length(backup) between 1 and 200),
  place text not null,
  taken_at timestamptz not null,
  proved_at timestamptz not null,
  seconds int not null check (seconds >= 0),
  bytes bigint not null check (bytes >= 0),
  last_moment timestamptz,
  equal boolean,
  detail text not null,
  check (equal is not true or last_moment is not null)
);
create trigger backup_proof_kept before update or delete on desk.backup_proof
  for each row execute function refuse_change();

-- The place of the backups, as the machine last saw it. `waiting`: sealed files that it has not taken yet, since
-- `waits_since`. `deletes`: whether it lets the shop's own credentials delete; null: nobody has tried.
create table desk.backup_place (
  one boolean primary key default true check (one),
  place text not null,
  seen_at timestamptz not null,
  waiting int not null check (waiting >= 0),
  waits_since timestamptz,
  deletes boolean
);

-- A backup that the owner's key opened. The key itself is nowhere.
create table desk.backup_key (
  backup text not null,
  opened_at timestamptz primary key,
  opened_by text not null
);

-- Accounts that a restore brought back, and whose deletion waits for an order. They are closed until then.
create table forget_due (
  account_id bigint primary key,
  asked_at timestamptz not null
);

insert into desk.alert_rule (rule_key, threshold, window_minutes) values ('backup_unproved', 26, 1440);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select on desk.backup_proof, desk.backup_place, desk.backup_key, forget_due to hc_desk;
    revoke insert, update, delete on desk.backup_proof, desk.backup_place, desk.backup_key, forget_due from hc_desk;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_app') then revoke all on forget_due from hc_app; end if;
end $$;
