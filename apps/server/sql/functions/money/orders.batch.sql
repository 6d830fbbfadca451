-- Ordinary orders, many in one statement.

-- Makes many orders, as place_purchase makes each. One statement makes the plain ones: a live session, the only call of
-- its player here, no refusal, no consent, no bonus to keep, and a key that made no order yet. Every other order goes
-- through place_purchase, the reference. p_terms has each different text of frozen terms once, and p_term the place
-- there of each order's. A statement before checks the prices that the terms name, each once; whether it is the price
-- of an order's item, amount and currency is looked at for each order. A statement after writes the terms. Orders at
-- the base price pay for neither. Accounts are locked by id with the weakest lock. Rows are found by lists of their
-- keys, never by a join: a plan from the time when the tables were young would read them whole. Decisions 228, 493,
-- 555 and 588.
create or replace function place_purchases(
  p_tokens bytea[], p_order_nos text[], p_keys text[], p_hashes bytea[], p_goods text[], p_types text[],
  p_amounts bigint[], p_bonuses int[], p_channels text[], p_servers text[], p_roles text[], p_ttls int[],
  p_first_checks float8[], p_hour_floors text[], p_unpaid_maxima int[], p_hourly_maxima int[], p_titles text[],
  p_shown int[], p_locales text[], p_currencies text[], p_points bigint[], p_bases bigint[], p_methods text[],
  p_terms jsonb[], p_term int[]
) returns table (ord int, refusal text, order_no text, status smallint, gateway_url text, amount_cents bigint,
  currency text, expires_at timestamptz, title text, gateway_ref text, offer_bonus int, held_by text,
  method text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  t timestamptz := app_now();
  with_terms boolean := cardinality(p_tokens) > 1 and array_remove(p_terms, null) <> '{}';
  fits boolean[];
  goods text[];
  amounts bigint[];
  currencies text[];
  done int[] := '{}';
  closed boolean := shop_closed();
begin
  -- The newest price of an item in a book holds, as price_at says.
  if with_terms then
    select array_agg(p_terms[n.k] is not null and not p_terms[n.k] ?| '{consent,point_rate}'
        and (x.goods is not null or not p_terms[n.k] ? 'price_id')),
        array_agg(x.goods), array_agg(x.amount), array_agg(x.currency) into fits, goods, amounts, currencies
      from generate_subscripts(p_terms, 1) n (k) left join lateral (
        select p.cp_goods_id as goods, p.amount_minor as amount, b.currency
          from price p, lateral (select y.currency from price_book y where y.book_id = p.book_id offset 0) b
         where p.price_id = (p_terms[n.k] ->> 'price_id')::bigint and p.offer_id = '' and p.starts_at <= t
           and (p.ends_at is null or p.ends_at > t)
           and exists (select from book_country c
             where c.book_id = p.book_id and c.country = p_terms[n.k] ->> 'market' offset 0)
           and not exists (select from price l
             where l.book_id = p.book_id and l.cp_goods_id = p.cp_goods_id and l.offer_id = '' and l.starts_at <= t
               and (l.ends_at is null or l.ends_at > t)
               and (l.starts_at, l.price_id) > (p.starts_at, p.price_id) offset 0) offset 0) x on true;
  end if;
  -- Alone, the many statements of place_purchase cost less than the start of this one. In a closed shop, place_purchase
  -- knows who may order.
  if cardinality(p_tokens) > 1 and not closed then
    for ord, order_no, status, amount_cents, currency, expires_at, title, offer_bonus, held_by, method in
      with who as materialized (
        select s.account_id, c.uid, n.at from (
            select x.account_id, x.token_hash from session x
             where x.token_hash = any(p_tokens) and x.revoked_at is null and x.expires_at > t
             order by x.account_id) s,
          lateral (select a.uid from account a
            where a.account_id = s.account_id and not a.disabled for key share) c,
          lateral (select array_position(p_tokens, s.token_hash) as at offset 0) n
         where cardinality(array_positions(p_tokens, s.token_hash)) = 1),
      asked as materialized (
        select w.at, w.account_id, w.uid, coalesce(g.name, '') as role_name, coalesce(g.server_name, '') as server_name,
            p_types[w.at] = 'item' and p_bonuses[w.at] > 0 as promised,
            (select coalesce(max(r.at), '-infinity') from bonus_reset r
              where r.cp_goods_id = p_goods[w.at] and r.at <= t) as epoch
          from who w left join lateral (
            select r.name, v.name as server_name, v.status from game_role r
              left join lateral (select x.name, x.status from game_server x where x.server_id = r.server_id offset 0) v
                on true
             where r.server_id = p_servers[w.at] and r.role_id = p_roles[w.at] and r.account_id = w.account_id
             offset 0) g
            on true
         where (p_roles[w.at] = '' or g.name is not null) and (g.status = 0 or g.status is null)
           and p_goods[w.at] <> 'coin_exact'
           -- The rule of currency_open: a call for each order would cost more than this query.
           and (p_currencies[w.at] = 'USD'
             or exists (select from currency y where y.code = p_currencies[w.at] and y.enabled offset 0))
           and (p_terms[p_term[w.at]] is null or (fits[p_term[w.at]] and (goods[p_term[w.at]] is null
             or (goods[p_term[w.at]] = p_goods[w.at] and amounts[p_term[w.at]] = p_amounts[w.at]
               and currencies[p_term[w.at]] = p_currencies[w.at]))))),
      plain as materialized (
        select k.*, case when k.promised then 0 else p_bonuses[k.at] end as bonus,
            case when k.promised then (select h.order_no from bonus_hold h where h.server_id = p_servers[k.at]
              and h.role_id = p_roles[k.at] and h.cp_goods_id = p_goods[k.at] and h.epoch = k.epoch) end as held_by
          from asked k
         where (not k.promised
            or exists (select from first_top_up f where f.server_id = p_servers[k.at] and f.role_id = p_roles[k.at]
              and f.cp_goods_id = p_goods[k.at] and f.epoch = k.epoch offset 0)
            or exists (select from bonus_hold h where h.server_id = p_servers[k.at] and h.role_id = p_roles[k.at]
              and h.cp_goods_id = p_goods[k.at] and h.epoch = k.epoch offset 0))
           and (p_shown[k.at] is null or p_shown[k.at] = case when k.promised then 0 else p_bonuses[k.at] end)
           and (p_unpaid_maxima[k.at] is null or (
             select count(*) < p_hourly_maxima[k.at]
                 and count(*) filter (where n.status = 1 and n.expires_at > t) < p_unpaid_maxima[k.at] from (
               select m.status, m.expires_at from orders m
                where m.account_id = k.account_id and m.order_no >= p_hour_floors[k.at]
                limit greatest(p_hourly_maxima[k.at], p_unpaid_maxima[k.at])) n))),
      made as (
        insert into orders as n (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct,
          channel_code, server_id, server_name, role_id, role_name, idem_key, idem_hash, created_at, expires_at,
          next_check_at, title, locale, currency, points, base_cents, method)
        select p_order_nos[at], account_id, uid, p_types[at], p_goods[at], p_amounts[at], bonus, p_channels[at],
          case when p_roles[at] <> '' then p_servers[at] else '' end, server_name, p_roles[at], role_name, p_keys[at],
          p_hashes[at], t, t + make_interval(secs => p_ttls[at]), t + make_interval(secs => p_first_checks[at]),
          p_titles[at], p_locales[at], p_currencies[at], p_points[at],
          coalesce(p_bases[at], case when p_terms[p_term[at]] is not null then p_amounts[at] end), p_methods[at]
          from plain order by at
        on conflict (account_id, idem_key) where idem_key is not null do nothing
        returning n.order_no, n.status, n.amount_cents, n.currency, n.expires_at,
          coalesce(n.title, n.cp_goods_id) as title, n.method),
      noted as (
        insert into order_event (order_no, from_status, to_status, cause, at)
        select m.order_no, null, 1, 'created', t from made m)
      select p.at, m.order_no, m.status, m.amount_cents, m.currency, m.expires_at, m.title, p.bonus, p.held_by,
          m.method
        from made m, plain p where p.at = array_position(p_order_nos, m.order_no)
    loop
      done := done || ord;
      return next;
    end loop;
  end if;
  if with_terms then
    insert into order_terms (order_no, items, market, price_id, entity_id, tax_country, tax_name, rate_ppm, tax_minor,
      evidence, weak, offer_id, texts, gift, point_rate)
    select p_order_nos[n.at], x.* from generate_subscripts(p_terms, 1) s (k), lateral (
        select nullif(y -> 'items', 'null'), y ->> 'market', (y ->> 'price_id')::bigint, y ->> 'entity_id',
            y ->> 'tax_country', y ->> 'tax_name', (y ->> 'rate_ppm')::int, (y ->> 'tax_minor')::bigint,
            nullif(y -> 'evidence', 'null'), (y ->> 'weak')::boolean, y ->> 'offer_id',
            nullif(y -> 'texts', 'null'), (y ->> 'gift')::boolean, (y ->> 'point_rate')::bigint
          from (select p_terms[s.k] as y offset 0) e where y is not null offset 0) x,
        lateral (select d.at from unnest(done) d (at) where p_term[d.at] = s.k offset 0) n;
  end if;
  for at in 1..cardinality(p_tokens) loop
    continue when at = any(done);
    ord := at;
    select m.refusal, m.order_no, m.status, m.gateway_url, m.amount_cents, m.currency, m.expires_at, m.title,
        m.gateway_ref, m.offer_bonus, m.held_by, m.method
      into refusal, order_no, status, gateway_url, amount_cents, currency, expires_at, title, gateway_ref, offer_bonus,
        held_by, method
      from place_purchase(p_tokens[at], p_order_nos[at], p_keys[at], p_hashes[at], p_goods[at], p_types[at],
        p_amounts[at], p_bonuses[at], p_channels[at], p_servers[at], p_roles[at], p_ttls[at], p_first_checks[at],
        p_hour_floors[at],
        p_unpaid_maxima[at], p_hourly_maxima[at], p_titles[at], p_shown[at], p_locales[at], p_currencies[at],
        p_points[at], p_bases[at], p_methods[at], p_terms[p_term[at]]) m;
    return next;
  end loop;
end $$;
