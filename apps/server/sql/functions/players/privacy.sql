-- Deletion of a player's data; records that the law requires stay under a pseudonym.

-- A keyed hash of a uid. Nothing else of the uid is kept after the player's data were deleted.
create or replace function fingerprint_of(p_uid text) returns bytea language sql stable as $$
  select sha256(k.key || sha256(k.key || convert_to(p_uid, 'UTF8'))) from fingerprint_key k
$$;

-- An account, and those that its player had before their data were deleted.
create or replace function lives_of(p_account bigint) returns setof bigint language sql stable as $$
  select p_account union all select a.account_id from account a where a.back_as = p_account
$$;

-- Moves the points that p_from owes to p_to: they come out of p_to's wallet as far as it reaches, and the rest becomes
-- p_to's debt. Rows are locked in id order. Decision 165.
create or replace function carry_debts(p_from bigint, p_to bigint) returns void language plpgsql as $$
declare
  fb bigint; fp bigint; wb bigint; wp bigint; db bigint; dp bigint; owed_b bigint; owed_p bigint; tb bigint; tp bigint;
  j bigint; a record;
begin
  for a in select ledger_account_id as id, account_id, kind, unit, balance from ledger_account
            where account_id in (p_from, p_to) order by ledger_account_id for update loop
    if a.account_id = p_from then
      if a.kind = 'debt' and a.unit = 'HCB' then fb := a.id; owed_b := -a.balance;
      elsif a.kind = 'debt' then fp := a.id; owed_p := -a.balance; end if;
    elsif a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id; tb := a.balance;
    elsif a.kind = 'wallet' then wp := a.id; tp := a.balance;
    elsif a.unit = 'HCB' then db := a.id;
    else dp := a.id; end if;
  end loop;
  if owed_b + owed_p = 0 then return; end if;
  tb := least(tb, owed_b); tp := least(tp, owed_p);
  -- The source is the journal that last increased the debt, so one debt is never moved twice.
  insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
  values ('debt_carried', p_from || ':' || (select max(e.journal_id) from ledger_entry e
    where e.ledger_account_id in (fb, fp) and e.ledger_account_id >= 1000),
    p_to, -owed_b, -owed_p, app_now()) returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (fb, 'HCB', owed_b), (fp, 'HCP', owed_p), (wb, 'HCB', -tb), (wp, 'HCP',
    -tp),
    (db, 'HCB', tb - owed_b), (dp, 'HCP', tp - owed_p)) v (id, unit, amount) where v.amount <> 0;
end $$;

-- Runs when the game makes an account again for a uid whose data were deleted. The player's debts and limits come back.
-- Triggers run in the order of their names, so open_wallet has made the wallet before.
create or replace function player_is_back() returns trigger language plpgsql as $$
declare
  g record;
begin
  update account set back_as = new.account_id where fingerprint = fingerprint_of(new.uid);
  if not found then return null; end if;
  perform lock_wallets(array_agg(a.account_id)) from account a where a.back_as = new.account_id;
  for g in select a.account_id from account a where a.back_as = new.account_id order by a.account_id loop
    perform carry_debts(g.account_id, new.account_id);
  end loop;
  return null;
end $$;

