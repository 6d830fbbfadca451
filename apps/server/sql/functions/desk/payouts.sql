-- Payouts of gateways: the matching of their lines, and how they are booked.

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
