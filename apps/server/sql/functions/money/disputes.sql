-- Chargebacks.

-- News of a dispute, in any order and any number: opened, then won or lost. A lost dispute's money is gone like a
-- refund's, in the currency that it is told in. Where the gateway tells that money by itself, that moves the books
-- and the loss does not.
create or replace function apply_dispute(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text,
  p_detail jsonb, p_event text) returns text language plpgsql as $$
declare
  t timestamptz := app_now();
  whose text := order_of_capture(p_channel, p_txn, p_order);
  id text := p_detail->>'id';
  said text := p_detail->>'stage';
  due timestamptz := case
    when (p_detail->>'dueMs')::bigint > 0 then to_timestamp((p_detail->>'dueMs')::bigint / 1000.0) end;
  d dispute;
  told text;
begin
  perform 1 from orders where order_no = whose and channel_code = p_channel for update;
  if not found then return 'unknown_order'; end if;
  insert into dispute_event (channel_code, dispute_id, event_id, stage, at) values (p_channel, id, p_event, said, t)
  on conflict do nothing;
  if not found then return 'duplicate'; end if;
  insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at,
    opened_at,
    closed_at, also_money)
  values (p_channel, id, whose, p_txn, p_amount, p_currency, said, p_detail->>'reason', due, t,
    case when said <> 'opened' then t end, coalesce((p_detail->>'alsoMoney')::boolean, false))
  on conflict (channel_code, dispute_id) do update set stage = excluded.stage, amount_cents = excluded.amount_cents,
      currency = excluded.currency, closed_at = t, due_at = coalesce(excluded.due_at, dispute.due_at)
   where dispute.stage = 'opened' and excluded.stage <> 'opened' returning * into d;
  if not found then
    select * into d from dispute where channel_code = p_channel and dispute_id = id;
    -- Money that comes back after a loss waits for an operator.
    if d.stage = 'lost' and said = 'won' then
      update orders set hold_reason = 'dispute_won_after_loss', hold_note = null where order_no = whose;
      return 'held';
    end if;
    return 'ignored';
  end if;
  if d.stage = 'lost' then
    if d.also_money then return 'dispute_lost'; end if;
    told := apply_money_back(p_channel, whose, p_txn, 'dispute:' || id, d.amount_cents, d.currency, id);
    if told in ('before_capture', 'held') then return told; end if;
  end if;
  return 'dispute_' || d.stage;
end $$;
