-- The hot tables are guarded by triggers in place of CHECK constraints, and have fewer index entries.
-- PostgreSQL reads every CHECK of a table from its text again in each statement that writes to it; a trigger's function
-- stays compiled, and runs only where a column of its list is assigned. Each guard refuses what its constraints
-- refused, under their names (functions/guards.sql).

-- In the order in which a settle comes to them.
lock table inbox, orders, ledger_entry, ledger_account, outbox in access exclusive mode;

do $$
declare
  f text;
begin
  foreach f in array array['guard_inbox', 'guard_ledger_account', 'guard_order', 'guard_outbox'] loop
    execute format('create function %I() returns trigger language plpgsql as $f$ begin return null; end $f$', f);
  end loop;
end $$;

alter table inbox drop constraint inbox_kind_check, drop constraint inbox_state_check;
create trigger guard_inbox before insert or update of kind, state on inbox
  for each row execute function guard_inbox();

alter table outbox drop constraint outbox_kind_check, drop constraint outbox_state_check,
  drop constraint confirmed_has_proof;
create trigger guard_outbox before insert or update of kind, state, proof on outbox
  for each row execute function guard_outbox();

alter table ledger_account drop constraint ledger_account_kind_check, drop constraint ledger_account_unit_check,
  drop constraint balance_where_it_belongs, drop constraint no_negative_wallet, drop constraint debt_is_never_a_credit,
  drop constraint system_ids_are_below_1000, drop constraint owner_where_it_belongs;
create trigger guard_ledger_account before insert or update on ledger_account
  for each row execute function guard_ledger_account();

alter table orders drop constraint orders_status_check, drop constraint orders_order_type_check,
  drop constraint orders_amount_cents_check, drop constraint orders_currency_check,
  drop constraint paid_is_all_or_nothing, drop constraint paid_status_has_money, drop constraint refund_within_paid;
create trigger guard_order
  before insert or update of status, order_type, amount_cents, currency, paid_cents, refunded_cents on orders
  for each row execute function guard_order();

-- A condition is read from its text like a CHECK, but only where one of the columns is assigned.
drop trigger order_frozen on orders;
create trigger order_frozen
  before update of amount_cents, currency, account_id, cp_goods_id, channel_code, order_type, role_id, server_id,
    bonus_pct on orders for each row
  when (old.amount_cents <> new.amount_cents or old.currency <> new.currency or old.account_id <> new.account_id
    or old.cp_goods_id <> new.cp_goods_id or old.channel_code <> new.channel_code or old.order_type <> new.order_type
    or old.role_id <> new.role_id or old.server_id <> new.server_id or old.bonus_pct <> new.bonus_pct)
  execute function order_frozen();

-- Entries are looked for by player, and those in suspense (3). The other system accounts have as many as all players
-- together, and nobody looks for them one by one.
drop index ledger_entry_account;
create index ledger_entry_player on ledger_entry (ledger_account_id)
  where ledger_account_id >= 1000 or ledger_account_id = 3;

-- Whoever looks for an order's delivery has outbox_one_delivery.
drop index outbox_order;
create index outbox_no_delivery on outbox (order_no) where kind <> 'deliver';
