-- Money that the desk moves. The role hc_desk may write no money, so these functions run as the tables' owner. Each
-- writes its line of the audit.

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

create or replace function desk.adjust_a_player(
  p_uid text, p_basic bigint, p_present bigint, p_reason text, out refusal text, out adjustment bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  who bigint;
begin
  perform desk.must_be_agreed('points.adjust');
  select r.refusal, r.adjustment into refusal, adjustment
    from adjust_points(p_uid, p_basic, p_present, p_reason, desk.said('actor')) r;
  if refusal is not null then return; end if;
  select p.account_id into who from point_adjustment p where p.adjustment_no = adjustment;
  perform desk.note('account', who::text,
    jsonb_build_object('adjustment', adjustment, 'basic', p_basic, 'present', p_present));
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

-- A player's points, locked until this transaction ends. Another adjustment waits, so the count of adjustments stays
-- true until this one is made.
create or replace function desk.weigh_adjustment(p_uid text) returns table (
  account_id bigint, basic bigint, present bigint, debt_basic bigint, debt_present bigint, adjustments int
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from account a where a.uid = p_uid and a.deleted_at is null for no key update;
  return query
  select a.account_id,
      max(l.balance) filter (where l.kind = 'wallet' and l.unit = 'HCB'),
      max(l.balance) filter (where l.kind = 'wallet' and l.unit = 'HCP'),
      -max(l.balance) filter (where l.kind = 'debt' and l.unit = 'HCB'),
      -max(l.balance) filter (where l.kind = 'debt' and l.unit = 'HCP'),
      (select count(*)::int from point_adjustment p where p.account_id = a.account_id)
    from account a join ledger_account l using (account_id)
   where a.uid = p_uid and a.deleted_at is null group by a.account_id;
end $$;

-- Whether a whole refund of an order is asked for already. The order stays locked until the call ends: a request that
-- ended meanwhile would let its refund be made again without counting against a limit.
create or replace function desk.refund_is_asked(p_order text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from orders where order_no = p_order for update;
  return exists (select 1 from refund_request where order_no = p_order and state not in ('refused', 'failed'));
end $$;

-- Whether what a person does with an order is done already, so that doing it again changes nothing. The order stays
-- locked until the call ends. p_action: `gateway` and `elsewhere` of close_refund, or a function of operators.sql.
create or replace function desk.is_done(p_action text, p_order text, p_reference text, p_txn text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  o orders;
begin
  select * into o from orders where order_no = p_order for update;
  return case
    when p_action in ('gateway', 'elsewhere') then exists (select 1 from refund_settlement t
      where t.order_no = p_order and t.how = p_action and t.reference = p_reference and (p_txn = '' or t.txn = p_txn))
    when p_action = 'send_held_refund' then
      exists (select 1 from operator_action a where a.order_no = p_order and a.action = p_action)
      and not exists (select 1 from outbox b where b.order_no = p_order and b.kind = 'refund' and b.state = 'held')
    when p_action = 'close_hold' then o.hold_note is not null
    when p_action = 'take_kept_points' then
      exists (select 1 from ledger_journal j where j.order_no = p_order and j.reason = 'take_back')
    when p_action = 'leave_kept_points' then
      exists (select 1 from pack_part_kept k where k.order_no = p_order and k.settled_at is not null)
    when p_action = 'close_recall' then
      exists (select 1 from outbox b where b.outbox_id = 'rcl_' || p_order and b.state = 'cancelled')
    else false end;
end $$;

-- Only the desk may call these.
do $$
begin
  revoke execute on function desk.refund_a_part(text, bigint, text), desk.weigh_part(text, bigint),
    desk.adjust_a_player(text, bigint, bigint, text), desk.weigh_adjustment(text),
    desk.refund_is_asked(text), desk.is_done(text, text, text, text) from public;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant execute on function desk.refund_a_part(text, bigint, text), desk.weigh_part(text, bigint),
      desk.adjust_a_player(text, bigint, bigint, text), desk.weigh_adjustment(text), desk.refund_is_asked(text),
      desk.is_done(text, text, text, text) to hc_desk;
  end if;
end $$;
