-- Findings in gateways' books.

-- Notes that somebody looked at a difference between our books and a gateway's. Refusals: not_found.
create or replace function desk.settle_finding(
  p_channel text, p_kind text, p_txn text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  f reconcile_finding;
begin
  did := false;
  select * into f from reconcile_finding
   where channel_code = p_channel and kind = p_kind and txn = p_txn for update;
  if not found then refusal := 'not_found'; return; end if;
  if f.settled_at is not null then return; end if;
  update reconcile_finding set settled_at = app_now(), settled_by = p_by
   where channel_code = p_channel and kind = p_kind and txn = p_txn;
  perform note_action('settle_finding', p_channel || ':' || p_kind || ':' || p_txn, f.order_no, p_by, p_note);
  did := true;
end $$;
