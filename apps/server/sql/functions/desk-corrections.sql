-- Journals by hand. They correct accounts that no order, player or delivery explains. Decision 343.

-- Why a correction cannot be booked, or null. p_entries: [{"account": "bank", "amount": 100}]. Refusals: account (it
-- may not be corrected, or has not this unit, or its currency was never opened), twice, sum (not zero, or one entry
-- alone), channel (the gateways' account without a channel, or a channel without it), journal (there is none of this
-- number).
create or replace function desk.correction_refusal(
  p_unit text, p_entries jsonb, p_channel text, p_corrects bigint
) returns text language sql stable as $$
  with e as (
    select x.account, x.amount, l.ledger_account_id as id
      from jsonb_to_recordset(p_entries) x (account text, amount bigint)
      left join ledger_account l on l.account_id is null and l.name = x.account and l.unit = p_unit
        and x.account in ('gateway', 'bank', 'fees', 'differences')
        and l.ledger_account_id = system_account(x.account, p_unit) and currency_has_books(p_unit))
  select case
    when exists (select 1 from e where e.id is null) then 'account'
    when (select count(distinct e.account) <> count(*) from e) then 'twice'
    when (select count(*) < 2 or sum(e.amount) <> 0 from e) then 'sum'
    when exists (select 1 from e where e.account = 'gateway') <> (p_channel <> '') or p_channel <> '' and not exists (
      select 1 from payment_channel c where c.channel_code = p_channel and c.channel_code <> 'hcpoint') then 'channel'
    when p_corrects > 0 and not exists (select 1 from ledger_journal j where j.journal_id = p_corrects) then 'journal'
  end
$$;

-- Books a correction, dated now. It runs only as an approved request; otherwise the refusal is `approval`.
create or replace function desk.correct_books(
  p_unit text, p_entries jsonb, p_channel text, p_corrects bigint, out refusal text, out correction bigint,
  out journal bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  agreed bigint := nullif(desk.said('approval_no'), '')::bigint;
begin
  refusal := desk.correction_refusal(p_unit, p_entries, p_channel, p_corrects);
  if refusal is not null then return; end if;
  if agreed is null then refusal := 'approval'; return; end if;
  insert into ledger_correction (corrects, channel_code, approval_no, done_by, decided_by, at)
  values (nullif(p_corrects, 0), p_channel, agreed, desk.said('actor'), desk.said('decided_by'), app_now())
  returning correction_no into correction;
  insert into ledger_correction_entry (correction_no, ledger_account_id, amount)
  select correction, l.ledger_account_id, x.amount
    from jsonb_to_recordset(p_entries) x (account text, amount bigint)
    join ledger_account l on l.account_id is null and l.name = x.account and l.unit = p_unit;
  insert into ledger_journal (reason, source_id, channel_code, created_at)
  values ('correction', p_channel || ':' || correction, p_channel, app_now()) returning journal_id into journal;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select journal, e.ledger_account_id, p_unit, e.amount from ledger_correction_entry e
   where e.correction_no = correction;
  perform desk.note('journal', journal::text, jsonb_build_object('correction', correction, 'unit', p_unit,
    'entries', p_entries, 'channel', p_channel, 'corrects', nullif(p_corrects, 0)));
end $$;

do $$
begin
  revoke execute on function desk.correct_books(text, jsonb, text, bigint) from public;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant execute on function desk.correct_books(text, jsonb, text, bigint) to hc_desk;
  end if;
end $$;
