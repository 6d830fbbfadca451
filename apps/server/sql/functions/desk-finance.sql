-- The ledger at the desk: balances, gateway payouts, and closed months.

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

-- Closes a month of the books. The zone of the books stays the same for all months. Journals are dated when they are
-- written, so an hour after its end no journal can fall into the month. Refusals: closed, not_over, gap (an earlier
-- month is open), zone (not the zone of the earlier months).
create or replace function desk.close_period(
  p_month date, p_zone text, p_by bigint, out refusal text, out hash bytea
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last desk.period_close;
  ends timestamptz := (p_month + interval '1 month')::timestamp at time zone p_zone;
  sums jsonb;
  head record;
begin
  lock table desk.period_close in share row exclusive mode;
  select * into last from desk.period_close c order by c.month desc limit 1;
  if exists (select 1 from desk.period_close c where c.month = p_month) then refusal := 'closed'; return; end if;
  if app_now() < ends + interval '1 hour' then refusal := 'not_over'; return; end if;
  if last.month is not null and last.month + interval '1 month' <> p_month then refusal := 'gap'; return; end if;
  if last.zone <> p_zone then refusal := 'zone'; return; end if;
  select jsonb_object_agg(b.account || ' ' || b.unit, b.amount) into sums from desk.closing_balances(ends) b;
  sums := coalesce(sums, '{}');
  hash := sha256(convert_to(p_month || ' ' || p_zone || ' ' || sums::text, 'UTF8'));
  select a.seq, a.hash into head from desk.audit a order by a.seq desc limit 1;
  insert into desk.period_close (month, zone, until, totals, hash, audit_seq, audit_hash, closed_by, closed_at)
  values (p_month, p_zone, ends, sums, hash, coalesce(head.seq, 0), coalesce(head.hash, '\x'), p_by, app_now());
end $$;

-- Closed months whose stored totals or hashes no longer fit. For the doctor; no row where all fit.
create or replace function closed_totals_fault() returns table (month date, why text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  c desk.period_close;
  sums jsonb := '{}';
  since timestamptz := '-infinity';
begin
  for c in select * from desk.period_close p order by p.month loop
    select coalesce(jsonb_object_agg(x.key, x.amount), '{}') into sums from (
      select y.key, sum(y.amount)::bigint as amount from (
        select case l.kind when 'system' then l.name else l.kind end || ' ' || l.unit as key, e.amount
          from ledger_journal j join ledger_entry e using (journal_id) join ledger_account l using (ledger_account_id)
         where j.created_at >= since and j.created_at < c.until
        union all select t.key, t.value::bigint from jsonb_each_text(sums) t) y group by 1) x;
    month := c.month;
    why := case
      when sums <> c.totals then 'the journals of the month give other totals'
      when c.hash <> sha256(convert_to(c.month || ' ' || c.zone || ' ' || c.totals::text, 'UTF8'))
        then 'the totals do not have their hash'
      when exists (select 1 from desk.audit a where a.seq = c.audit_seq and a.hash <> c.audit_hash)
        then 'the audit does not have the hash that was kept' end;
    if why is not null then return next; end if;
    since := c.until;
  end loop;
end $$;

-- The lines of a payout, each compared with our books: matched, amount (ours differs), currency (ours differs),
-- unknown.
create or replace function desk.settled_lines(p_channel text, p_payout text) returns table (
  kind text, reference text, gross_cents bigint, fee_cents bigint, state text, order_no text
) language sql stable as $$
  select s.kind, s.reference, s.gross_cents, s.fee_cents,
      case when s.kind = 'fee' then 'matched' when coalesce(c.txn, r.refund_txn) is null then 'unknown'
        when s.currency <> coalesce(c.currency, k.currency) then 'currency'
        when s.gross_cents <> coalesce(c.amount_cents, -r.amount_cents) then 'amount' else 'matched' end,
      coalesce(c.order_no, r.order_no, '')
    from desk.settlement_line s
    left join capture c on s.kind = 'capture' and c.channel_code = s.channel_code and c.txn = s.reference
      and was_booked(c)
    left join (gateway_refund r join capture k on k.channel_code = r.channel_code and k.txn = r.txn)
      on s.kind = 'refund' and r.channel_code = s.channel_code and r.refund_txn = s.reference and r.applied
      and was_booked(k)
   where s.channel_code = p_channel and s.payout_id = p_payout
   order by s.kind, s.reference
$$;

-- The fees of a payout that one person may book, in minor units: none below zero, but for fees that were booked before
-- and come back; and at most 30 % of the money that moved, and 50 for each line (a gateway's fixed part). Decision 564.
create or replace function desk.usual_fees(p_channel text, p_payout text, out low bigint, out high bigint)
language sql stable as $$
  select -coalesce((select sum(p.fee_cents) from payout p where p.channel_code = p_channel
        and p.currency = max(s.currency)), 0)::bigint,
      (coalesce(sum(abs(s.gross_cents)) * 30 / 100, 0) + 50 * count(*) filter (where s.kind <> 'fee'))::bigint
    from desk.settlement_line s where s.channel_code = p_channel and s.payout_id = p_payout
$$;

-- Books a payout, once. Money moves from the gateway account to the bank and to fees. Each of its captures and refunds
-- is used up. Fees beyond the usual ones need two people. Refusals: nothing (the payout has no line), unmatched (a line
-- does not match our books), used (another payout has one of its lines), booked.
create or replace function desk.book_payout(
  p_channel text, p_payout text, out refusal text, out net bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gross bigint; fee bigint; paid timestamptz; j bigint; unit text;
begin
  -- An import of a line of this payout waits for this lock, or has it first.
  perform pg_advisory_xact_lock(hashtextextended('payout ' || p_channel || ' ' || p_payout, 0));
  if exists (select 1 from payout p where p.channel_code = p_channel and p.payout_id = p_payout) then
    refusal := 'booked'; return;
  end if;
  select sum(s.gross_cents), sum(s.fee_cents), max(s.paid_at), max(s.currency) into gross, fee, paid, unit
    from desk.settlement_line s
   where s.channel_code = p_channel and s.payout_id = p_payout;
  if paid is null then refusal := 'nothing'; return; end if;
  if not currency_has_books(unit) then refusal := 'unmatched'; return; end if;
  if exists (select 1 from desk.settled_lines(p_channel, p_payout) l where l.state <> 'matched') then
    refusal := 'unmatched'; return;
  end if;
  if exists (select 1 from desk.settlement_line s join payout_line l using (channel_code, kind, reference)
     where s.channel_code = p_channel and s.payout_id = p_payout) then
    refusal := 'used'; return;
  end if;
  if exists (select 1 from desk.usual_fees(p_channel, p_payout) u where fee < u.low or fee > u.high) then
    perform desk.must_be_agreed('ledger.correct');
  end if;
  net := gross - fee;
  insert into payout_line (channel_code, kind, reference, payout_id)
  select s.channel_code, s.kind, s.reference, s.payout_id from desk.settlement_line s
   where s.channel_code = p_channel and s.payout_id = p_payout and s.kind <> 'fee';
  insert into payout (channel_code, payout_id, paid_at, gross_cents, fee_cents, currency, booked_by, booked_at)
  values (p_channel, p_payout, paid, gross, fee, unit, desk.said('actor'), app_now());
  if gross = 0 and fee = 0 then return; end if;
  insert into ledger_journal (reason, source_id, channel_code, created_at)
  values ('payout', p_channel || ':' || p_payout, p_channel, app_now()) returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, system_account(v.kind, unit), unit, v.amount
    from (values ('gateway', -gross), ('bank', net), ('fees', fee)) v (kind, amount) where v.amount <> 0;
end $$;

-- Takes back an imported payout that nobody booked. A booked one stays: its journal is corrected instead. p_lines: the
-- number of lines that the person saw. Refusals: booked, nothing (there is no such payout), changed (another number of
-- lines). Decision 586.
create or replace function desk.discard_payout(
  p_channel text, p_payout text, p_lines int, out refusal text, out gross bigint, out fee bigint, out unit text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  there int;
begin
  -- An import of a line of this payout, or its booking, waits for this lock, or has it first.
  perform pg_advisory_xact_lock(hashtextextended('payout ' || p_channel || ' ' || p_payout, 0));
  if exists (select 1 from payout p where p.channel_code = p_channel and p.payout_id = p_payout) then
    refusal := 'booked'; return;
  end if;
  select count(*), sum(s.gross_cents), sum(s.fee_cents), max(s.currency) into there, gross, fee, unit
    from desk.settlement_line s where s.channel_code = p_channel and s.payout_id = p_payout;
  if there = 0 then refusal := 'nothing'; return; end if;
  if there <> p_lines then refusal := 'changed'; return; end if;
  delete from desk.settlement_line s where s.channel_code = p_channel and s.payout_id = p_payout;
end $$;

do $$
begin
  revoke execute on function desk.close_period(date, text, bigint), desk.book_payout(text, text),
    desk.discard_payout(text, text, int) from public;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant execute on function desk.close_period(date, text, bigint), desk.book_payout(text, text),
      desk.discard_payout(text, text, int) to hc_desk;
  end if;
end $$;

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
