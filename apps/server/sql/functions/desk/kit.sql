-- What the desk does about rows that wait for an operator. The functions that it calls hold the rules; commands call
-- the same ones (decision 282). These functions run with their owner's rights.

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

-- Acts on a row that waits for an operator. p_action is a function of operators.sql, p_subject the number that it
-- takes.
create or replace function desk.operate(
  p_action text, p_subject text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case p_action
    when 'ask_delivery_again' then select r.* into refusal, did from ask_delivery_again(p_subject, p_by, p_note) r;
    when 'close_recall' then select r.* into refusal, did from close_recall(p_subject, p_by, p_note) r;
    when 'send_held_refund' then select r.* into refusal, did from send_held_refund(p_subject, p_by, p_note) r;
    when 'close_hold' then select r.* into refusal, did from close_hold(p_subject, p_by, p_note) r;
    when 'take_kept_points' then select r.* into refusal, did from take_kept_points(p_subject, p_by, p_note) r;
    when 'leave_kept_points' then select r.* into refusal, did from leave_kept_points(p_subject, p_by, p_note) r;
    when 'process_webhook_again' then
      select r.* into refusal, did from process_webhook_again(p_subject::bigint, p_by, p_note) r;
    when 'close_webhook' then select r.* into refusal, did from close_webhook(p_subject::bigint, p_by, p_note) r;
  end case;
end $$;
