-- What the portal's analytics client tells: event, time, props, and a visit's random id that no account is known by.
-- A partition a day, so that old days go at once; made by analytics_partitions, never here.
create table analytics_event (
  at timestamptz not null,
  event text not null,
  props jsonb not null,
  client_id text not null
) partition by range (at);
create index analytics_event_kind on analytics_event (event, at);

-- Signatures of batches that were taken: the same batch again is refused.
create table analytics_seen (
  signature bytea primary key,
  at timestamptz not null
);
create index analytics_seen_at on analytics_seen (at);

-- Makes the partitions of p_from to p_to where they are missing.
create function make_analytics_partitions(p_from date, p_to date) returns void language plpgsql as $$
declare
  d date;
begin
  for d in select generate_series(p_from, p_to, interval '1 day')::date loop
    continue when to_regclass('analytics_event_' || to_char(d, 'YYYYMMDD')) is not null;
    perform pg_advisory_xact_lock(hashtextextended('analytics partitions', 0));
    execute format('create table if not exists %I partition of analytics_event for values from (%L) to (%L)',
      'analytics_event_' || to_char(d, 'YYYYMMDD'), d::text || ' 00:00:00+00', (d + 1)::text || ' 00:00:00+00');
  end loop;
end $$;

-- Drops the days that have served their time. @returns how many.
create function drop_analytics_partitions(p_keep_days int) returns int language plpgsql as $$
declare
  r record; dropped int := 0;
begin
  for r in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analytics_event'::regclass
      and c.relname < 'analytics_event_' || to_char((now() at time zone 'UTC')::date - p_keep_days, 'YYYYMMDD') loop
    execute format('drop table %I', r.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Keeps one batch, once: false where it was taken before. As its owner, for it may have to make a partition.
create function store_events(p_signature bytea, p_client text, p_events jsonb, out fresh boolean) language plpgsql security definer set search_path = public as $$
begin
  insert into analytics_seen (signature, at) values (p_signature, now()) on conflict do nothing;
  fresh := found;
  if not fresh then return; end if;
  -- A batch may lie on both sides of midnight; the job makes these days long before.
  perform make_analytics_partitions(((now() - interval '10 minutes') at time zone 'UTC')::date, ((now() + interval '10 minutes') at time zone 'UTC')::date);
  insert into analytics_event (at, event, props, client_id)
  select to_timestamp((e->>'ts')::bigint / 1000.0), e->>'event', e->'props', p_client from jsonb_array_elements(p_events) e;
end $$;
