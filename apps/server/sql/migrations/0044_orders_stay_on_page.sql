-- locks: orders, capture
-- A change of an order's status writes no index entry again, unless the order is refunded. An index of the status had
-- every change of it written into all the indexes of orders: nine entries more for each order. Orders that are paid and
-- not delivered are found by their deliveries (undelivered_orders). Decision 454.
drop index orders_open;
create index orders_refunded on orders (order_no) where refunded_at is not null;

-- One index answers both "the captures of this order" and "at most one of them is applied".
create unique index capture_of_order on capture (order_no, (case when outcome = 'applied' then '' else
  channel_code || ' ' || txn end));
drop index capture_applied;
drop index capture_order;
