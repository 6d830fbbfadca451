-- The ledger at the desk: balances, and journals by hand, which correct accounts that no order, player or delivery
-- explains. Decision 343.

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

-- Each account's balance at a moment, by unit; the gateway account's also by channel. A balance of now is the sum of
-- all daily totals, and of journals that no total has yet. An earlier one is the sum of the daily totals before that
-- day, of their journals that no total has yet, and of that day's journals up to the moment. Decision 360.
create or replace function desk.balances_by_channel(p_at timestamptz) returns table (
  account text, unit text, channel_code text, amount bigint
) language plpgsql stable as $$
declare
  day date := (p_at at time zone 'UTC')::date;
  done bigint := (select m.done_id from desk.total_mark m);
begin
  -- `execute` makes a plan for these values. A generic plan reads every journal.
  if p_at > app_now() then
    return query execute $q$select x.account, x.unit, x.channel_code, sum(x.amount)::bigint from (
        select d.account, d.unit, d.channel_code, d.amount from desk.ledger_day d
        union all select s.account, s.unit, s.channel_code, s.amount
          from desk.ledger_sums($1, 9223372036854775807) s) x group by 1, 2, 3$q$ using done;
    return;
  end if;
  return query execute $q$select x.account, x.unit, x.channel_code, sum(x.amount)::bigint from (
      select d.account, d.unit, d.channel_code, d.amount from desk.ledger_day d where d.day < $1
      union all select s.account, s.unit, s.channel_code, s.amount
        from desk.ledger_sums($2, 9223372036854775807, '-infinity', $3) s
      union all select s.account, s.unit, s.channel_code, s.amount
        from desk.ledger_sums(0, 9223372036854775807, $3, $4) s) x
    group by 1, 2, 3$q$
    using day, done, day::timestamp at time zone 'UTC', p_at;
end $$;

-- Each account's balance at a moment, by unit. The wallets of all players are one account, and so are their debts.
create or replace function desk.balances(p_at timestamptz) returns table (account text, unit text, amount bigint)
language sql stable as $$
  select b.account, b.unit, sum(b.amount)::bigint from desk.balances_by_channel(p_at) b group by 1, 2 order by 1, 2
$$;

-- The same balances for a close, summed from the entries: the totals of the last close before it, and all entries
-- since.
create or replace function desk.closing_balances(p_at timestamptz) returns table (
  account text, unit text, amount bigint
) language sql stable as $$
  with base as (select c.until, c.totals from desk.period_close c where c.until <= p_at order by c.until desc limit 1),
  since as (
    select case l.kind when 'system' then l.name else l.kind end as account, l.unit, e.amount
      from ledger_journal j join ledger_entry e using (journal_id) join ledger_account l using (ledger_account_id)
     where j.created_at >= coalesce((select b.until from base b), '-infinity') and j.created_at < p_at),
  closed as (
    select split_part(t.key, ' ', 1) as account, split_part(t.key, ' ', 2) as unit, t.value::bigint as amount
      from base b, jsonb_each_text(b.totals) t)
  select x.account, x.unit, sum(x.amount)::bigint from (select * from since union all select * from closed) x
   group by 1, 2 order by 1, 2
$$;

-- Accounts whose daily totals differ from their journals, up to the mark. For the doctor; no row where all agree.
create or replace function ledger_days_fault() returns table (account text, unit text, days bigint, entries bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(d.account, s.account), coalesce(d.unit, s.unit), coalesce(d.amount, 0)::bigint,
      coalesce(s.amount, 0)::bigint
    from (select account, unit, sum(amount) as amount from desk.ledger_day group by 1, 2) d
    full join (select account, unit, sum(amount) as amount
      from desk.ledger_sums(0, (select m.done_id from desk.total_mark m)) group by 1, 2) s
      on s.account = d.account and s.unit = d.unit
   where coalesce(d.amount, 0) <> coalesce(s.amount, 0)
$$;

-- The number of the first journal at or after a moment; null where there is none. Numbers grow with time, apart from
-- some seconds, so a binary search finds it by about twenty look-ups. An index on the time would cost each payment an
-- index entry. Decision 394.
create or replace function desk.journal_since(p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  least bigint; most bigint; middle bigint; found_id bigint; found_at timestamptz;
begin
  select min(journal_id), max(journal_id) into least, most from ledger_journal;
  if least is null then return null; end if;
  select created_at into found_at from ledger_journal where journal_id = most;
  if found_at < p_at then return null; end if;
  while least < most loop
    middle := (least + most) / 2;
    select journal_id, created_at into found_id, found_at from ledger_journal
     where journal_id > middle order by journal_id limit 1;
    if found_at < p_at then least := found_id;
    else
      select created_at into found_at from ledger_journal where journal_id <= middle order by journal_id desc limit 1;
      if found_at < p_at then return found_id; end if;
      most := middle;
    end if;
  end loop;
  return least;
end $$;
