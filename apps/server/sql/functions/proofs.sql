-- Digests of the shop's history, by which a copy of the database proves to be the shop; what is known of backups; and
-- deleted players whom a restore brought back. Decisions 720 to 724.

-- What is digested of each table: only columns that a trigger freezes, and never a name, which a deletion may change.
-- `n`: the number that is summed. `day`: the moment by which a row belongs to a day. A stored digest was made by these
-- lines, so a line is never changed: what a table has new gets a line of its own.
create or replace function desk.digest_sources() returns table (tbl text, source text, day text, n text, frozen text)
language sql immutable as $$
  values
    ('journals', 'ledger_journal x', 'x.created_at', 'x.basic_points + x.present_points',
      'journal_id,reason,source_id,order_no,account_id,basic_points,present_points,created_at,channel_code'),
    ('entries', 'ledger_entry x', 'x.journal_id', 'x.amount', 'journal_id,ledger_account_id,unit,amount'),
    ('corrections', 'ledger_correction x', 'x.at', 'x.correction_no',
      'correction_no,corrects,channel_code,approval_no,at'),
    ('order_events', 'order_event x', 'x.at', 'x.to_status', 'event_id,order_no,from_status,to_status,cause,at'),
    ('refund_events', 'refund_event x', 'x.at', 'x.part', 'refund_event_id,order_no,from_state,to_state,at,txn,part'),
    ('captures', 'capture x', 'x.at', 'x.amount_cents',
      'channel_code,txn,order_no,amount_cents,currency,outcome,source,at,booked,tax_minor'),
    ('settlements', 'refund_settlement x', 'x.at', 'x.amount_cents',
      'refund_settlement_id,channel_code,txn,order_no,amount_cents,at,how'),
    ('dispute_events', 'dispute_event x', 'x.at', '1', 'channel_code,dispute_id,event_id,stage,at'),
    ('redemptions', 'redemption x', 'x.created_at', 'x.basic_points + x.present_points',
      'number,campaign_id,account_id,basic_points,present_points,created_at'),
    ('documents', 'document x', 'x.issued_at', 'x.gross_minor',
      'series,number,due_id,kind,order_no,of_series,of_number,currency,gross_minor,tax_minor,rate_ppm,tax_country,'
        || 'sold_at,issued_at,hash,prev_hash'),
    ('audit', 'desk.audit x', 'x.at', 'x.seq', 'seq,at,prev,hash')
$$;

-- The digest of a table's rows of a span. Each row's hash is added up in two halves, so the order of rows plays no part
-- and a day of millions of rows is one pass. Texts of times and bytes depend on settings, so both enter as numbers and
-- hexadecimals.
create or replace function desk.digest(
  p_tbl text, p_from timestamptz, p_to timestamptz, out n bigint, out sum numeric, out hash text
) language plpgsql stable as $$
declare
  s record; shown text; span text := '%1$s >= $1 and %1$s < $2';
