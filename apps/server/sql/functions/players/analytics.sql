-- Analytics events. They come in by one function and one role (hc_log) that can do nothing else; the shop does not
-- read them.

-- Makes the missing partitions from p_from to p_to.
create or replace function make_analytics_partitions(p_from date, p_to date) returns void language plpgsql as $$
declare
  d date; name text;
begin
  for d in select generate_series(p_from, p_to, interval '1 day')::date loop
    name := 'analytics_event_' || to_char(d, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    perform pg_advisory_xact_lock(hashtextextended('analytics partitions', 0));
    execute format('create table if not exists %I partition of analytics_event for values from (%L) to (%L)',
      name, d::text || ' 00:00:00+00', (d + 1)::text || ' 00:00:00+00');
    if exists (select 1 from pg_roles where rolname = 'hc_app') then
      execute format('revoke all on %I from hc_app', name);
    end if;
  end loop;
end $$;

-- Drops the expired days, and gives their number.
create or replace function drop_analytics_partitions(p_keep_days int) returns int language plpgsql as $$
declare
  r record; dropped int := 0;
begin
  for r in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'analytics_event'::regclass
      and c.relname < 'analytics_event_' || to_char((now() at time zone 'UTC')::date - p_keep_days, 'YYYYMMDD') loop
    execute format('drop table %I', r.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Stores one batch, once: false if it was stored before. It runs as its owner, because it may have to make a partition.
create or replace function store_events(
  p_signature bytea, p_client text, p_events jsonb, out fresh boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into analytics_seen (signature, at) values (p_signature, now()) on conflict do nothing;
  fresh := found;
  if not fresh then return; end if;
  -- A batch may span midnight; the job makes these days long before.
  perform make_analytics_partitions(((now() - interval '10 minutes') at time zone 'UTC')::date,
    ((now() + interval '10 minutes') at time zone 'UTC')::date);
  insert into analytics_event (at, event, props, client_id)
  select to_timestamp((e->>'ts')::bigint / 1000.0), e->>'event', e->'props', p_client
    from jsonb_array_elements(p_events) e;
end $$;
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_log') then return; end if;
  revoke execute on function store_events(bytea, text, jsonb) from public;
  grant execute on function store_events(bytea, text, jsonb) to hc_log;
end $$;
