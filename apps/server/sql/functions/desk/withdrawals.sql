-- Statements of withdrawal at the desk. It runs with its owner's rights: the desk's role changes no table of the shop
-- by itself.

-- What a person decides about a statement. Refusals are those of decide_withdrawal.
create or replace function desk.decide_withdrawal(
  p_number text, p_order text, p_outcome text, p_by text, p_reason text, out refusal text
) language sql security definer set search_path = public, pg_temp as $$
  select decide_withdrawal(p_number, p_order, p_outcome, p_by, p_reason)
$$;
