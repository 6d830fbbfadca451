-- Books of prices at the desk. It runs with its owner's rights: the desk's role changes no table of the shop by
-- itself.

-- Makes a book (p_version 0) or changes one as a whole: its fields, its countries, and what 1000 points cost in it
-- (null: they are not sold so). Refusals: those of save_book.
create or replace function desk.save_book(
  p_book text, p_version int, p_currency text, p_entity text, p_tax text, p_protected boolean, p_countries text[],
  p_points bigint, out refusal text, out version int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.refusal, s.version into refusal, version from save_book(p_book, p_version, p_currency, p_entity, p_tax,
    p_protected, coalesce((select b.texts from price_book b where b.book_id = p_book), '{}')) s;
  if refusal is not null then return; end if;
  perform save_book_countries(p_book, p_countries);
  if p_points is null then
    delete from point_rate r where r.book_id = p_book;
  else
    insert into point_rate as r (book_id, minor_per_1000_points) values (p_book, p_points)
    on conflict (book_id) do update set minor_per_1000_points = excluded.minor_per_1000_points
     where r.minor_per_1000_points <> excluded.minor_per_1000_points;
  end if;
end $$;
