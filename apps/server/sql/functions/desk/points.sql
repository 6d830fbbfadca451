-- Points that the desk gives or takes. The role hc_desk may write no money, so these functions run as the tables'
-- owner. Each writes its line of the audit.

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