-- What delays the deletion of a player's data, null where nothing does: `order` (it can be paid, is being delivered, or
-- is held), `payment` (the order ended unpaid, and its gateway is still asked about late money), `news` (a webhook that
-- is not worked yet), `refund` (money that has not gone back), `item` (it is on its way to the game or back).
-- Decision 166.
create or replace function leaving_waits_for(p_account bigint, p_uid text) returns text language sql stable as $$
  select case
    when exists (select 1 from orders o where o.account_id = p_account and (o.status = 2
        or (o.status = 1 and (o.channel_code <> 'hcpoint' or o.expires_at > app_now()))
        -- Money of a wrong amount is the case `refund` below. Once it has gone back, it delays nothing.
        or (o.hold_reason <> 'amount_mismatch' and o.hold_note is null))) then 'order'
    when exists (select 1 from orders o where o.account_id = p_account and o.status in (3, 6)
        and o.channel_code <> 'hcpoint' and o.next_check_at is not null
        -- Without an end, an order of a channel that is no longer configured would be asked about for ever.
        and o.expires_at > app_now() - interval '60 days') then 'payment'
    -- One condition for each state lets each use its index. One condition on both states would read every webhook.
    when exists (select 1 from inbox i join orders o on o.order_no = order_of(i) and o.channel_code = i.channel_code
       where i.state = 'new' and i.kind <> 'ignored' and o.account_id = p_account)
      or exists (select 1 from inbox i join orders o on o.order_no = order_of(i) and o.channel_code = i.channel_code
       where i.state = 'parked' and i.kind <> 'ignored' and o.account_id = p_account) then 'news'
    when exists (select 1 from orders o join outbox b using (order_no) where o.account_id = p_account
      and b.kind = 'refund'
        and b.state not in ('confirmed', 'cancelled'))
      or exists (select 1 from orders o join refund_failure f on f.order_no = o.order_no
         join capture c on c.channel_code = f.channel_code and c.txn = f.txn
       where o.account_id = p_account and f.reversed and money_owed(c) > 0) then 'refund'
    when exists (select 1 from outbox b where b.kind in ('deliver', 'recall') and b.state in ('pending', 'unknown')
        and b.payload->>'uid' = p_uid and b.created_at > app_now() - interval '80 hours') then 'item'
  end
$$;

-- Whether a text contains one of the words: as a word of its own, or anywhere where the script has no spaces (Chinese,
-- Thai).
create or replace function names_one(p_text text, p_words text[]) returns boolean language sql immutable as $$
  select exists (select 1 from unnest(p_words) w where w <> '' and case when w ~ '^[[:ascii:]]+$'
    then p_text ~* ('(^|[^[:alnum:]])' || regexp_replace(w, '([^[:alnum:]])', '\\\1', 'g') || '($|[^[:alnum:]])')
    else position(lower(w) in lower(p_text)) > 0 end)
$$;

-- The text, or "(removed)" where it contains one of the words.
create or replace function unnamed(p_text text, p_words text[]) returns text language sql immutable as $$
  select case when names_one(p_text, p_words) then '(removed)' else p_text end
$$;

-- The same for JSON.
create or replace function unnamed(p_json jsonb, p_words text[]) returns jsonb language sql immutable as $$
  select case when names_one(p_json::text, p_words) then '"(removed)"'::jsonb else p_json end
$$;

