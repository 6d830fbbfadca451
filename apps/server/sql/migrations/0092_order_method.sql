-- locks: orders
-- What the player pays with at the order's channel, and the country of the list that offered it. Decision 681.
alter table orders add column method text;
alter table orders add constraint orders_method_check check (method ~ '^[a-z0-9_]{2,32}(/[A-Z]{2})?$') not valid;
alter table orders validate constraint orders_method_check;
drop trigger order_frozen on orders;
create trigger order_frozen
  before update of amount_cents, currency, account_id, cp_goods_id, channel_code, order_type, role_id, server_id,
    bonus_pct, points, base_cents, method on orders for each row
  execute function order_frozen();

-- Orders whose payer holds a voucher, or whose bank debit is on its way. `asked_until`: the end of the payment as the
-- gateway was asked for it. Decision 684.
create table order_promise (
  order_no text primary key,
  until timestamptz not null,
  asked_until timestamptz not null
);

do $$
declare
  whose text;
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant select, insert, update on order_promise to hc_app;
    revoke delete on order_promise from hc_app;
  end if;
  foreach whose in array array['hc_readonly', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on order_promise to %I', whose);
    end if;
  end loop;
end $$;
