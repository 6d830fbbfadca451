-- The form that only versions before the landed one called: that one names a method for each order.
-- drops: function place_orders(p_tokens bytea[], p_order_nos text[], p_keys text[], p_hashes bytea[], p_goods text[],
--   p_types text[], p_amounts bigint[], p_bonuses integer[], p_channels text[], p_servers text[], p_roles text[],
--   p_ttls integer[], p_first_checks double precision[], p_hour_floors text[], p_unpaid_maxima integer[],
--   p_hourly_maxima integer[], p_titles text[], p_shown integer[], p_locales text[], p_currencies text[],
--   p_points bigint[], p_bases bigint[], p_terms jsonb[], p_term integer[])
drop function if exists place_orders(bytea[], text[], text[], bytea[], text[], text[], bigint[], int[], text[], text[],
  text[], int[], float8[], text[], int[], int[], text[], int[], text[], text[], bigint[], bigint[], jsonb[], int[]);
