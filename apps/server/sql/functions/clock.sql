-- The shop's clock.

-- The time for every business rule: the database's clock. Tests move it by a setting of their session
-- (`hc.clock_offset_ms`).
create or replace function app_now() returns timestamptz language sql stable as $$
  select now()
    + make_interval(secs => coalesce(nullif(current_setting('hc.clock_offset_ms', true), '')::bigint, 0) / 1000.0)
$$;
