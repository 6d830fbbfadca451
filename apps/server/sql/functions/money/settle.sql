-- Money arrives. Lock order: the order's row, rebate sums, ledger accounts by id.

-- A gateway reports a capture. Idempotent by (channel, txn) and independent of the order of news: any number of reports
-- from any source ends in one payment. Another amount or currency holds the order. A second capture is surplus and
-- goes back. Money for a player whose data were deleted buys nothing: it is surplus, too. A pseudonym reveals such a
-- player without a read of the account; the account decides, because a game may choose such a uid. p_payer: the country
-- of the card or wallet; null: not reported, or reported after the payment. Decisions 11, 167 and 376.
create or replace function apply_capture(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text,
  p_source text, p_payer text)
returns text language plpgsql as $$
declare
  o orders; result text; j bigint; basic bigint; present bigint; g record; campaign text; gone boolean := false;
  books boolean; tax bigint;
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  if o.uid like 'gone-%' then
    gone := exists (select 1 from account a where a.account_id = o.account_id and a.deleted_at is not null);
  end if;
  result := case when p_amount <> o.amount_cents or p_currency <> o.currency then 'mismatch'
                 when o.paid_cents > 0 or gone then 'surplus' else 'applied' end;
  -- An order's own currency has books, even where it was closed since.
  books := p_amount > 0 and (result = 'applied' or currency_has_books(p_currency));
  -- Only an order with a base price of its own can have terms.
  if result = 'applied' and o.base_cents is not null then
    tax := capture_tax(p_order, p_channel, p_currency, p_amount);
  end if;
  insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at, booked, tax_minor)
  values (p_channel, p_txn, p_order, p_amount, p_currency, result, p_source, app_now(), books, tax)
  on conflict do nothing;
  if not found then
    if p_payer is not null then perform note_payers(array[p_channel], array[p_txn], array[p_payer]); end if;
    return 'duplicate';
  end if;
  if result = 'applied' then
    if o.role_id <> '' then
      select c.campaign_id into campaign from rebate_campaign c
       where c.state = 'ready' and c.starts_at <= app_now() and c.ends_at > app_now()
         and o.order_type = any(c.counts);
      if found then
        o.rebate_campaign_id := campaign;
        perform move_rebate(o, coalesce(o.base_cents, o.amount_cents));
      end if;
    end if;
    basic := case when o.order_type = 'coin' then coalesce(o.points, o.amount_cents) else 0 end;
    present := basic * o.bonus_pct / 100;
    insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
    values (case when o.order_type = 'coin' then 'top_up' else 'sale' end, p_channel || ':' || p_txn, p_order,
      case when o.order_type = 'coin' then o.account_id end, basic, present, app_now())
    returning journal_id into j;
    if o.order_type = 'coin' then
      perform credit_points(j, o.account_id, basic, present, p_currency, p_amount, coalesce(tax, 0));
    else
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      values (j, system_account('gateway', p_currency), p_currency, p_amount),
        (j, system_account('sales', p_currency), p_currency, coalesce(tax, 0) - p_amount);
      if tax > 0 then
        insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
        values (j, system_account('tax', p_currency), p_currency, -tax);
      end if;
    end if;
    perform mark_paid(o, p_source);
  else
    if books then
      insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('suspense', p_channel || ':' || p_txn, p_order, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      values (j, system_account('gateway', p_currency), p_currency, p_amount),
        (j, system_account('suspense', p_currency), p_currency, -p_amount);
    end if;
    insert into outbox (outbox_id, kind, order_no, payload, state, run_at, created_at)
    values ('rfd_' || p_channel || '_' || p_txn, 'refund', p_order, jsonb_build_object('channel_code', p_channel,
      'txn', p_txn, 'amount_cents', p_amount, 'currency', p_currency,
      'reason', case when gone then 'account_deleted' else result end),
      case when result = 'surplus' then 'pending' else 'held' end, app_now(), app_now());
    if result = 'mismatch' then
      update orders set hold_reason = 'amount_mismatch', hold_note = null where order_no = p_order;
    end if;
  end if;
  for g in select refund_txn from gateway_refund where channel_code = p_channel and txn = p_txn and not applied loop
    perform apply_gateway_refund(p_channel, g.refund_txn);
  end loop;
  if p_payer is not null then perform note_payers(array[p_channel], array[p_txn], array[p_payer]); end if;
  return result;
end $$;

-- The goods of an order for the game. The bonus belongs to the first item.
create or replace function items_of(o orders, p_bonus int) returns jsonb language sql stable as $$
  select coalesce(
    -- Only an order with a base price of its own can have terms.
    case when o.base_cents is not null then (
      select jsonb_agg(x.item || jsonb_build_object('bonus', case when x.n = 1 then p_bonus else 0 end) order by x.n)
        from order_terms t, jsonb_array_elements(t.items) with ordinality x (item, n)
       where t.order_no = o.order_no) end,
    jsonb_build_array(jsonb_build_object('cp_goods_id', o.cp_goods_id, 'quantity', 1, 'bonus', p_bonus)))
$$;

-- The only way an order becomes paid: status 2, the promised bonus given once, and either its delivery written (an
-- item) or its points credited by the caller (a pack). Its receipt is noted, where it gets one. An order gets the bonus
-- that is kept for it. One that ended before it was paid kept nothing: it gets the bonus where nobody else has it or
-- was promised it. The caller holds the order's row lock.
create or replace function mark_paid(o orders, p_source text) returns integer language plpgsql as $$
declare
  granted int := o.bonus_pct; e timestamptz;
begin
  if o.order_type = 'item' and granted > 0 then
    delete from bonus_hold h where h.order_no = o.order_no returning h.epoch into e;
    if not found then
      e := bonus_epoch(o.cp_goods_id, o.created_at);
      if not try_bonus(o.server_id, o.role_id, o.cp_goods_id)
        or bonus_owner(o.server_id, o.role_id, o.cp_goods_id, e) is not null then granted := 0; end if;
    end if;
    if granted > 0 then
      insert into first_top_up (server_id, role_id, cp_goods_id, epoch, order_no, at)
      values (o.server_id, o.role_id, o.cp_goods_id, e, o.order_no, app_now()) on conflict do nothing;
      if not found then
        granted := 0;
      else
        perform pg_notify('hc_bus', 'bonus:' || o.server_id || '/' || o.role_id);
      end if;
    end if;
  end if;
  if o.order_type = 'item' then
    update orders set status = 2, cause = p_source, paid_cents = amount_cents, paid_at = app_now(),
      bonus_granted = granted, rebate_campaign_id = o.rebate_campaign_id
     where order_no = o.order_no;
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('dlv_' || o.order_no, 'deliver', o.order_no, jsonb_build_object(
      'delivery_id', 'dlv_' || o.order_no, 'sdk_order_id', o.order_no, 'uid', o.uid, 'server_id', o.server_id,
      'role_id', o.role_id, 'items', items_of(o, granted)), app_now(), app_now());
  else
    update orders set status = 4, cause = 'credited', paid_cents = amount_cents, paid_at = app_now(),
      delivered_at = app_now(), bonus_granted = granted, rebate_campaign_id = o.rebate_campaign_id
     where order_no = o.order_no;
  end if;
  if o.base_cents is not null then perform due_receipts(array[o.order_no]); end if;
  return granted;
end $$;

-- A gateway reports that no money will come. Only an unpaid order changes; later money still revives it.
create or replace function apply_refused(p_channel text, p_order text, p_kind text) returns text language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  if o.status <> 1 then return 'ignored'; end if;
  if p_kind = 'expired' or (p_kind = 'cancelled' and o.expires_at <= app_now()) then
    update orders set status = 6, cause = 'expired' where order_no = p_order;
    return 'overdue';
  end if;
  update orders set status = 3, cause = p_kind where order_no = p_order;
  return 'failed';
end $$;

-- The payer has approved: the question to the gateway, which captures the money, is due at once.
create or replace function apply_approved(p_channel text, p_order text) returns text language plpgsql as $$
begin
  update orders set next_check_at = app_now()
    where order_no = p_order and channel_code = p_channel and status in (1, 3, 6);
  if found then return 'approved'; end if;
  if not exists (select 1 from orders where order_no = p_order and channel_code = p_channel) then
    return 'unknown_order';
  end if;
  return 'ignored';
end $$;

-- The payer has a voucher, or a bank debit is on its way: the order stays open until p_until_ms and one day more, and
-- keeps its bonus. The first promise keeps the time that the gateway was asked with: a repeated request needs it. No
-- promise lasts longer than 60 days. Decision 684.
create or replace function apply_promised(p_channel text, p_order text, p_until_ms float8) returns text
language plpgsql as $$
declare
  o orders; until_at timestamptz := least(to_timestamp(p_until_ms / 1000), app_now() + interval '60 days');
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  if o.status <> 1 or until_at is null or until_at <= app_now() then return 'ignored'; end if;
  insert into order_promise as p (order_no, until, asked_until) values (p_order, until_at, o.expires_at)
  on conflict (order_no) do update set until = greatest(p.until, excluded.until);
  update orders set expires_at = greatest(expires_at, until_at + interval '1 day') where order_no = p_order;
  return 'promised';
end $$;

-- Pays an own unpaid hcpoint order from the wallet, present points first. Refusals come back as the error key;
-- `session` is the caller's to handle. Decision 142.
create or replace function pay_with_points(
  p_token bytea, p_order text, out refusal text, out paid_status smallint, out basic bigint, out present bigint
) language plpgsql as $$
declare
  t timestamptz := app_now();
  who bigint; o orders; wb bigint; wp bigint; bb bigint; pb bigint; cost bigint; use_present bigint;
  use_basic bigint; j bigint; a record;
begin
  select s.account_id into who from session s join account c using (account_id)
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled;
  if not found then refusal := 'session'; return; end if;
  select * into o from orders where order_no = p_order and account_id = who for update;
  if not found then refusal := 'OrderNotFound'; return; end if;
  for a in select ledger_account_id as id, unit, balance from ledger_account
            where account_id = who and kind = 'wallet' order by ledger_account_id for update loop
    if a.unit = 'HCB' then wb := a.id; bb := a.balance; else wp := a.id; pb := a.balance; end if;
  end loop;
  basic := bb; present := pb; paid_status := o.status;
  if o.channel_code <> 'hcpoint' then refusal := 'OrderNotPayable'; return; end if;
  -- A repeat after a lost answer: an order that is paid already is a success, and nothing moves.
  if o.status in (2, 4) then return; end if;
  if o.status <> 1 or o.expires_at <= t then refusal := 'OrderNotPayable'; return; end if;
  cost := coalesce(o.points, o.amount_cents);
  if bb + pb < cost then refusal := 'ePointNumInsufficient'; return; end if;
  use_present := least(pb, cost);
  use_basic := cost - use_present;
  insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at, booked)
  values ('hcpoint', p_order, p_order, o.amount_cents, o.currency, 'applied', 'points', t, false);
  insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
  values ('purchase', p_order, p_order, who, -use_basic, -use_present, t) returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (wb, 'HCB', -use_basic), (wp, 'HCP', -use_present),
    (6::bigint, 'HCB', use_basic), (7::bigint, 'HCP', use_present)) v (id, unit, amount) where v.amount <> 0;
  perform mark_paid(o, 'points');
  basic := bb - use_basic; present := pb - use_present; paid_status := 2;
end $$;
