-- locks: order_letter
-- The letter about a payment tells of the delivery, too, if that came soon after.
alter table order_letter add column delivered_at timestamptz;
