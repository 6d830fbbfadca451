-- New pages of orders and outbox keep room for the versions that a row goes through within seconds: made, payment
-- noted, paid, delivered. A version that stays on its page writes no index entry, and its log record holds what
-- changed. Pages that are full already stay as they are.
alter table orders set (fillfactor = 70);
alter table outbox set (fillfactor = 70);
