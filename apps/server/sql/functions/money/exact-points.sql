-- HC Points that are bought by their number: their price, computed at the creation of the order.

-- The step of such amounts, in minor units. packages/domain/src/money/exact-points.ts has the same steps; a test
-- compares all currencies.
create or replace function exact_step(p_currency text) returns int language sql immutable as $$
  select case
    when p_currency in ('HUF', 'IDR', 'TWD', 'COP', 'PKR', 'LBP', 'MMK', 'LAK') then 100
    when p_currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 10
    else 1 end
$$;

-- The price of a number of points, rounded up to the step. p_rate: the price of 1000 points, in minor units.
create or replace function exact_amount(p_points bigint, p_rate bigint, p_currency text) returns bigint
language sql immutable as $$
  select div(p_points::numeric * p_rate + 1000 * exact_step(p_currency) - 1, 1000 * exact_step(p_currency))::bigint
    * exact_step(p_currency)
$$;

-- What 1000 points cost now: in the book of the terms' market where they name a rate, else at the base price, where a
-- point is a cent. Null: they are not sold so.
create or replace function exact_rate(p_currency text, p_terms jsonb) returns bigint language sql stable as $$
  select case
    when p_terms ? 'point_rate' then (
      select r.minor_per_1000_points from book_country c join price_book b using (book_id)
        join point_rate r using (book_id)
       where c.country = p_terms ->> 'market' and b.currency = p_currency)
    when p_currency = 'USD' then 1000 end
$$;

-- The desk's name for such an order. Null: an order of something else.
create or replace function exact_name(p_goods text, p_points bigint) returns text language sql immutable as $$
  select case when p_goods = 'coin_exact' then
    to_char(p_points, 'FM999,999,999,999') || case when p_points = 1 then ' HC Point' else ' HC Points' end end
$$;
