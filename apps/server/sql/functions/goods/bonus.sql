-- The first-top-up bonus: once for a character, an item and an epoch.

-- The epoch of an item's bonus: each row of bonus_reset begins a new one. Decision 66.
create or replace function bonus_epoch(p_goods text, p_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select max(r.at) from bonus_reset r where r.cp_goods_id = p_goods and r.at <= p_at), '-infinity')
$$;

-- Tries the lock of a character's bonus for an item, until the end of the transaction. False: another transaction has
-- it. This never waits, so that two batches of orders cannot wait for each other. Decision 188.
create or replace function try_bonus(p_server text, p_role text, p_goods text) returns boolean language sql as $$
  select pg_try_advisory_xact_lock(hashtextextended('bonus:' || p_server || '/' || p_role || '/' || p_goods, 0))
$$;

-- The order that has the bonus of an epoch, given or reserved; null: none. One query reads both tables, as a payment
-- moves the bonus from one to the other.
create or replace function bonus_owner(p_server text, p_role text, p_goods text, p_epoch timestamptz) returns text
language sql stable as $$
  select order_no from first_top_up
   where server_id = p_server and role_id = p_role and cp_goods_id = p_goods and epoch = p_epoch
  union all select order_no from bonus_hold
   where server_id = p_server and role_id = p_role and cp_goods_id = p_goods and epoch = p_epoch
  limit 1
$$;

-- An open order that ends unpaid, or can no longer be paid, releases its bonus. Decision 188.
create or replace function bonus_released() returns trigger language plpgsql as $$
begin
  if new.status not in (3, 6) and not (new.status = 1 and old.hold_reason is null and new.hold_reason is not null) then
    return null;
  end if;
  delete from bonus_hold where order_no = new.order_no;
  if found then perform pg_notify('hc_bus', 'bonus:' || new.server_id || '/' || new.role_id); end if;
  return null;
end $$;
