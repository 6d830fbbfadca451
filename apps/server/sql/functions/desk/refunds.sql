-- Refunds of the desk. The role hc_desk may write no money, so these functions run as the tables' owner. Each writes
-- its line of the audit. The functions that they call hold the rules; commands call the same ones (decision 282).

create or replace function desk.refund_a_part(
  p_order text, p_cents bigint, p_reason text, out refusal text, out part int
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select r.refusal, r.part into refusal, part
    from request_part_refund(p_order, p_cents, p_reason, desk.said('actor')) r;
  if refusal is null then
    perform desk.note('order', p_order, jsonb_build_object('part', part, 'cents', p_cents));
  end if;
end $$;

-- What a partial refund would change: the order's money, and the points of a pack that would go back.
create or replace function desk.weigh_part(p_order text, p_cents bigint) returns table (
  found boolean, order_type text, channel_code text, status int, paid_cents bigint, refunded_cents bigint,
  basic_back bigint, present_back bigint, wallet_basic bigint, wallet_present bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select true, o.order_type, o.channel_code, o.status::int, o.paid_cents::bigint, o.refunded_cents::bigint,
      coalesce(points_back(t.basic_points, o.refunded_cents + p_cents, o.paid_cents)
        - points_back(t.basic_points, o.refunded_cents, o.paid_cents), 0)::bigint,
      coalesce(points_back(t.present_points, o.refunded_cents + p_cents, o.paid_cents)
        - points_back(t.present_points, o.refunded_cents, o.paid_cents), 0)::bigint,
      coalesce((select l.balance from ledger_account l where l.account_id = o.account_id and l.kind = 'wallet'
        and l.unit = 'HCB'), 0)::bigint,
      coalesce((select l.balance from ledger_account l where l.account_id = o.account_id and l.kind = 'wallet'
        and l.unit = 'HCP'), 0)::bigint
    from orders o left join ledger_journal t on t.order_no = o.order_no and t.reason = 'top_up' and o.paid_cents > 0
   where o.order_no = p_order for update of o;
end $$;

-- Whether a whole refund of an order is asked for already. The order stays locked until the call ends: a request that
-- ended meanwhile would let its refund be made again without counting against a limit.
create or replace function desk.refund_is_asked(p_order text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from orders where order_no = p_order for update;
  return exists (select 1 from refund_request where order_no = p_order and state not in ('refused', 'failed'));
end $$;

-- Asks for a refund, asks for it again, or closes it by an operator's statement. p_how: `make`, `retry`, `gateway`,
-- `elsewhere`, `close` (the player keeps the item).
create or replace function desk.refund(
  p_how text, p_order text, p_reference text, p_txn text, p_note text, p_by text, out refusal text, out cents bigint
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case p_how
    when 'make' then select r.refusal, r.cents into refusal, cents from request_refund(p_order, p_note, p_by) r;
    when 'retry' then select r.* into refusal, cents from retry_refund(p_order, p_by) r;
    when 'close' then select r.* into refusal, cents from settle_refund(p_order, p_note, p_by) r;
    when 'gateway', 'elsewhere' then
      select r.* into refusal, cents from close_refund(p_order, p_how, p_reference, p_txn, p_note, p_by) r;
  end case;
end $$;

-- The language of the mail that a player gets when an order's money went back: the order's language. null: the player
-- has no address or wants no mail, so none is sent (want_letter).
create or replace function desk.refund_mail(p_order text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(o.locale, '') from orders o join account a using (account_id)
   where o.order_no = p_order and a.email is not null and a.receipts and a.deleted_at is null
$$;