-- Removes a player's names from what operators, games and gateways wrote about the player's orders, redemptions and
-- rebates. It runs as the tables' owner, because the shop's own role may not change history. Decision 169.
create or replace function forget_words(p_numbers text[], p_words text[], p_pseudonym text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The audit gets no line about what is removed here.
  perform set_config('desk.told', 'on', true);
  update outbox_try set detail = unnamed(detail, p_words)
   where order_no = any(p_numbers) and names_one(detail, p_words);
  update desk.remark set text = unnamed(text, p_words), ticket = unnamed(ticket, p_words)
   where kind = 'order' and target = any(p_numbers) and names_one(concat_ws(' ', text, ticket), p_words);
  update outbox set detail = unnamed(detail, p_words),
    proof = case when names_one(proof, p_words) then p_pseudonym else proof end,
    payload = case when not payload ? 'uid' then payload
      when names_one(payload->>'grant_id', p_words) then payload || jsonb_build_object('uid', p_pseudonym, 'grant_id',
        p_pseudonym)
      else payload || jsonb_build_object('uid', p_pseudonym) end
   where outbox_id in (select 'dlv_' || n from unnest(p_numbers) n
     union all select b.outbox_id from outbox b where b.order_no = any(p_numbers) and b.kind <> 'deliver');
  update inbox set raw = '', detail = unnamed(detail, p_words), outcome_note = unnamed(outcome_note, p_words),
      payer_country = null
   where order_no = any(p_numbers) and state = 'done'
     and (raw <> '' or detail is not null or payer_country is not null);
  update orders set hold_note = '' where order_no = any(p_numbers) and names_one(hold_note, p_words);
  update refund_request set reason = unnamed(reason, p_words), detail = unnamed(detail, p_words)
   where order_no = any(p_numbers) and names_one(concat_ws(' ', reason, detail), p_words);
  update refund_event set detail = '(removed)' where order_no = any(p_numbers) and names_one(detail, p_words);
  update refund_failure set reason = '(removed)' where order_no = any(p_numbers) and names_one(reason, p_words);
  update refund_settlement set note = unnamed(note, p_words), reference = unnamed(reference, p_words)
   where order_no = any(p_numbers) and names_one(concat_ws(' ', note, reference), p_words);
  update refund_part set reason = unnamed(reason, p_words), detail = unnamed(detail, p_words)
   where order_no = any(p_numbers) and names_one(concat_ws(' ', reason, detail), p_words);
  update operator_action set note = '(removed)' where order_no = any(p_numbers) and names_one(note, p_words);
  update dispute set reason = '(removed)' where order_no = any(p_numbers) and names_one(reason, p_words);
  update desk.dispute_work w set text = unnamed(w.text, p_words),
    files = case when names_one(w.files::text, p_words) then '[]' else w.files end
    from dispute d where d.order_no = any(p_numbers) and d.channel_code = w.channel_code
     and d.dispute_id = w.dispute_id and names_one(concat_ws(' ', w.text, w.files::text), p_words);
  update reconcile_finding set detail = unnamed(detail, p_words)
   where order_no = any(p_numbers) and names_one(detail::text, p_words);
end $$;
-- A JSON value whose texts are covered where they contain one of the words. A text that is the uid becomes the
-- pseudonym.
create or replace function desk.covered(p_json jsonb, p_uid text, p_words text[], p_pseudonym text) returns jsonb
language plpgsql immutable as $$
begin
  return case jsonb_typeof(p_json)
    when 'string' then case when p_json #>> '{}' = p_uid then to_jsonb(p_pseudonym)
      else to_jsonb(unnamed(p_json #>> '{}', p_words)) end
    when 'array' then coalesce((select jsonb_agg(desk.covered(e.value, p_uid, p_words, p_pseudonym) order by e.n)
      from jsonb_array_elements(p_json) with ordinality e (value, n)), '[]')
    when 'object' then coalesce((select jsonb_object_agg(e.key, desk.covered(e.value, p_uid, p_words, p_pseudonym))
      from jsonb_each(p_json) e), '{}')
    -- A game may use numbers as uids.
    else case when p_json::text = p_uid then to_jsonb(p_pseudonym) else p_json end end;
end $$;

-- Covers the names in the audit's lines about these targets. A covered line keeps its place and its hash, and a new
-- line says which lines were covered and what each says now, so nobody changes a line in this way unseen. It runs last,
-- as every line of the audit. Decision 569.
create or replace function desk.cover_audit(
  p_targets text[], p_uid text, p_words text[], p_pseudonym text
) returns void language plpgsql as $$
declare
  r record; content jsonb; hashes jsonb := '{}';
begin
  for r in with recursive kinds as (
      select min(a.kind) as kind from desk.audit a
      union all select (select min(a.kind) from desk.audit a where a.kind > k.kind) from kinds k
       where k.kind is not null)
    select a.seq, a.line from kinds k join desk.audit a on a.kind = k.kind and a.target = any(p_targets)
     order by a.seq loop
    content := (select jsonb_object_agg(e.key, case when e.key in ('target', 'before', 'after', 'reason')
        then desk.covered(e.value, p_uid, p_words, p_pseudonym) else e.value end) from jsonb_each(r.line::jsonb) e);
    continue when content = r.line::jsonb;
    update desk.audit a set line = content::text, target = content ->> 'target' where a.seq = r.seq;
    hashes := hashes || jsonb_build_object(r.seq::text, encode(sha256(convert_to(content::text, 'UTF8')), 'hex'));
  end loop;
  if hashes <> '{}' then
    perform desk.append_audit('job:privacy', 'player/forget', 'audit', 'covered', null, hashes);
  end if;
end $$;

-- Keeps what the desk has about a player under the pseudonym, without the player's names: remarks, requests with their
-- votes, reasons of withdrawals, saved lists, claims, and the audit. A request that still waits ends. What staff wrote
-- about somebody or something else is not searched. Decision 569.
create or replace function forget_at_desk(
  p_account bigint, p_uid text, p_numbers text[], p_words text[], p_pseudonym text
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  about text[]; requests bigint[];
begin
  -- The shop's login covers nothing but what is about a player whose data are deleted.
  if not exists (select 1 from account a where a.account_id = p_account and a.deleted_at is not null
      and a.uid = p_pseudonym and a.fingerprint = fingerprint_of(p_uid))
    or exists (select 1 from unnest(p_numbers) n where not exists (select 1 from orders o
        where o.account_id = p_account and o.order_no = n)
      and not exists (select 1 from redemption r where r.account_id = p_account and r.number = n)
      and not exists (select 1 from rebate_grant g join orders o using (order_no)
        where o.account_id = p_account and g.number = n)) then
    raise exception 'only what is about a deleted player is covered' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('desk.forgetting', 'on', true);
  about := p_numbers || p_uid || array(select b.outbox_id from outbox b where b.order_no = any(p_numbers))
    || array(select w.number from withdrawal w where w.account_id = p_account or w.order_no = any(p_numbers))
    || array(select f.channel_code || '/' || f.kind || '/' || f.txn from reconcile_finding f
        where f.order_no = any(p_numbers))
    || array(select d.dispute_id from dispute d where d.order_no = any(p_numbers))
    || array(select d.channel_code || ' ' || d.dispute_id from dispute d where d.order_no = any(p_numbers));
  update desk.remark set target = case when kind = 'player' then p_pseudonym else target end,
    text = unnamed(text, p_words), ticket = unnamed(ticket, p_words)
   where target = any(about) and (kind = 'player' or names_one(concat_ws(' ', text, ticket), p_words));
  select array_agg(a.approval_no) into requests from desk.approval a where a.target = any(about)
    or a.kind in ('account', 'player') and a.target = p_account::text;
  update desk.approval a set state = 'stale', ended_at = app_now(), ended_note = 'deleted'
   where a.approval_no = any(requests) and a.state in ('open', 'alone');
  update desk.approval a set target = case when a.target = p_uid then p_pseudonym else a.target end,
    command = c.command, command_hash = sha256(convert_to(c.command, 'UTF8')),
    versions = desk.covered(a.versions, p_uid, p_words, p_pseudonym),
    forecast = desk.covered(a.forecast, p_uid, p_words, p_pseudonym),
    reason = unnamed(a.reason, p_words), ended_note = unnamed(a.ended_note, p_words)
    from (select x.approval_no, case when names_one(x.command, p_words)
      then desk.covered(x.command::jsonb, p_uid, p_words, p_pseudonym)::text else x.command end as command
      from desk.approval x where x.approval_no = any(requests)) c
   where a.approval_no = c.approval_no;
  update desk.approval_vote set note = unnamed(note, p_words)
   where approval_no = any(requests) and names_one(note, p_words);
  update withdrawal_event e set reason = unnamed(e.reason, p_words)
    where e.number = any(about) and names_one(e.reason, p_words);
  update desk.saved_view set query = regexp_replace(query, '=' || regexp_replace(p_uid, '([^[:alnum:]])', '\\\1', 'g')
      || '(&|$)', '=' || p_pseudonym || '\1')
   where position('=' || p_uid in query) > 0;
  delete from desk.task_claim where subject = p_uid or subject = 'player ' || p_uid;
  -- The lines about these changes are written now, and covered with all others.
  set constraints all immediate;
  perform desk.cover_audit(about || ('player ' || p_uid) || p_account::text || requests::text[], p_uid, p_words,
    p_pseudonym);
  perform set_config('desk.forgetting', '', true);
end $$;

-- Deletes what names a player. Orders and books stay under a pseudonym, because the law requires them and disputes are
-- answered from them. Refused (`open`) while leaving_waits_for gives a reason. It locks the account first, then its
-- orders by number, so whoever makes, pays or refunds one of its orders does so wholly before or wholly after.
-- Decision 46.
create or replace function forget_account(p_account bigint, p_pseudonym text) returns text language plpgsql as $$
declare
  a account; words text[]; targets text[]; numbers text[]; ended timestamptz;
begin
  if p_pseudonym not like 'gone-%' then raise exception 'a pseudonym begins with gone-' using errcode = '22023'; end if;
  -- put_game changes accounts and characters. It too runs wholly before or wholly after.
  perform pg_advisory_xact_lock(hashtextextended('put_game', 0));
  select * into a from account where account_id = p_account for update;
  if not found or a.deleted_at is not null then return 'gone'; end if;
  perform 1 from orders where account_id = p_account order by order_no for update;
  if leaving_waits_for(p_account, a.uid) is not null then return 'open'; end if;
  select array_agg(x.target) into targets from (select unnest(array[a.email, a.phone]) as target
    union select v.target from verification_code v where v.account_id = p_account) x where x.target is not null;
  select array_agg(distinct x.word) into words from (select unnest(array[a.uid, a.login, a.email, a.phone]) as word
    union all select unnest(targets)
    union all select r.name from game_role r where r.account_id = p_account
    union all select o.role_name from orders o where o.account_id = p_account
    union all select e.subject from external_identity e where e.account_id = p_account) x where x.word <> '';
  select array_agg(x.number) into numbers from (
    select o.order_no as number from orders o where o.account_id = p_account
    union all select r.number from redemption r where r.account_id = p_account
    union all select g.number from rebate_grant g join orders o using (order_no) where o.account_id = p_account) x;
  -- Expires the unpaid orders, so a payment by points that waited for this lock finds none to pay.
  update orders set status = 6, cause = 'expired' where account_id = p_account and status = 1;
  update orders set uid = p_pseudonym, role_name = '', idem_key = null, idem_hash = null where account_id = p_account;
  -- The game has not asked for this gift for so long that it is cancelled.
  update outbox set state = 'cancelled', ended_at = app_now()
   where outbox_id in (select 'dlv_' || n from unnest(numbers) n) and state in ('pending', 'unknown');
  perform forget_words(numbers, words, p_pseudonym);
  update point_adjustment set note = unnamed(note, words) where account_id = p_account and names_one(note, words);
  delete from game_role where account_id = p_account;
  delete from session where account_id = p_account;
  delete from one_time_token where account_id = p_account;
  delete from external_identity where account_id = p_account;
  delete from account_market where account_id = p_account;
  delete from account_signal where account_id = p_account;
  delete from verification_code where account_id = p_account or target = any(targets);
  -- The law demands that a withdrawal is confirmed, so an unsent confirmation still leaves. Decision 494.
  update message set account_id = p_account
   where kind = 'withdrawal' and state = 'pending' and target = any(targets);
  delete from message where target = any(targets) and not (kind = 'withdrawal' and state = 'pending');
  delete from sign_in_failure where login_key in (a.uid, a.login, a.email, a.phone);
  -- deleted_at is later than all journals and captures of the player: some of them may have begun after this
  -- transaction, which waited for their locks.
  select greatest(app_now() + (clock_timestamp() - now()), max(x.at)) into ended from (
    select max(j.created_at) as at from ledger_journal j
     where j.account_id = p_account and (j.basic_points <> 0 or j.present_points <> 0)
    union all select max(c.at) from capture c join orders o using (order_no) where o.account_id = p_account) x;
  update account set uid = p_pseudonym, login = p_pseudonym, password_hash = null, email = null, phone = null,
    email_login = false,
    disabled = true, fingerprint = fingerprint_of(a.uid), deleted_at = ended
   where account_id = p_account;
  perform forget_at_desk(p_account, a.uid, coalesce(numbers, '{}'), words, p_pseudonym);
  perform pg_notify('hc_bus', 'session:' || p_account);
  return 'done';
end $$;

-- Deletes messages that were sent to an address when the game changes the address. Afterwards no column would lead to
-- them.
create or replace function address_left() returns trigger language plpgsql as $$
begin
  delete from message where state <> 'pending' and target in (
    case when old.email is distinct from new.email then old.email end,
    case when old.phone is distinct from new.phone then old.phone end);
  return null;
end $$;

-- Refuses to store a character or a third party's identity that arrives while its player's data are being deleted.
create or replace function kept_for_the_living() returns trigger language plpgsql as $$
begin
  perform 1 from account where account_id = new.account_id and deleted_at is null for key share;
  return case when found then new end;
end $$;
