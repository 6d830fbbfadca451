-- Points that staff give or take by hand, with a reason.

-- Given points pay the player's debt of that kind first. Taken points leave the wallet, and a missing rest becomes a
-- debt. Refusals: not_found (also: a player whose data was deleted).
create or replace function adjust_points(
  p_uid text, p_basic bigint, p_present bigint, p_note text, p_by text, out refusal text, out adjustment bigint
) language plpgsql as $$
declare
  who bigint; j bigint; a record;
  wb bigint; wp bigint; db bigint; dp bigint; wb_now bigint; wp_now bigint; db_now bigint; dp_now bigint;
  mb bigint; mp bigint;
begin
  -- Its data may be on the way out.
  select x.account_id into who from account x where x.uid = p_uid and x.deleted_at is null for key share;
  if not found then refusal := 'not_found'; return; end if;
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = who order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id; wb_now := a.balance;
    elsif a.kind = 'wallet' then wp := a.id; wp_now := a.balance;
    elsif a.unit = 'HCB' then db := a.id; db_now := a.balance;
    else dp := a.id; dp_now := a.balance; end if;
  end loop;
  insert into point_adjustment (account_id, basic_points, present_points, note, done_by, at)
  values (who, p_basic, p_present, p_note, p_by, app_now()) returning adjustment_no into adjustment;
  insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
  values ('adjust', adjustment::text, who, p_basic, p_present, app_now()) returning journal_id into j;
  -- mb and mp change the debts (basic and present points). The wallets change by the rest.
  mb := case when p_basic > 0 then least(p_basic, -db_now) else least(0, wb_now + p_basic) end;
  mp := case when p_present > 0 then least(p_present, -dp_now) else least(0, wp_now + p_present) end;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (11::bigint, 'HCB', -p_basic), (12::bigint, 'HCP', -p_present),
    (db, 'HCB', mb), (dp, 'HCP', mp), (wb, 'HCB', p_basic - mb), (wp, 'HCP', p_present - mp)) v (id, unit, amount)
   where v.amount <> 0;
end $$;
