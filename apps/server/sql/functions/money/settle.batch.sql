-- Ordinary payments, many in one statement.

-- Settles those payments of a batch that have nothing special about them by a few statements for all, as apply_capture
-- and mark_paid settle each. Plain is the first payment of an open order, with its amount and currency, without a bonus
-- to promise, a rebate's tier to reach, a debt to pay or a refund that came before it. All others go through
-- apply_capture, the reference. The caller holds the locks of p_free, of their rebates' sums and of their wallets. A
-- delivery is written with the lease that p_leases asks for. Gives at the place of each payment that was settled
-- `applied`, and what is to be delivered. Rows are found by lists of their keys, never by a join: a plan that was made
-- while the tables were young would read them whole.
create or replace function apply_plain(
  p_free text[], p_channels text[], p_kinds text[], p_orders text[], p_txns text[], p_amounts bigint[],
  p_currencies text[], p_leases int[], p_source text, out outcomes text[], out deliveries jsonb[]
) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  t timestamptz := app_now();
  campaign text; counted text[]; total bigint := 0; paid text[]; items boolean; r record; made text[]; payloads jsonb[];
begin
  outcomes := array_fill(null::text, array[cardinality(p_orders)]);
  select c.campaign_id, c.counts into campaign, counted from rebate_campaign c
   where c.state = 'ready' and c.starts_at <= t and c.ends_at > t;
  if campaign is not null then
    select coalesce(sum(coalesce(o.base_cents, o.amount_cents)), 0) into total from orders o
     where o.order_no = any(p_free);
  end if;
  with plain as materialized (
    select o.order_no, o.account_id, o.order_type, o.amount_cents, o.currency, p_channels[n.place] as channel,
        p_txns[n.place] as txn,
        case when o.order_type = 'coin' then coalesce(o.points, o.amount_cents) else 0 end as basic,
        case when o.order_type = 'coin' then coalesce(o.points, o.amount_cents) * o.bonus_pct / 100 else 0 end
          as present,
        x.tax, x.rate_ppm, x.entity_id,
        system_account('gateway', o.currency) as gateway, system_account('sales', o.currency) as sales,
        case when x.tax > 0 then system_account('tax', o.currency) end as tax_account,
        case when o.order_type = 'coin' then (select l.ledger_account_id from ledger_account l
          where l.account_id = o.account_id and l.kind = 'wallet' and l.unit = 'HCB') end as basic_wallet,
        case when o.order_type = 'coin' and o.bonus_pct > 0 then (select l.ledger_account_id from ledger_account l
          where l.account_id = o.account_id and l.kind = 'wallet' and l.unit = 'HCP') end as present_wallet
      from orders o cross join lateral (select array_position(p_orders, o.order_no) as place offset 0) n
        left join lateral tax_split(case when o.base_cents is not null then o.order_no end, o.channel_code, o.currency,
          o.amount_cents, t) x on true
     where o.order_no = any(p_free) and p_kinds[n.place] = 'paid'
       and cardinality(array_positions(p_orders, o.order_no)) = 1
       and o.status = 1 and o.hold_reason is null and o.uid not like 'gone-%' and o.channel_code = p_channels[n.place]
       and o.amount_cents = p_amounts[n.place] and o.currency = p_currencies[n.place]
       and (o.order_type = 'coin' or o.bonus_pct = 0)
       and not exists (select from gateway_refund g
         where g.channel_code = p_channels[n.place] and g.txn = p_txns[n.place] and not g.applied offset 0)
       and (o.order_type = 'item' or (select sum(l.balance) = 0 from ledger_account l
         where l.account_id = o.account_id and l.kind = 'debt'))
       and (campaign is null or o.role_id = '' or o.order_type <> all(counted) or (select not exists (
           select from rebate_tier x where x.campaign_id = campaign and x.threshold_cents > s.cents
             and x.threshold_cents <= s.cents + total)
         from rebate_progress s
        where s.campaign_id = campaign and s.server_id = o.server_id and s.role_id = o.role_id))),
  captured as (
    insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at, booked, tax_minor)
    select channel, txn, order_no, amount_cents, currency, 'applied', p_source, t, true, tax from plain
     order by channel, txn
    on conflict do nothing returning order_no),
  journal as (
    insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
    select case when order_type = 'coin' then 'top_up' else 'sale' end, channel || ':' || txn, order_no,
      case when order_type = 'coin' then account_id end, basic, present, t from plain join captured using (order_no)
    returning journal_id, order_no),
  -- A line's expressions are prepared anew for each order, so its accounts are found above. Decision 555.
  entries as (
    insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
    select j.journal_id, v.id, v.unit, v.amount from journal j join plain p using (order_no), lateral (values
      (p.gateway, p.currency, p.amount_cents), (p.sales, p.currency, coalesce(p.tax, 0) - p.amount_cents),
      (p.tax_account, p.currency, -p.tax), (4, 'HCB', -p.basic), (5, 'HCP', -p.present),
      (p.basic_wallet, 'HCB', p.basic), (p.present_wallet, 'HCP', p.present)) v (id, unit, amount)
     where v.amount <> 0),
  -- As in due_receipts.
  due as (
    insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, rate_ppm, at)
    select order_no, entity_id, 'receipt', order_no, amount_cents, tax, case when tax > 0 then rate_ppm end, t
      from plain join captured using (order_no) where entity_id is not null and tax is not null order by order_no)
  select array_agg(order_no), bool_or(order_type = 'item') into paid, items
    from plain join captured using (order_no);
  if paid is null then return; end if;
  if campaign is not null then
    for r in select o.server_id, o.role_id, sum(coalesce(o.base_cents, o.amount_cents))::bigint as cents
          from orders o
        where o.order_no = any(paid) and o.role_id <> '' and o.order_type = any(counted) group by 1, 2 loop
      update rebate_progress s set cents = s.cents + r.cents
       where s.campaign_id = campaign and s.server_id = r.server_id and s.role_id = r.role_id;
    end loop;
  end if;
  update orders o set status = case when o.order_type = 'coin' then 4 else 2 end,
      cause = case when o.order_type = 'coin' then 'credited' else p_source end, paid_cents = o.amount_cents,
      paid_at = t, delivered_at = case when o.order_type = 'coin' then t end, bonus_granted = o.bonus_pct,
      rebate_campaign_id = case when o.role_id <> '' and o.order_type = any(counted) then campaign
        else o.rebate_campaign_id end
   where o.order_no = any(paid);
  if items then
    with sent as (
      insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at, attempts, lease_until)
      select 'dlv_' || o.order_no, 'deliver', o.order_no, jsonb_build_object('delivery_id', 'dlv_' || o.order_no,
          'sdk_order_id', o.order_no, 'uid', o.uid, 'server_id', o.server_id, 'role_id', o.role_id, 'items',
          case when o.base_cents is null
            then jsonb_build_array(jsonb_build_object('cp_goods_id', o.cp_goods_id, 'quantity', 1, 'bonus', 0))
            else items_of(o, 0) end), t, t,
        case when n.seconds > 0 then 1 else 0 end,
        case when n.seconds > 0 then t + make_interval(secs => n.seconds) else '-infinity' end
        from orders o, lateral (select p_leases[array_position(p_orders, o.order_no)] as seconds offset 0) n
       where o.order_no = any(paid) and o.order_type = 'item'
      returning order_no, payload)
    select array_agg(order_no), array_agg(payload) into made, payloads from sent;
  end if;
  for at in 1..cardinality(p_orders) loop
    if p_orders[at] = any(paid) then
      outcomes[at] := 'applied';
      deliveries[at] := payloads[array_position(made, p_orders[at])];
    end if;
  end loop;
end $$;