begin
  if p_tbl = 'audit_head' then
    select a.seq, 0, encode(a.hash, 'hex') into n, sum, hash from desk.audit a where a.at < p_to
     order by a.at desc, a.seq desc limit 1;
    n := coalesce(n, 0); sum := 0; hash := coalesce(hash, '');
    return;
  elsif p_tbl = 'document_heads' then
    select count(*), coalesce(sum(h.number), 0), encode(sha256(convert_to(coalesce(
        string_agg(h.series || ' ' || h.number || ' ' || encode(h.hash, 'hex'), ',' order by h.series collate "C"), ''),
        'UTF8')), 'hex') into n, sum, hash
      from document_series v, lateral (select d.series, d.number, d.hash from document d
        where d.series = v.series and d.issued_at < p_to order by d.number desc limit 1) h;
    return;
  end if;
  select * into strict s from desk.digest_sources() x where x.tbl = p_tbl;
  select string_agg(case
      when f.name in ('at', 'created_at', 'sold_at', 'issued_at')
        then format('(extract(epoch from x.%I) * 1000000)::bigint', f.name)
      when f.name in ('hash', 'prev_hash', 'prev') then format('encode(x.%I, ''hex'')', f.name)
      else format('x.%I', f.name) end, ', ' order by f.at) into shown
    from unnest(string_to_array(s.frozen, ',')) with ordinality f (name, at);
  -- Numbers of a day's journals are a range of their key; by the times alone, the planner would read all entries.
  if s.day = 'x.journal_id' then
    span := 'x.journal_id in (select j.journal_id from ledger_journal j where j.created_at >= $1 and j.created_at < $2)
      and x.journal_id between (select min(j.journal_id + 0) from ledger_journal j
          where j.created_at >= $1 and j.created_at < $2)
        and (select max(j.journal_id + 0) from ledger_journal j where j.created_at >= $1 and j.created_at < $2)';
  end if;
  execute format('select count(*), coalesce(sum(r.n), 0), coalesce(sum((''x'' || left(r.h, 16))::bit(64)::bigint), 0)
      || '' '' || coalesce(sum((''x'' || substr(r.h, 17, 16))::bit(64)::bigint), 0)
    from (select (%s)::numeric as n, encode(sha256(convert_to((row(%s))::text, ''UTF8'')), ''hex'') as h
      from %s where %s offset 0) r', s.n, shown, s.source, format(span, s.day)) into n, sum, hash using p_from, p_to;
  hash := encode(sha256(convert_to(n || ' ' || sum || ' ' || hash, 'UTF8')), 'hex');
end $$;

-- The names of all digests of a span.
create or replace function desk.digest_names() returns setof text language sql immutable as $$
  select s.tbl from desk.digest_sources() s union all values ('audit_head'), ('document_heads')
$$;

create or replace function desk.day_start(p_day date) returns timestamptz language sql immutable as $$
  select p_day::timestamp at time zone 'UTC'
$$;

-- The day (UTC) on which this shop's history begins; null: it has none.
create or replace function desk.first_day() returns date language sql stable as $$
  select (least((select j.created_at from ledger_journal j order by j.journal_id limit 1),
    (select a.at from desk.audit a order by a.seq limit 1),
    (select o.created_at from orders o order by o.order_no limit 1)) at time zone 'UTC')::date
$$;

-- Writes the digests of the days that have ended and have none, at most p_limit days, and gives how many it wrote. A
-- row's time is that of its transaction, and none runs for ten minutes. The demo's history writes past days.
create or replace function desk.write_day_digests(p_limit int) returns int language plpgsql as $$
declare
  d date := (select max(x.day) + 1 from day_digest x);
  last date := ((app_now() - interval '10 minutes') at time zone 'UTC')::date - 1;
  written int := 0;
begin
  if exists (select 1 from demo_history h where h.done_at is null) then return 0; end if;
  d := coalesce(d, desk.first_day());
  while d <= last and written < p_limit loop
    insert into day_digest (day, tbl, n, sum, hash, noted_at)
    select d, t, x.n, x.sum, x.hash, app_now()
      from desk.digest_names() t, lateral desk.digest(t, desk.day_start(d), desk.day_start(d + 1)) x
    on conflict do nothing;
    d := d + 1;
    written := written + 1;
  end loop;
  return written;
end $$;

-- What a copy is compared by: the last seven stored days, one older month in turn, and the time since then up to
-- p_until, computed now. Its rows are older than any transaction that still runs, so they are the same at any time.
create or replace function desk.digests_to_prove(p_until timestamptz) returns jsonb language plpgsql stable as $$
declare
  last date := (select max(d.day) from day_digest d where desk.day_start(d.day + 1) <= p_until);
  months date[]; month date; since timestamptz; found jsonb;
begin
  select array_agg(distinct date_trunc('month', d.day)::date) into months from day_digest d where d.day <= last - 7;
  month := months[1 + (extract(epoch from p_until)::bigint / 86400 % array_length(months, 1))::int];
  select jsonb_agg(jsonb_build_object('from', extract(epoch from desk.day_start(d.day)), 'to',
      extract(epoch from desk.day_start(d.day + 1)), 'tbl', d.tbl, 'n', d.n, 'sum', d.sum::text, 'hash', d.hash)
      order by d.day, d.tbl) into found
    from day_digest d where d.day <= last and (d.day > last - 7 or date_trunc('month', d.day) = month);
  since := desk.day_start(coalesce(last + 1, desk.first_day()));
  return coalesce(found, '[]') || coalesce((select jsonb_agg(jsonb_build_object('from', extract(epoch from since), 'to',
      extract(epoch from p_until), 'tbl', t, 'n', x.n, 'sum', x.sum::text, 'hash', x.hash))
    from desk.digest_names() t, lateral desk.digest(t, since, p_until) x where since < p_until), '[]');
end $$;

-- The digests of another database that these rows do not have: [{from, to, tbl, n, has}].
create or replace function desk.digests_that_differ(p_digests jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('from', g."from", 'to', g."to", 'day',
      to_char(to_timestamp(g."from") at time zone 'UTC', 'YYYY-MM-DD'), 'tbl', g.tbl, 'n', g.n, 'has', x.n, 'sum',
      g.sum, 'hash', g.hash) order by g."from", g.tbl), '[]')
    from jsonb_to_recordset(p_digests) g ("from" numeric, "to" numeric, tbl text, n bigint, sum text, hash text),
      lateral desk.digest(g.tbl, to_timestamp(g."from"), to_timestamp(g."to")) x
   where (x.n, x.sum, x.hash) is distinct from (g.n, g.sum::numeric, g.hash)
