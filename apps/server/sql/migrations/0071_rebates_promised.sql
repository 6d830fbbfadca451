-- What of each order's base price counts no longer for its rebate, in USD cents: money that went back or is promised
-- back. An order without a row counts in full. Written by settle_rebate alone.
create table rebate_away (
  order_no text primary key,
  cents bigint not null check (cents >= 0)
) with (fillfactor = 70);

insert into rebate_away (order_no, cents)
select order_no, case when base_cents is null then refunded_cents else base_cents * refunded_cents / amount_cents end
  from orders where rebate_campaign_id is not null and refunded_cents > 0;

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on rebate_away to hc_desk;
end $$;
