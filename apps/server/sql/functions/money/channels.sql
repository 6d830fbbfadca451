-- The health of payment channels.

-- Failures count while they follow each other within two minutes. From the fifth on the channel pauses; the pause
-- doubles from 30 seconds to 10 minutes.
create or replace function note_channel(p_channel text, p_ok boolean) returns void language plpgsql as $$
begin
  if p_ok then
    update channel_health set failures = 0, open_until = '-infinity' where channel_code = p_channel and failures > 0;
    return;
  end if;
  insert into channel_health as h (channel_code, failures, failed_at) values (p_channel, 1, app_now())
  on conflict (channel_code) do update set failed_at = app_now(),
    failures = case when h.failed_at < app_now() - interval '2 minutes'
      and h.open_until < app_now() - interval '2 minutes' then 1 else h.failures + 1 end;
  update channel_health set open_until = app_now() + make_interval(secs => least(600, 30 * 2 ^ least(failures - 5, 10)))
   where channel_code = p_channel and failures >= 5;
end $$;