$$;

-- Notes the result of a proof: {backup, place, taken, seconds, bytes, until, equal, detail}; times in seconds.
create or replace function desk.note_proof(p_proof jsonb) returns void language sql as $$
  insert into desk.backup_proof (backup, place, taken_at, proved_at, seconds, bytes, last_moment, equal, detail)
  select x.backup, x.place, to_timestamp(x.taken), app_now(), x.seconds, x.bytes, to_timestamp(x."until"), x.equal,
      left(x.detail, 500)
    from jsonb_to_record(p_proof) x (backup text, place text, taken numeric, seconds int, bytes bigint, "until" numeric,
      equal boolean, detail text)
$$;

-- Notes how the place of the backups was found: {place, waiting, since, deletes}. A look that did not try to delete
-- keeps what the last try found.
create or replace function desk.note_place(p_place jsonb) returns void language sql as $$
  insert into desk.backup_place as p (place, seen_at, waiting, waits_since, deletes)
  select x.place, app_now(), x.waiting, to_timestamp(x.since), x.deletes
    from jsonb_to_record(p_place) x (place text, waiting int, since numeric, deletes boolean)
  on conflict (one) do update set place = excluded.place, seen_at = excluded.seen_at, waiting = excluded.waiting,
    waits_since = excluded.waits_since,
    deletes = coalesce(excluded.deletes, case when p.place = excluded.place then p.deletes end)
$$;

-- Notes that the owner's key opened a backup.
create or replace function desk.note_backup_key(p_backup text, p_by text) returns void language plpgsql as $$
begin
  perform desk.act('cli:' || p_by, 'backup.key_opened', '', '', '', '', '');
  insert into desk.backup_key (backup, opened_at, opened_by) values (p_backup, clock_timestamp(), p_by);
  perform desk.note('backup', p_backup);
end $$;

-- The keyed hashes of the players that were deleted after a moment, as a restore needs them: `seconds hash`, the first
-- 5,000.
create or replace function forgotten(p_after timestamptz) returns setof text language sql stable as $$
  select extract(epoch from a.deleted_at) || ' ' || encode(a.fingerprint, 'hex') from account a
   where a.deleted_at > p_after and a.fingerprint is not null order by a.deleted_at, a.account_id limit 5000
$$;

-- Deletes what still names the players of forget_due. It gives how many still wait, for an order in progress.
create or replace function forget_due() returns int language plpgsql as $$
declare
  d record; waiting int := 0;
begin
  for d in select f.account_id from forget_due f order by f.account_id loop
    if forget_account(d.account_id, 'gone-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 24)) = 'open' then
      update account set disabled = true where account_id = d.account_id and not disabled;
      waiting := waiting + 1;
    else
      delete from forget_due where account_id = d.account_id;
    end if;
  end loop;
  return waiting;
end $$;

-- After a restore: deletes players again who had been deleted, by their keyed hashes. Decision 724.
create or replace function forget_again(p_hashes text[], out brought_back int, out waiting int) language plpgsql as $$
begin
  insert into forget_due (account_id, asked_at)
  select a.account_id, app_now() from account a
   where a.deleted_at is null and encode(fingerprint_of(a.uid), 'hex') = any(p_hashes)
  on conflict do nothing;
  select count(*) into brought_back from forget_due;
  waiting := forget_due();
end $$;
