-- The tax inside a price, and the evidence of the buyer's country.

-- The tax inside a gross price, rounded half up. ppm: the rate in parts per million of the net price.
create or replace function tax_of(gross bigint, ppm int) returns bigint language sql immutable as $$
  select (gross * ppm + (1000000 + ppm) / 2) / (1000000 + ppm)
$$;

-- The tax that goes back when the refunded gross grows from before_ to now_. Parts sum to the whole. A refund above the
-- gross takes back no more than the whole tax.
create or replace function tax_back(gross bigint, tax bigint, before_ bigint, now_ bigint) returns bigint
language sql immutable as $$
  select (div(2::numeric * tax * least(greatest(now_, 0), gross) + gross, 2::numeric * gross)
    - div(2::numeric * tax * least(greatest(before_, 0), gross) + gross, 2::numeric * gross))::bigint
$$;

-- A country's rate at a moment, null where no rate is known. Days are UTC days.
create or replace function tax_rate_on(p_country text, p_at timestamptz) returns int language sql stable as $$
  select r.rate_ppm from tax_rate r
   where r.country = p_country and r.region = '' and r.kind = 'digital'
     and r.valid_from <= (p_at at time zone 'UTC')::date
     and (r.valid_to is null or r.valid_to > (p_at at time zone 'UTC')::date)
   order by r.valid_from desc limit 1
$$;

-- The seller of an order, and the tax inside a payment that settles it, at the rate of that moment. A rate that changed
-- since the order was made changes the split and never the gross. No row: the order has no seller and no tax, or the
-- gateway itself is the merchant. A caller's FROM takes this text in, which costs less than a call. Decisions 376, 555.
create or replace function tax_split(
  p_order text, p_channel text, p_currency text, p_gross bigint, p_at timestamptz
) returns table (entity_id text, tax bigint, rate_ppm int) language sql stable as $$
  select t.entity_id,
      case when t.tax_country is not null then tax_of(p_gross, coalesce(r.now_ppm, t.rate_ppm, 0)) else 0 end,
      coalesce(r.now_ppm, t.rate_ppm)
    from order_terms t
      left join lateral (select x.rate_ppm as now_ppm from tax_rate x
        where x.country = t.tax_country and x.region = '' and x.kind = 'digital'
          and x.valid_from <= (p_at at time zone 'UTC')::date
          and (x.valid_to is null or x.valid_to > (p_at at time zone 'UTC')::date)
        order by x.valid_from desc limit 1) r on true
   where t.order_no = p_order and (t.entity_id is not null or t.tax_country is not null)
     and not exists (select from channel_rule c
       where c.channel_code = p_channel and c.currency = p_currency and c.merchant_of_record offset 0)
   offset 0
$$;

-- Only that tax; null without a row.
create or replace function capture_tax(p_order text, p_channel text, p_currency text, p_gross bigint) returns bigint
language sql stable as $$
  select tax from tax_split(p_order, p_channel, p_currency, p_gross, app_now())
$$;

-- How much of an applied capture's sale was reversed: money that went back, or that is owed because its refund failed.
create or replace function sale_back(c capture) returns bigint language sql stable as $$
  select greatest(money_gone(c.channel_code, c.txn) + money_settled(c.channel_code, c.txn),
    (select o.refunded_cents from orders o where o.order_no = c.order_no))::bigint
$$;

-- Whether fewer signs say an order's country than its seller asks for. The payer of the order itself counts, who comes
-- with the money, and stands for a payer that was remembered; what the player declared never does. Decision 527.
create or replace function order_weak(t order_terms) returns boolean language sql stable as $$
  select count(distinct s.signal) < coalesce((select l.evidence_min from legal_entity l
      where l.entity_id = t.entity_id), 0)
    from (select v.signal, v.country from order_evidence v where v.order_no = t.order_no
      union all select e->>'signal', e->>'country' from jsonb_array_elements(coalesce(t.evidence, '[]')) e
        where not exists (select 1 from order_evidence v where v.order_no = t.order_no and v.signal = e->>'signal')) s
   where s.signal <> 'declared' and s.country = coalesce(t.tax_country, t.market)
$$;

-- Notes the payer's country that a gateway tells, perhaps after the payment. It is evidence for the order's tax and a
-- sign of the account's country. If an order of a protected book was paid from another country than its market and the
-- book's, the account gets a strike, unless staff decided about the account; the country of an open appeal stays. The
-- caller holds the order's row lock. Decisions 378 and 525.
create or replace function note_payer(p_order text, p_country text) returns void language plpgsql as $$
declare
  t timestamptz := app_now();
  o orders; fresh boolean := false;
begin
  select * into o from orders where order_no = p_order;
  if not found or p_country !~ '^[A-Z]{2}$' then return; end if;
  if o.base_cents is not null then
    insert into order_evidence (order_no, signal, country, at)
    select p_order, 'payer', p_country, t from order_terms x where x.order_no = p_order and x.market is not null
    on conflict do nothing;
    fresh := found;
  end if;
  if exists (select 1 from account a where a.account_id = o.account_id and a.deleted_at is not null) then return;
  end if;
  insert into account_signal as s (account_id, signal, country, at) values (o.account_id, 'payer', p_country, t)
  on conflict (account_id, signal) do update set country = excluded.country, at = excluded.at
   where s.country <> excluded.country or s.at < t - interval '1 day';
  if found then perform pg_notify('hc_bus', 'account-market:' || o.account_id); end if;
  if fresh and exists (
      select 1 from order_terms x join price_book b on b.book_id = coalesce(
          (select p.book_id from price p where p.price_id = x.price_id),
          (select k.book_id from book_country k where k.country = x.market))
       where x.order_no = p_order and b.protected and x.market <> p_country
         and not exists (select 1 from book_country k where k.country = p_country and k.book_id = b.book_id)) then
    insert into account_market as m (account_id, country, source, since, change_from, strikes)
    values (o.account_id, p_country, 'payer', t, t, 1)
    on conflict (account_id) do update set strikes = m.strikes + 1,
        country = case when m.appeal = 'asked' then m.country else excluded.country end,
        source = case when m.appeal = 'asked' then m.source else 'payer' end,
        since = case when m.appeal = 'asked' then m.since else t end,
        appeal = case when m.appeal = 'asked' then m.appeal else 'none' end
     where m.source <> 'staff';
    perform pg_notify('hc_bus', 'account-market:' || o.account_id);
  end if;
end $$;

-- The same for many payments, in the order of their accounts. Only payments that settled their order count.
create or replace function note_payers(p_channels text[], p_txns text[], p_countries text[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  r record;
begin
  for r in select o.order_no, n.country from unnest(p_channels, p_txns, p_countries) n (channel, txn, country),
      lateral (select c.order_no from capture c
        where c.channel_code = n.channel and c.txn = n.txn and c.outcome = 'applied' offset 0) c,
      lateral (select x.order_no, x.account_id from orders x where x.order_no = c.order_no offset 0) o
     where n.country is not null order by o.account_id, o.order_no loop
    perform note_payer(r.order_no, r.country);
  end loop;
end $$;
