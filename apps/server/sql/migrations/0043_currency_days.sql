-- Sums of a day (UTC) in each currency that is not the base, by payment channel and item, as desk.day_total has them
-- for the base. Amounts are minor units, and are never added across currencies. Decision 418.
create table desk.currency_day (
  day date not null,
  unit text not null,
  channel_code text not null,
  cp_goods_id text not null,
  orders bigint not null default 0,
  newcomers bigint not null default 0,
  gross_minor bigint not null default 0,
  refunds bigint not null default 0,
  refunded_minor bigint not null default 0,
  primary key (day, unit, channel_code, cp_goods_id)
);

-- Journals that were added up before this table was there. Later ones are added with the others.
do $$
declare
  done bigint;
begin
  select m.done_id into done from desk.total_mark m for update;
  if exists (select 1 from currency c where c.code <> 'USD') then
    insert into desk.currency_day
    select (j.created_at at time zone 'UTC')::date, o.currency, o.channel_code, o.cp_goods_id,
        count(*) filter (where j.reason in ('sale', 'top_up')),
        count(*) filter (where j.reason in ('sale', 'top_up') and not exists (select 1 from orders x
          where x.account_id = o.account_id and x.order_no < o.order_no and x.paid_cents > 0)),
        coalesce(sum(-s.minor) filter (where s.minor < 0), 0), count(*) filter (where s.minor > 0),
        coalesce(sum(s.minor) filter (where s.minor > 0), 0)
      from orders o join ledger_journal j on j.order_no = o.order_no and j.journal_id <= done
      cross join lateral (select sum(e.amount) as minor from ledger_entry e where e.journal_id = j.journal_id
        and e.ledger_account_id in (system_account('sales', o.currency), system_account('tax', o.currency))) s
     where o.currency <> 'USD' and s.minor <> 0 group by 1, 2, 3, 4;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select on desk.currency_day to hc_desk;
    revoke insert, update, delete on desk.currency_day from hc_desk;
  end if;
end $$;
