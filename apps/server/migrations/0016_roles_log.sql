-- Events come in by one function and one role that can do nothing else; the shop does not read them.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_log') then return; end if;
  revoke all on analytics_event, analytics_seen from hc_app;
  revoke execute on function store_events(bytea, text, jsonb) from public;
  grant execute on function store_events(bytea, text, jsonb) to hc_log;
end $$;

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
    if exists (select 1 from pg_roles where rolname = 'hc_app') then execute format('revoke all on %I from hc_app', name); end if;
  end loop;
end $$;
