-- Books, currencies and rates at the desk. They run with their owner's rights: the desk's role changes no table of the
-- shop by itself.

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

-- What says where a player is, beside their connection, which nobody keeps: their own choice or staff's (standing), the
-- game, card or wallet, and the calling code of a verified number.
create or replace function desk.market_signs(p_account bigint)
returns table (sign text, country text, at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.signal, s.country, s.at from account_signal s where s.account_id = p_account
  union all select 'phone', left(a.phone, 4), null::timestamptz from account a
   where a.account_id = p_account and a.phone is not null
$$;

-- Answers a player who asked for the prices of their country. Refusals: not_found, not_asked.
create or replace function desk.answer_appeal(p_uid text, p_granted boolean, out refusal text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  select a.account_id into who from account a where a.uid = p_uid and a.deleted_at is null for key share;
  if not found then refusal := 'not_found'; return; end if;
  refusal := public.answer_appeal(who, p_granted);
end $$;
