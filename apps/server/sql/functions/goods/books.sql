-- Books of prices: what an item costs in a country at a moment, and who writes that.

-- Tells processes that books, rates and currencies in their memory are out of date.
create or replace function market_changed() returns trigger language plpgsql as $$
begin
  perform note_content('market');
  return null;
end $$;

-- A price never changes once it has begun. Only its end may still be set, and not into the past. An end that a later
-- price brought may go with that price. A price that has not begun may be deleted.
create or replace function price_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.starts_at > app_now() then return old; end if;
  elsif to_jsonb(new) - '{ends_at,cut_from}'::text[] = to_jsonb(old) - '{ends_at,cut_from}'::text[]
      and (old.ends_at is null or old.ends_at > app_now())
      and (new.ends_at >= app_now() or new.ends_at is null and old.cut_from is not null) then
    return new;
  end if;
  raise exception 'price %: only the end of a price may change', old.price_id using errcode = '23514';
end $$;

-- The price of an item in a book at a moment: of all valid prices, the one that began last. Null where the item is not
-- sold.
create or replace function price_at(p_book text, p_goods text, p_at timestamptz) returns bigint
language sql stable as $$
  select p.price_id from price p
   where p.book_id = p_book and p.cp_goods_id = p_goods and p.offer_id = '' and p.starts_at <= p_at
     and (p.ends_at is null or p.ends_at > p_at)
   order by p.starts_at desc, p.price_id desc limit 1
$$;

-- Writes a price. A price without an end replaces those that are valid when it begins. A price with an end takes
-- precedence over them while it lasts. p_starts_at null: now. p_step: the smallest amount that may be charged in the
-- book's currency. Refusals: not_found (the book or the item), off_step, past (it would begin or end before now).
create or replace function save_price(
  p_book text, p_item text, p_amount_minor bigint, p_step bigint, p_starts_at timestamptz, p_ends_at timestamptz,
  p_by text, out refusal text, out price_id bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  begins timestamptz := coalesce(p_starts_at, app_now());
begin
  -- Writers of one book queue.
  perform 1 from price_book b where b.book_id = p_book for no key update;
  if not found or not exists (select 1 from product x where x.cp_goods_id = p_item) then
    refusal := 'not_found'; return;
  end if;
  if p_amount_minor < p_step or p_amount_minor % p_step <> 0 then refusal := 'off_step'; return; end if;
  if begins < app_now() or p_ends_at <= begins then refusal := 'past'; return; end if;
  if p_ends_at is null then
    update price p set ends_at = begins, cut_from = coalesce(p.cut_from, p.ends_at, 'infinity')
     where p.book_id = p_book and p.cp_goods_id = p_item and p.offer_id = '' and p.starts_at < begins
       and (p.ends_at is null or p.ends_at > begins);
  end if;
  insert into price as n (book_id, cp_goods_id, amount_minor, starts_at, ends_at, by)
  values (p_book, p_item, p_amount_minor, begins, p_ends_at, p_by) returning n.price_id into save_price.price_id;
end $$;

-- Ends a price. p_ends_at null: now. A price that has not begun by then is deleted, and the prices that it cut short
-- end as they did before, or where the next price without an end begins. Without another price the item is no longer
-- sold in that book. Decision 557. Refusals: not_found, past (it ended before, or p_ends_at is past).
create or replace function end_price(p_price bigint, p_ends_at timestamptz, out refusal text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  p price;
  ends timestamptz := coalesce(p_ends_at, app_now());
begin
  perform 1 from price_book b where b.book_id = (select x.book_id from price x where x.price_id = p_price)
    for no key update;
  select * into p from price x where x.price_id = p_price for update;
  if not found then refusal := 'not_found'; return; end if;
  if p.ends_at <= app_now() or ends < app_now() then refusal := 'past'; return; end if;
  if p.starts_at >= ends and p.starts_at > app_now() then
    delete from price x where x.price_id = p_price;
    update price x set ends_at = nullif(n.ends_at, 'infinity'), cut_from = nullif(x.cut_from, n.ends_at)
      from price c, lateral (select least(c.cut_from, (select min(l.starts_at) from price l
          where l.book_id = c.book_id and l.cp_goods_id = c.cp_goods_id and l.offer_id = c.offer_id
            and l.starts_at > c.starts_at and (l.ends_at is null or l.cut_from = 'infinity'))) as ends_at) n
     where x.price_id = c.price_id and c.book_id = p.book_id and c.cp_goods_id = p.cp_goods_id
       and c.offer_id = p.offer_id and c.ends_at = p.starts_at and c.cut_from is not null;
  else
    update price x set ends_at = greatest(ends, p.starts_at + interval '1 microsecond'), cut_from = null
     where x.price_id = p_price;
  end if;
end $$;

-- Makes a book (p_version 0), or changes one whose version is p_version. Refusals: exists, changed (it has another
-- version), has_prices (a book with prices keeps its currency), unknown (the currency or the entity).
create or replace function save_book(
  p_book text, p_version int, p_currency text, p_entity text, p_tax text, p_protected boolean, p_texts jsonb,
  out refusal text, out version int
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b price_book;
begin
  select * into b from price_book x where x.book_id = p_book for update;
  if found and p_version = 0 then refusal := 'exists';
  elsif coalesce(b.version, 0) <> p_version then refusal := 'changed';
  elsif b.currency <> p_currency and exists (select 1 from price p where p.book_id = p_book) then
    refusal := 'has_prices';
  elsif not exists (select 1 from currency c where c.code = p_currency)
      or not (p_entity is null or exists (select 1 from legal_entity e where e.entity_id = p_entity)) then
    refusal := 'unknown';
  end if;
  if refusal is not null then version := coalesce(b.version, 0); return; end if;
  insert into price_book as x (book_id, currency, entity_id, tax, protected, texts)
  values (p_book, p_currency, p_entity, p_tax, p_protected, p_texts)
  on conflict (book_id) do update set currency = excluded.currency, entity_id = excluded.entity_id, tax = excluded.tax,
    protected = excluded.protected, texts = excluded.texts, version = x.version + 1
  returning x.version into save_book.version;
end $$;

-- Sets a book's countries. A country of another book leaves that book. Refusals: not_found.
create or replace function save_book_countries(p_book text, p_countries text[], out refusal text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from price_book b where b.book_id = p_book for no key update;
  if not found then refusal := 'not_found'; return; end if;
  delete from book_country c where c.book_id = p_book and c.country <> all (p_countries);
  insert into book_country as c (country, book_id) select distinct x, p_book from unnest(p_countries) x order by 1
  on conflict (country) do update set book_id = excluded.book_id where c.book_id <> excluded.book_id;
end $$;

-- Only the desk may call these.
do $$
begin
  revoke execute on function save_price(text, text, bigint, bigint, timestamptz, timestamptz, text),
    end_price(bigint, timestamptz), save_book(text, int, text, text, text, boolean, jsonb),
    save_book_countries(text, text[]) from public;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant execute on function save_price(text, text, bigint, bigint, timestamptz, timestamptz, text),
      end_price(bigint, timestamptz), save_book(text, int, text, text, text, boolean, jsonb),
      save_book_countries(text, text[]) to hc_desk;
  end if;
end $$;
