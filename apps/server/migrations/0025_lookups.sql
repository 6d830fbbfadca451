-- As 0008 has it, by the primary key alone: with the kind beside it a young, unanalyzed table was read through the partial
-- index of deliveries, whole, for each answer.
create or replace function finish_delivery(p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint) returns text
language plpgsql as $$
declare
  no text; b outbox;
begin
  select order_no into no from outbox where outbox_id = p_id;
  perform 1 from orders where order_no = no for update;
  select * into b from outbox where outbox_id = p_id for update;
  if b.kind is distinct from 'deliver' then return b.state; end if;
  if b.state in ('cancelled', 'recall') and p_state = 'confirmed' then
    update outbox set state = 'recall', proof = coalesce(proof, p_proof), detail = 'granted after the refund' where outbox_id = p_id;
    return 'recall';
  end if;
  -- A refusal or an unknown outcome never takes back a confirmation; a confirmation beats everything before it.
  if b.state not in ('pending', 'unknown') and not (p_state = 'confirmed' and b.state in ('refused', 'parked')) then return b.state; end if;
  update outbox set state = p_state, proof = coalesce(p_proof, proof), detail = p_detail, lease_until = '-infinity',
    run_at = app_now() + make_interval(secs => coalesce(p_pause_ms, 0) / 1000.0),
    ended_at = case when p_state in ('confirmed', 'refused', 'parked') then app_now() end
   where outbox_id = p_id;
  if p_state = 'confirmed' then
    update orders set status = 4, cause = 'delivered', delivered_at = app_now() where order_no = no and status = 2;
  end if;
  return p_state;
end $$;
