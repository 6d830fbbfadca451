-- locks: outbox
-- guard_outbox holds that a delivery's id is made of its order's number. So the primary key allows one delivery an
-- order, and whoever looks for an order's delivery asks for that id. Decision 491.
drop index outbox_one_delivery;
create or replace trigger guard_outbox before insert or update of outbox_id, order_no, kind, state, proof on outbox
  for each row execute function guard_outbox();
