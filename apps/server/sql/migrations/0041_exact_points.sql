-- locks: order_terms, product, point_rate
-- HC Points that are bought by their number. Their functions: functions/exact-points.sql.

-- What 1000 points cost when the order was made, in minor units of its currency. Null: at the base price, or no such
-- order.
alter table order_terms add column point_rate bigint check (point_rate > 0);

-- The goods id of such an order is no product's.
alter table product add constraint product_is_no_exact_pack check (cp_goods_id <> 'coin_exact');

-- Processes hear of another rate as they do of another price.
create trigger market_changed after insert or update or delete on point_rate for each statement
  execute function market_changed();
