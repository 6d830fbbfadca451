-- locks: orders
-- Each statement that writes orders reads the conditions of its triggers. What seldom decides stands in the functions
-- from now on. Decision 555.
drop trigger order_frozen on orders;
create trigger order_frozen
  before update of amount_cents, currency, account_id, cp_goods_id, channel_code, order_type, role_id, server_id,
    bonus_pct, points, base_cents on orders for each row
  execute function order_frozen();
drop trigger bonus_released on orders;
create trigger bonus_released
  after update of status, hold_reason on orders for each row
  when (new.bonus_pct > 0 and old.status = 1)
  execute function bonus_released();
