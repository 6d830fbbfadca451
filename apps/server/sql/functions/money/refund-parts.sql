-- Partial refunds that an operator asks for. The order keeps its state.

-- Asks for a partial refund. Refusals: not_found, not_paid, refunded, points (an order paid with points is refunded
-- whole), under_way (another refund of it is), disputed, owed (an earlier refund failed and must be asked again first),
-- whole (this is all that is left, so it is a whole refund). Decisions 294 and 576.
create or replace function request_part_refund(
  p_order text, p_cents bigint, p_reason text, p_by text, out refusal text, out part int
) language plpgsql as $$
declare
  o orders; c capture; n int;
begin
  select * into o from orders where order_no = p_order for update;
  if not found then refusal := 'not_found'; return; end if;
  if o.status = 5 then refusal := 'refunded'; return; end if;
  if o.status not in (2, 4) then refusal := 'not_paid'; return; end if;
  if o.channel_code = 'hcpoint' then refusal := 'points'; return; end if;
  select * into c from capture where order_no = p_order and outcome = 'applied';
  if exists (select 1 from outbox b where b.outbox_id = 'rfd_' || c.channel_code || '_' || c.txn
      and b.state in ('pending', 'unknown', 'parked', 'held')) then
    refusal := 'under_way'; return;
  end if;
  if is_disputed(p_order) then refusal := 'disputed'; return; end if;
  if money_owed(c) > 0 then refusal := 'owed'; return; end if;
  if p_cents >= o.paid_cents - o.refunded_cents then refusal := 'whole'; return; end if;
  perform queue_refund(c, p_cents, 'part');
  select coalesce(max(r.part), 0) + 1 into part from refund_part r where r.order_no = p_order;
  select coalesce((b.payload->>'attempt')::int, 1) into n from outbox b
   where b.outbox_id = 'rfd_' || c.channel_code || '_' || c.txn;
  insert into refund_part (order_no, part, channel_code, txn, attempt, amount_cents, reason, asked_by, created_at)
  values (p_order, part, c.channel_code, c.txn, n, p_cents, p_reason, p_by, app_now());
  insert into refund_event (order_no, from_state, to_state, part, txn, at)
  values (p_order, null, 'requested', part, c.txn, app_now());
end $$;

-- A part has the state of its outbox row, as long as the row's attempt is the part's. A failed part that is asked again
-- stays the same part. Where another refund took all remaining money, the part ends with that refund's number.
create or replace function refund_part_moved() returns trigger language plpgsql as $$
declare
  was int := coalesce((old.payload->>'attempt')::int, 1);
  now_is int := coalesce((new.payload->>'attempt')::int, 1);
begin
  update refund_part p
     set state = case new.state when 'confirmed' then 'done' when 'parked' then 'parked' when 'refused' then 'refused'
           when 'failed' then 'failed' when 'cancelled' then 'settled' else 'asked' end,
         attempt = now_is, detail = new.detail, ended_at = new.ended_at,
         refund_txn = case when p.state = 'done' then p.refund_txn
           when new.state = 'confirmed' then new.proof
           else coalesce(new.payload->>'refund_txn', p.refund_txn) end
   where p.channel_code = new.payload->>'channel_code' and p.txn = new.payload->>'txn'
     and (p.attempt = now_is or (p.attempt = was and p.state = 'failed' and old.state = 'failed'
       and new.payload->>'reason' <> 'part' and p.amount_cents = (new.payload->>'amount_cents')::bigint));
  return null;
end $$;

-- A part that was done has failed after all. A later part may exist by then.
create or replace function refund_part_failed() returns trigger language plpgsql as $$
begin
  update refund_part p set state = 'failed', detail = new.reason, ended_at = app_now()
   where p.channel_code = new.channel_code and p.refund_txn = new.refund_txn and p.state = 'done';
  return null;
end $$;
