-- Answers of the game, many in one statement.

-- Records answers to many deliveries. Those that confirm what waits for it are recorded together, all others one by one
-- (finish_delivery). Locks are taken in the order of the whole shop. Rows are found by lists of their primary keys
-- alone.
create or replace function finish_deliveries(
  p_ids text[], p_states text[], p_proofs text[], p_details text[], p_pauses bigint[], p_answers text[]
) returns table (ord int) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  t timestamptz := app_now();
  nos text[]; together text[];
begin
  select array_agg(b.order_no) into nos from outbox b where b.outbox_id = any(p_ids);
  perform 1 from orders o where o.order_no = any(nos) order by o.order_no for update;
  select array_agg(x.outbox_id), array_agg(x.order_no) into together, nos from (
    select b.outbox_id, b.order_no, b.kind, b.state from outbox b where b.outbox_id = any(p_ids)
     order by b.outbox_id for update) x, lateral (select array_position(p_ids, x.outbox_id) as place offset 0) n
   where x.kind = 'deliver' and x.state in ('pending', 'unknown') and p_states[n.place] = 'confirmed'
     and p_proofs[n.place] is not null and cardinality(array_positions(p_ids, x.outbox_id)) = 1;
  if together is not null then
    update outbox b set state = 'confirmed', proof = p_proofs[array_position(p_ids, b.outbox_id)],
        detail = p_details[array_position(p_ids, b.outbox_id)], answer = null, lease_until = '-infinity', run_at = t,
        ended_at = t
     where b.outbox_id = any(together);
    update orders o set status = 4, cause = 'delivered', delivered_at = t where o.order_no = any(nos) and o.status = 2;
  end if;
  for at in 1..cardinality(p_ids) loop
    if together is null or p_ids[at] <> all(together) then
      perform finish_delivery(p_ids[at], p_states[at], p_proofs[at], p_details[at], p_pauses[at],
        p_answers[at]);
    end if;
    ord := at;
    return next;
  end loop;
end $$;
