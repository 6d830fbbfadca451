-- locks: account_market
-- An open appeal after a strike was written by the version before with the card's country, and a grant would give that
-- one. It gets the country that the player had declared when the order of the strike was made, or else the one whose
-- prices that order has. Decisions 525 and 551.
do $$
declare
  r record;
begin
  for r in select m.account_id, own.country from account_market m cross join lateral (
             select coalesce(said.country, t.market) as country from orders o
               join order_terms t using (order_no)
               join order_evidence v on v.order_no = o.order_no and v.signal = 'payer' and v.country <> t.market
               left join lateral (select e ->> 'country' as country from jsonb_array_elements(t.evidence) e
                 where e ->> 'signal' = 'declared') said on true
              where o.account_id = m.account_id
              -- After a first strike a later order may have that card's country, too.
              order by exists (select 1 from orders x join order_evidence y using (order_no)
                where x.account_id = m.account_id and x.order_no < o.order_no and y.signal = 'payer'
                  and y.country = t.market), o.order_no desc limit 1) own
            where m.appeal = 'asked' and m.source = 'payer' order by m.account_id loop
    update account_market m set country = r.country, source = 'declared', since = coalesce(m.appealed_at, m.since)
     where m.account_id = r.account_id;
    perform pg_notify('hc_bus', 'account-market:' || r.account_id);
  end loop;
end $$;
