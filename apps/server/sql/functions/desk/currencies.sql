-- Currencies, their entities and rates at the desk. These functions run with their owner's rights: the desk's role
-- changes no table of the shop by itself.

-- Opens a currency. An operator does this after an upgrade, because the version before shows every amount in dollars.
create or replace function desk.open_currency(p_code text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select public.open_currency(p_code)
$$;

-- Why a currency cannot be closed: not_open, base (it is the shop's own), orders_open (it has orders under way). Null:
-- it can be closed.
create or replace function desk.keeps_open(p_code text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when not exists (select 1 from currency c where c.code = p_code and c.enabled) then 'not_open'
    when p_code = 'USD' then 'base'
    when exists (select 1 from orders o where o.order_no in (select undelivered_orders()) and o.status = 2
        and o.currency = p_code)
      or exists (select 1 from orders o where o.next_check_at is not null and o.currency = p_code and o.status = 1)
      then 'orders_open'
  end
$$;

-- Closes a currency. Refusals: those of keeps_open.
create or replace function desk.close_currency(p_code text, out refusal text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from currency c where c.code = p_code for update;
  refusal := desk.keeps_open(p_code);
  if refusal is null then update currency set enabled = false where code = p_code; end if;
end $$;

-- Makes a legal entity (p_version 0) or changes one. Refusals: changed (it has another version).
create or replace function desk.save_entity(
  p_entity text, p_version int, p_name text, p_address text, p_country text, p_tax_ids jsonb, p_evidence int,
  out refusal text, out version int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select e.version into version from legal_entity e where e.entity_id = p_entity for update;
  if coalesce(version, 0) <> p_version then refusal := 'changed'; return; end if;
  insert into legal_entity as e (entity_id, name, address, country, tax_ids, evidence_min)
  values (p_entity, p_name, p_address, p_country, p_tax_ids, p_evidence)
  on conflict (entity_id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
    tax_ids = excluded.tax_ids, evidence_min = excluded.evidence_min, version = e.version + 1
  returning e.version into save_entity.version;
end $$;

-- Why a tax rate does not fit the country's rates: hole (some days between the last rate and it have none), overlap
-- (some of its days have a rate already). Null: it fits. The last rate may be replaced before it begins, and may get an
-- end.
create or replace function desk.rate_fault(p_country text, p_from date, p_ppm int, p_name text, p_to date) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when p_from = r.valid_from and (r.valid_from > app_now()::date
      or (r.rate_ppm = p_ppm and r.name = p_name and coalesce(p_to > app_now()::date, true))) then null
    when p_from <= r.valid_from or r.valid_to > p_from then 'overlap'
    when r.valid_to < p_from then 'hole'
  end from tax_rate r where r.country = p_country and r.region = '' and r.kind = 'digital'
   order by r.valid_from desc limit 1
$$;

-- Writes a tax rate from a day on; the rate before it ends there. Refusals: those of rate_fault, changed (the country
-- no longer has p_seen rates).
create or replace function desk.save_rate(
  p_country text, p_from date, p_ppm int, p_name text, p_to date, p_source text, p_seen int, out refusal text
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tax_rate ' || p_country, 0));
  if p_seen <> (select count(*) from tax_rate r where r.country = p_country) then refusal := 'changed'; return; end if;
  refusal := desk.rate_fault(p_country, p_from, p_ppm, p_name, p_to);
  if refusal is not null then return; end if;
  update tax_rate r set valid_to = p_from
   where r.country = p_country and r.region = '' and r.kind = 'digital' and r.valid_from < p_from
     and r.valid_to is null;
  insert into tax_rate (country, valid_from, valid_to, rate_ppm, name, source)
  values (p_country, p_from, p_to, p_ppm, p_name, p_source)
  on conflict (country, region, kind, valid_from) do update set valid_to = excluded.valid_to,
    rate_ppm = excluded.rate_ppm, name = excluded.name, source = excluded.source;
end $$;
