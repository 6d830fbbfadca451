-- Pictures.

-- A picture in one of its three widths; null where there is none.
create or replace function media_picture(p_hash text, p_width int) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case p_width when 320 then m.w320 when 640 then m.w640 when 1280 then m.w1280 end
    from desk.media m where m.hash = p_hash
$$;
