-- What an operator does to a row that no worker moves any more. Decision 257. Each function locks the row (an order
-- before its deliveries and refunds), checks its state, and writes one row of operator_action in the same statement.
-- Asked again, it does nothing: `did` is false.

create or replace function note_action(
  p_action text, p_subject text, p_order text, p_by text, p_note text
) returns void language sql as $$
  insert into operator_action (action, subject, order_no, done_by, note, at)
  values (p_action, p_subject, p_order, coalesce(nullif(p_by, ''), 'operator'), coalesce(nullif(p_note, ''), p_action),
    app_now());
  -- The trigger of operator_action writes the audit's line, so the changed rows write none (desk.audit_hand).
  select set_config('desk.told', 'on', true);
$$;

-- Asks the game again for a delivery, under its old id. p_number is the number of an order, a redemption or a rebate.
-- Refusals: not_found, not_asked (a worker has yet to ask), confirmed, stopped (by a refund).
create or replace function ask_delivery_again(
  p_number text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  b outbox;
begin
  did := false;
  perform 1 from orders where order_no = p_number for update;
  select * into b from outbox where outbox_id = 'dlv_' || p_number for update;
  if not found then refusal := 'not_found'; return; end if;
  if b.state = 'pending' then refusal := 'not_asked'; return; end if;
  if b.state = 'confirmed' then refusal := 'confirmed'; return; end if;
  if b.state not in ('unknown', 'parked', 'refused') then refusal := 'stopped'; return; end if;
  if b.state = 'unknown' and b.run_at <= app_now() then return; end if;
  update outbox set state = 'unknown', run_at = app_now(), ended_at = null where outbox_id = b.outbox_id;
  perform note_action('ask_delivery_again', b.outbox_id, p_number, p_by, p_note);
  did := true;
end $$;

-- Closes a recall that the game did not carry out: somebody took the item back by hand, or leaves it to the player.
-- Refusals: not_found, under_way, confirmed (the game took the item back).
create or replace function close_recall(
  p_number text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  b outbox;
begin
  did := false;
  perform 1 from orders where order_no = p_number for update;
  select * into b from outbox where outbox_id = 'rcl_' || p_number and kind = 'recall' for update;
  if not found then refusal := 'not_found'; return; end if;
  if b.state in ('pending', 'unknown') then refusal := 'under_way'; return; end if;
  if b.state = 'confirmed' then refusal := 'confirmed'; return; end if;
  if b.state not in ('parked', 'refused') then return; end if;
  update outbox set state = 'cancelled', detail = 'operator: ' || p_note, answer = null, ended_at = app_now()
   where outbox_id = b.outbox_id;
  perform note_action('close_recall', b.outbox_id, b.order_no, p_by, p_note);
  did := true;
end $$;

-- Sends the refund of a payment whose amount or currency was wrong. Refusals: not_found, nothing (is held).
create or replace function send_held_refund(
  p_order text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
begin
  did := false;
  perform 1 from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  update outbox set state = 'pending', run_at = app_now()
   where order_no = p_order and kind = 'refund' and state = 'held';
  did := found;
  if did then
    perform note_action('send_held_refund', p_order, p_order, p_by, p_note);
  elsif not exists (select 1 from operator_action a where a.order_no = p_order and a.action = 'send_held_refund') then
    refusal := 'nothing';
  end if;
end $$;

-- An order's hold as the desk reads it: the reason, and what was done about it. Null: the order was never held.
create or replace function hold_text(o orders) returns text language sql immutable as $$
  select concat_ws(', ', o.hold_reason || case when o.hold_note is null then '' else ': seen' end,
    nullif(o.hold_note, ''))
   where o.hold_reason is not null
$$;

-- Closes an order's hold. The reason stays, and hold_note says what was done. Refusals: not_found, not_held, stays (a
-- payment of a wrong amount or currency; its refund ends this hold).
create or replace function close_hold(
  p_order text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  o orders;
begin
  did := false;
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if o.hold_reason is null then refusal := 'not_held'; return; end if;
  if o.hold_note is not null then return; end if;
  if o.hold_reason not in ('refund_exceeds_payment', 'dispute_won_after_loss', 'refund_currency') then
    refusal := 'stays'; return;
  end if;
  update orders set hold_note = p_note where order_no = p_order;
  perform note_action('close_hold', p_order, p_order, p_by, p_note);
  did := true;
end $$;

-- Takes the points of a pack whose money was refunded in part before part refunds took points (decision 162), or leaves
-- them. Refusals: not_found (no such pack waits), taken, left.
create or replace function take_kept_points(
  p_order text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  k pack_part_kept;
begin
  did := false;
  perform 1 from orders where order_no = p_order for update;
  select * into k from pack_part_kept where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if exists (select 1 from ledger_journal j where j.order_no = p_order and j.reason = 'take_back') then return; end if;
  if k.settled_at is not null then refusal := 'left'; return; end if;
  perform take_back(p_order, 'operator:' || p_order);
  perform note_action('take_kept_points', p_order, p_order, p_by, p_note);
  did := true;
end $$;

create or replace function leave_kept_points(
  p_order text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  k pack_part_kept;
begin
  did := false;
  perform 1 from orders where order_no = p_order for update;
  select * into k from pack_part_kept where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if exists (select 1 from ledger_journal j where j.order_no = p_order and j.reason = 'take_back') then
    refusal := 'taken'; return;
  end if;
  if k.settled_at is not null then return; end if;
  update pack_part_kept set settled_at = app_now(), settled_by = p_by where order_no = p_order;
  perform note_action('leave_kept_points', p_order, p_order, p_by, p_note);
  did := true;
end $$;

-- Processes a webhook again, with ten tries as at first. Refusals: not_found, done.
create or replace function process_webhook_again(
  p_id bigint, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  i inbox;
begin
  did := false;
  select * into i from inbox where inbox_id = p_id for update;
  if not found then refusal := 'not_found'; return; end if;
  if i.state = 'done' then refusal := 'done'; return; end if;
  if i.state = 'new' and i.run_at <= app_now() then return; end if;
  update inbox set state = 'new', attempts = 0, run_at = app_now() where inbox_id = p_id;
  perform note_action('process_webhook_again', p_id::text, order_of(i), p_by, p_note);
  did := true;
end $$;

-- Closes a webhook that belongs to no order of this shop. Refusals: not_found, done.
create or replace function close_webhook(
  p_id bigint, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  i inbox;
begin
  did := false;
  select * into i from inbox where inbox_id = p_id for update;
  if not found then refusal := 'not_found'; return; end if;
  if i.state = 'done' then
    if i.outcome is distinct from 'operator' then refusal := 'done'; end if;
    return;
  end if;
  update inbox set state = 'done', outcome = 'operator', outcome_note = p_note where inbox_id = p_id;
  perform note_action('close_webhook', p_id::text, order_of(i), p_by, p_note);
  did := true;
end $$;
