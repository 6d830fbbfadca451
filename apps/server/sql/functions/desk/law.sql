-- Packs of law at the desk. These functions run with their owner's rights: the desk's role changes no table of the
-- shop by itself.

-- Switches packs on, [{country, version, valid_from, rules, source}], and writes the texts that they need, by kind and
-- language, where this version is not there yet.
create or replace function desk.enable_law_packs(
  p_packs jsonb, p_texts jsonb, p_version int, p_by text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform save_legal_text(t.key, p_version, t.value, app_now()) from jsonb_each(p_texts) t;
  perform enable_law_pack(p.country, p.version, p.valid_from, p.rules, p.source, p_by)
    from jsonb_to_recordset(p_packs) p (country text, version int, valid_from date, rules jsonb, source text);
end $$;

create or replace function desk.end_law_packs(p_countries text[], p_by text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select end_law_pack(c, p_by) from unnest(p_countries) c
$$;
