-- Which channel is offered when: null is no rule. A country that is not known is in no list.
alter table payment_channel add column countries text[], add column currencies text[],
  add column min_cents bigint check (min_cents > 0), add column max_cents bigint check (max_cents > 0);
create function catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('hc_bus', 'catalog:');
  return null;
end $$;
create trigger payment_channel_changed after insert or update or delete on payment_channel for each statement execute function catalog_changed();
create trigger product_changed after insert or update or delete on product for each statement execute function catalog_changed();

-- A gateway that fails again and again is not offered for a while, by any process; then it is tried anew.
create table channel_health (
  channel_code text primary key,
  failures integer not null default 0,
  failed_at timestamptz not null,
  open_until timestamptz not null default '-infinity'
);

-- Failures count while they follow each other within two minutes; from the fifth on the pause doubles from 30 s to 10 minutes.
create function note_channel(p_channel text, p_ok boolean) returns void language plpgsql as $$
begin
  if p_ok then
    update channel_health set failures = 0, open_until = '-infinity' where channel_code = p_channel and failures > 0;
    return;
  end if;
  insert into channel_health as h (channel_code, failures, failed_at) values (p_channel, 1, app_now())
  on conflict (channel_code) do update set failed_at = app_now(),
    failures = case when h.failed_at < app_now() - interval '2 minutes' and h.open_until < app_now() - interval '2 minutes' then 1 else h.failures + 1 end;
  update channel_health set open_until = app_now() + make_interval(secs => least(600, 30 * 2 ^ least(failures - 5, 10)))
   where channel_code = p_channel and failures >= 5;
end $$;
