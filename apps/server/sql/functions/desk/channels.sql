-- Rules of payment channels, and the pause of all sales. They run with their owner's rights.

-- Whether the publisher has stopped all sales.
create or replace function sales_paused() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select (s.value ->> 'paused')::boolean from desk.setting s where s.name = 'sales'), false)
$$;

-- What a channel takes in a currency. Refusals: unknown (the channel or the currency), changed (another version).
create or replace function desk.save_channel_rule(
  p_channel text, p_currency text, p_version int, p_countries text[], p_min bigint, p_max bigint, p_sort int,
  p_merchant boolean, out refusal text, out version int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from payment_channel c where c.channel_code = p_channel)
      or not exists (select 1 from currency c where c.code = p_currency) then refusal := 'unknown'; return; end if;
  select r.version into version from channel_rule r
   where r.channel_code = p_channel and r.currency = p_currency for update;
  if coalesce(version, 0) <> p_version then refusal := 'changed'; return; end if;
  insert into channel_rule as r (channel_code, currency, countries, min_minor, max_minor, sort, merchant_of_record)
  values (p_channel, p_currency, p_countries, p_min, p_max, p_sort, p_merchant)
  on conflict (channel_code, currency) do update set countries = excluded.countries, min_minor = excluded.min_minor,
    max_minor = excluded.max_minor, sort = excluded.sort, merchant_of_record = excluded.merchant_of_record,
    version = r.version + 1
  returning r.version into save_channel_rule.version;
end $$;

-- What a channel's method is offered for. Refusals: unknown (no such method), changed (another version).
create or replace function desk.save_channel_method(
  p_channel text, p_method text, p_version int, p_countries text[], p_currencies text[], p_min bigint, p_max bigint,
  p_settles text, p_sort int, p_enabled boolean, out refusal text, out version int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select m.version into version from channel_method m
   where m.channel_code = p_channel and m.method = p_method for update;
  if not found then refusal := 'unknown'; return; end if;
  if version <> p_version then refusal := 'changed'; return; end if;
  update channel_method m set countries = p_countries, currencies = p_currencies, min_minor = p_min,
      max_minor = p_max, settles = p_settles, sort = p_sort, enabled = p_enabled, version = m.version + 1
   where m.channel_code = p_channel and m.method = p_method
  returning m.version into save_channel_method.version;
end $$;

-- Offers a method no more. The same refusals.
create or replace function desk.channel_method_off(
  p_channel text, p_method text, p_version int, out refusal text, out version int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select m.version into version from channel_method m
   where m.channel_code = p_channel and m.method = p_method for update;
  if not found then refusal := 'unknown'; return; end if;
  if version <> p_version then refusal := 'changed'; return; end if;
  update channel_method m set enabled = false, version = m.version + 1
   where m.channel_code = p_channel and m.method = p_method
  returning m.version into channel_method_off.version;
end $$;
