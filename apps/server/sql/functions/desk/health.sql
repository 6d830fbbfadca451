-- What the desk watches of the shop and around it: processes, secrets, backups, the certificate, the database's size.

-- Notes that a process is alive. Every role of the shop may call it.
create or replace function see_process(
  p_process uuid, p_role text, p_version text, p_started timestamptz, p_now timestamptz
) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into desk.process (process_id, role, version, started_at, seen_at, clock_ms)
  values (p_process, p_role, p_version, p_started, clock_timestamp(),
    greatest(-2000000000, least(2000000000, extract(epoch from p_now - clock_timestamp()) * 1000))::int)
  on conflict (process_id) do update set seen_at = excluded.seen_at, clock_ms = excluded.clock_ms
$$;

-- A process that ends in order takes its row away: only one that vanishes is missed. Decision 552.
create or replace function leave_process(p_process uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from desk.process where process_id = p_process
$$;

-- Notes which secrets a process has for its payment channels: [{"channel", "name", "fingerprints"}]. The first
-- fingerprint is the present one. The others are those of the same value under former keys of this installation, so a
-- secret that is known keeps the day when it was first seen. Decision 447.
create or replace function desk.see_secrets(p_seen jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into desk.secret_seen as s (channel_code, name, fingerprint, seen_at)
  select x.channel, x.name, x.fingerprints ->> 0, coalesce((select min(o.seen_at) from desk.secret_seen o
      where o.channel_code = x.channel and o.name = x.name and x.fingerprints ? o.fingerprint), app_now())
    from jsonb_to_recordset(p_seen) x (channel text, name text, fingerprints jsonb)
   order by 1, 2, 3
  on conflict (channel_code, name, fingerprint) do update set gone_at = null where s.gone_at is not null;
  update desk.secret_seen s set gone_at = app_now() where s.gone_at is null and not exists (
    select 1 from jsonb_to_recordset(p_seen) x (channel text, name text, fingerprints jsonb)
     where x.channel = s.channel_code and x.name = s.name and x.fingerprints ->> 0 = s.fingerprint);
end $$;

-- Notes that somebody unpacked and verified a backup. A second call changes nothing. Refusals: future (the backup's
-- time is later than now).
create or replace function note_backup(p_backup text, p_taken timestamptz, p_by text)
returns table (refusal text, did boolean) language plpgsql as $$
begin
  if p_taken > app_now() then return query select 'future', false; return; end if;
  perform desk.act('cli:' || p_by, 'backup.verified', '', '', '', '', '');
  insert into desk.backup_verified (backup, taken_at, verified_at, verified_by)
  values (p_backup, p_taken, app_now(), p_by) on conflict (backup) do nothing;
  did := found;
  if did then perform desk.note('backup', p_backup, jsonb_build_object('taken', p_taken)); end if;
  return query select null::text, did;
end $$;

-- Stores today's size of the database. Sizes are kept for 40 days.
create or replace function desk.note_size() returns void language sql as $$
  delete from desk.database_day where day < app_now()::date - 40;
  insert into desk.database_day (day, bytes) values (app_now()::date, pg_database_size(current_database()))
  on conflict (day) do update set bytes = excluded.bytes
$$;

-- Stores the result of the last check of the shop's certificate.
create or replace function desk.note_certificate(p_host text, p_ends timestamptz, p_problem text) returns void
language sql as $$
  delete from desk.certificate where host <> p_host and looked_at < app_now() - interval '3 days';
  insert into desk.certificate (host, ends_at, problem, looked_at) values (p_host, p_ends, p_problem, app_now())
  on conflict (host) do update set ends_at = excluded.ends_at, problem = excluded.problem,
    looked_at = excluded.looked_at
$$;

-- Notes a release of the box. `p_runs`: it runs from now on, and the one before ends; else it went back, and the one
-- before goes on.
create or replace function desk.note_release(
  p_version text, p_from timestamptz, p_how text, p_runs boolean, p_result text
) returns void language plpgsql as $$
begin
  if p_how = 'rollback' then
    perform desk.act('cli:hc', 'box.rollback', '', '', '', '', '');
  else
    perform desk.act('cli:hc', 'box.upgrade', '', '', '', '', '');
  end if;
  if p_runs then
    update desk.release set to_at = greatest(from_at, app_now()) where to_at is null;
  end if;
  insert into desk.release (version, from_at, to_at, how, result)
  values (p_version, least(p_from, app_now()), case when not p_runs then app_now() end, p_how, left(p_result, 2000));
  perform desk.note('box', p_version, jsonb_build_object('runs', p_runs, 'result', left(p_result, 2000)));
end $$;
