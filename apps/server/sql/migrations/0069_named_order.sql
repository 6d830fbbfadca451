-- locks: withdrawal
-- A statement is found by the order that a person named, too.
create index withdrawal_refund_order on withdrawal (refund_order) where refund_order is not null;
