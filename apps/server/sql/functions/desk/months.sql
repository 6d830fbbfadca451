-- Closed months.

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
