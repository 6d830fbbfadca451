-- locks: account, orders, capture, ledger_account
-- Money in other currencies than the shop's own: what stands in its way is widened here. Nothing is switched on: a
-- currency opens with open_currency, an operator's step after the last process of the version before is gone.

-- Which currencies orders may be made in. Amounts of a currency are integers of its minor unit (ISO 4217).
create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$' and code not in ('HCB', 'HCP')),
  enabled boolean not null
);
insert into currency values ('USD', true);

-- The checks of these two stand in guard_order and guard_ledger_account.
alter table orders
  -- points that a pack credits or an order of HC Point costs; null: its amount, as in all orders in dollars of before
  add column points bigint,
  -- the base price in USD cents of what was bought: rebates count it; null: the amount
  add column base_cents bigint;
drop trigger order_frozen on orders;
create trigger order_frozen
  before update of amount_cents, currency, account_id, cp_goods_id, channel_code, order_type, role_id, server_id,
    bonus_pct, points, base_cents on orders for each row
  when ((old.amount_cents, old.currency, old.account_id, old.cp_goods_id, old.channel_code, old.order_type, old.role_id,
      old.server_id, old.bonus_pct, old.points, old.base_cents)
    is distinct from (new.amount_cents, new.currency, new.account_id, new.cp_goods_id, new.channel_code, new.order_type,
      new.role_id, new.server_id, new.bonus_pct, new.points, new.base_cents))
  execute function order_frozen();

-- Frozen facts that only some orders have: one row with the order, or none.
create table order_terms (
  order_no text primary key,
  -- [{"cp_goods_id", "quantity"}] where it is not one of the order's item
  items jsonb check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 50)
);
create trigger order_terms_kept before update or delete on order_terms for each row execute function refuse_change();

-- Whether the money was booked when it came; null in rows of before, where dollars above zero were. A currency that is
-- opened later must not book the refund of money that never was.
alter table capture add column booked boolean;

-- Who may sign in and has a wallet: players alone.
alter table account add column kind text not null default 'player'
  constraint account_kind_check check (kind in ('player', 'visitor', 'reseller'));

-- How far below zero a reseller's account may go.
alter table ledger_account add column floor bigint;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant select on currency, order_terms to hc_app;
    revoke insert, update, delete on currency, order_terms from hc_app;
    grant insert on order_terms to hc_app;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_readonly') then
    grant select on currency, order_terms to hc_readonly;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select on currency, order_terms to hc_desk;
  end if;
end $$;
