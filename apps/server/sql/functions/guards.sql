-- Stand for CHECK constraints of the hot tables. Each rule has a constraint's name and its error (23514).

create or replace function broken_rule(p_table text, p_rule text) returns void language plpgsql as $$
begin
  raise exception 'new row for relation "%" violates check constraint "%"', p_table, p_rule
    using errcode = '23514', table = p_table, constraint = p_rule;
end $$;

-- An order's states and its money. Null columns are refused by the table itself.
create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if (new.status between 1 and 6 and new.order_type in ('item', 'coin') and new.amount_cents > 0
      and (new.currency = 'USD' or new.currency ~ '^[A-Z]{3}$')
      and (new.paid_cents = 0 or new.paid_cents = new.amount_cents)
      and (new.points is null or new.points >= 0) and (new.base_cents is null or new.base_cents > 0)
      and (new.status in (2, 4, 5)) = (new.paid_cents > 0)
      and new.refunded_cents >= 0 and new.refunded_cents <= new.paid_cents) is not false then
    return new;
  end if;
  perform broken_rule('orders', case
    when not new.status between 1 and 6 then 'orders_status_check'
    when new.order_type not in ('item', 'coin') then 'orders_order_type_check'
    when new.amount_cents <= 0 then 'orders_amount_cents_check'
    when new.currency !~ '^[A-Z]{3}$' then 'orders_currency_check'
    when new.paid_cents not in (0, new.amount_cents) then 'paid_is_all_or_nothing'
    when (new.status in (2, 4, 5)) <> (new.paid_cents > 0) then 'paid_status_has_money'
    when new.points < 0 then 'orders_points_check'
    when new.base_cents <= 0 then 'orders_base_cents_check'
    else 'refund_within_paid' end);
end $$;

-- A wallet is never below zero, a debt never above; system accounts have neither owner nor balance, and low ids.
create or replace function guard_ledger_account() returns trigger language plpgsql as $$
declare
  system boolean := new.kind = 'system';
begin
  if (new.kind in ('wallet', 'debt', 'system')
      and (new.unit in ('USD', 'HCB', 'HCP') or (system and new.unit ~ '^[A-Z]{3}$'))
      and system = (new.balance is null) and (new.kind <> 'wallet' or new.balance >= 0)
      and (new.kind <> 'debt' or new.balance <= 0) and system = (new.ledger_account_id < 1000)
      and system = (new.account_id is null)) is not false then
    return new;
  end if;
  perform broken_rule('ledger_account', case
    when new.kind not in ('wallet', 'debt', 'system') then 'ledger_account_kind_check'
    when new.unit !~ '^[A-Z]{3}$' or (new.kind in ('wallet', 'debt') and new.unit not in ('USD', 'HCB', 'HCP'))
      then 'ledger_account_unit_check'
    when system <> (new.balance is null) then 'balance_where_it_belongs'
    when new.kind = 'wallet' and new.balance < 0 then 'no_negative_wallet'
    when new.kind = 'debt' and new.balance > 0 then 'debt_is_never_a_credit'
    when system <> (new.ledger_account_id < 1000) then 'system_ids_are_below_1000'
    else 'owner_where_it_belongs' end);
end $$;

create or replace function guard_inbox() returns trigger language plpgsql as $$
begin
  if (new.state in ('new', 'done', 'parked') and new.kind in
      ('paid', 'failed', 'cancelled', 'refunded', 'refund_failed', 'dispute', 'approved', 'promised',
      'ignored')) is not false then
    return new;
  end if;
  perform broken_rule('inbox', case
    when new.state not in ('new', 'done', 'parked') then 'inbox_state_check' else 'inbox_kind_check' end);
end $$;

-- Only an answer with its number confirms. A delivery's id is made of its order's number, so the primary key allows one
-- delivery an order. Decision 491.
create or replace function guard_outbox() returns trigger language plpgsql as $$
declare
  states constant text[] :=
    '{pending,unknown,confirmed,refused,failed,parked,held,cancelled,recall}';
begin
  if (new.kind in ('deliver', 'refund', 'recall') and new.state = any(states)
      and (new.state <> 'confirmed' or new.proof is not null)
      and (new.kind = 'deliver') = (new.outbox_id = 'dlv_' || new.order_no)) is not false then
    return new;
  end if;
  perform broken_rule('outbox', case
    when new.kind not in ('deliver', 'refund', 'recall') then 'outbox_kind_check'
    when new.state <> all(states) then 'outbox_state_check'
    when new.state = 'confirmed' and new.proof is null then 'confirmed_has_proof'
    else 'one_delivery_an_order' end);
end $$;
