-- A player leaves while money, items and orders may be under way.

-- A wallet that moves twice in a transaction had its owner's row looked up again, and locked, behind the order's:
-- against the order of all locks. Wallets are made with their account, and accounts are never deleted.
alter table ledger_account drop constraint ledger_account_account_id_fkey;

-- As in 0023; the account's row is locked, so that no order is made under a uid that is being deleted. The weakest lock
-- does: sign-ins and the game's changes of an account neither wait for it nor stop it.
create or replace function create_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text default null,
  out refusal text, out order_no text, out status smallint, out gateway_url text)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record;
  o record;
  recent record;
begin
  select s.account_id, c.uid, g.role_id, coalesce(g.name, '') as role_name, coalesce(v.name, '') as server_name,
    v.status as server_status,
         p_type = 'item' and p_bonus > 0 and exists (
           select 1 from first_top_up f where f.server_id = p_server and f.role_id = p_role and f.cp_goods_id = p_goods
              and f.epoch = bonus_epoch(p_goods, t)) as bonus_used
    into a from session s join account c using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled for key share of c;
  if not found then refusal := 'session'; return; end if;
  if p_role <> '' and a.role_id is null then refusal := 'RoleNotFound';
  elsif a.server_status <> 0 then refusal := 'serverMaintenance';
  elsif p_unpaid_max is not null then
    select count(*) as made, count(*) filter (where n.status = 1 and n.expires_at > t) as unpaid into recent from (
      select m.status, m.expires_at from orders m where m.account_id = a.account_id and m.order_no >= p_hour_floor
        limit greatest(p_hourly_max, p_unpaid_max)) n;
    if recent.unpaid >= p_unpaid_max then refusal := 'TooManyUnpaidOrders';
    elsif recent.made >= p_hourly_max then refusal := 'TooManyRequests'; end if;
  end if;
  if refusal is null then
    if a.bonus_used then p_bonus := 0; end if;
    insert into orders as n (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
      server_id, server_name, role_id, role_name, idem_key, idem_hash, created_at, expires_at, next_check_at, title)
    values (p_order_no, a.account_id, a.uid, p_type, p_goods, p_amount, p_bonus, p_channel,
      case when p_role <> '' then p_server else '' end, a.server_name, p_role, a.role_name, p_key, p_hash, t,
      t + make_interval(secs => p_ttl_seconds), t + make_interval(secs => p_first_check_seconds), p_title)
    on conflict (account_id, idem_key) where idem_key is not null do nothing
    returning n.order_no, n.status into order_no, status;
    if found then
      insert into order_event (order_no, from_status, to_status, cause, at) values (p_order_no, null, 1, 'created', t);
      return;
    end if;
  end if;
  if p_key is null then return; end if;
  -- The key was used before: within 24 hours it means that order; later it is free again.
  select n.order_no, n.status, n.gateway_url, n.idem_hash, n.created_at into o
    from orders n where n.account_id = a.account_id and n.idem_key = p_key for update;
  if not found then return; end if;
  if o.created_at < t - interval '24 hours' then
    update orders n set idem_key = null where n.order_no = o.order_no;
    if refusal is null then refusal := 'retry'; end if;
    return;
  end if;
  refusal := case when o.idem_hash <> p_hash then 'InvalidParams' end;
  order_no := o.order_no; status := o.status; gateway_url := o.gateway_url;
end $$;

-- As in 0011; the account is locked as above. A limit of an account holds for its player: what they redeemed and
-- mistyped before their data was deleted counts, and is not shown.
create or replace function redeem_code(p_token bytea, p_number text, p_code text, p_server text, p_role text,
  out refusal text, out data jsonb)
language plpgsql as $$
declare
  t timestamptz := app_now();
  a record; c redeem_campaign; k redeem_code; before record; j bigint;
begin
  select s.account_id, u.uid, g.role_id, v.status as server_status into a
    from session s join account u using (account_id)
    left join game_role g on g.server_id = p_server and g.role_id = p_role and g.account_id = s.account_id
    left join game_server v on v.server_id = g.server_id
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not u.disabled for key share of u;
  if not found then refusal := 'session'; return; end if;
  if a.role_id is null then refusal := 'RoleNotFound'; return; end if;
  perform pg_advisory_xact_lock(hashtextextended('redeem:' || a.account_id, 0));
  if (select count(*) from lives_of(a.account_id) l join redeem_failure f on f.account_id = l
    where f.failed_at > t - interval '1 hour') >= 10 then
    refusal := 'SystemBusy'; data := jsonb_build_object('reason', 'too_many_codes'); return;
  end if;
  select * into k from redeem_code r where r.code = p_code;
  if not found then
    insert into redeem_failure values (a.account_id, t);
    refusal := 'RedeemCodeNotFound'; return;
  end if;
  select * into c from redeem_campaign r where r.campaign_id = k.campaign_id;
  select r.number, count(*) over () as times into before from redemption r
   where r.campaign_id = c.campaign_id and r.server_id = p_server and r.role_id = p_role order by r.number desc limit 1;
  if before.times >= c.per_role then
    refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'role', 'number', before.number); return;
  end if;
  if a.server_status <> 0 then refusal := 'serverMaintenance'; return; end if;
  if c.starts_at > t then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'not_begun', 'date',
    extract(epoch from c.starts_at)::bigint); return; end if;
  if c.ends_at <= t then refusal := 'RedeemCodeEnded'; data := jsonb_build_object('reason', 'over', 'date',
    extract(epoch from c.ends_at)::bigint); return; end if;
  if c.per_account is not null then
    select max(r.number) filter (where r.account_id = a.account_id) as number, count(*) as times into before
      from lives_of(a.account_id) l join redemption r on r.account_id = l where r.campaign_id = c.campaign_id;
    if before.times >= c.per_account then
      refusal := 'RedeemCodeUsed'; data := jsonb_strip_nulls(jsonb_build_object('reason', 'account', 'number',
        before.number)); return;
    end if;
  end if;
  if c.total is not null then
    update redeem_campaign r set used = r.used + 1, exhausted_at = case when r.used + 1 = r.total then t end
     where r.campaign_id = c.campaign_id and r.used < r.total;
    if not found then
      refusal := 'RedeemCodeEnded';
      data := jsonb_build_object('reason', 'exhausted', 'date', (select extract(epoch from coalesce(r.exhausted_at,
        t))::bigint from redeem_campaign r where r.campaign_id = c.campaign_id));
      return;
    end if;
  end if;
  if k.uses is not null then
    update redeem_code r set used = r.used + 1 where r.code = p_code and r.used < r.uses;
    if not found then
      -- What the total counted above is not taken.
      if c.total is not null then update redeem_campaign r set used = r.used - 1, exhausted_at = null
        where r.campaign_id = c.campaign_id; end if;
      refusal := 'RedeemCodeUsed'; data := jsonb_build_object('reason', 'code'); return;
    end if;
  end if;
  insert into redemption (number, campaign_id, code, account_id, server_id, role_id, items, basic_points,
    present_points, created_at)
  values (p_number, c.campaign_id, p_code, a.account_id, p_server, p_role, c.items, c.basic_points, c.present_points,
    t);
  if c.items <> '[]' then
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('dlv_' || p_number, 'deliver', p_number, jsonb_build_object('delivery_id', 'dlv_' || p_number,
      'sdk_order_id', p_number,
      'uid', a.uid, 'server_id', p_server, 'role_id', p_role, 'items', c.items), t, t);
  end if;
  if c.basic_points + c.present_points > 0 then
    insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
    values ('redeem', p_number, a.account_id, c.basic_points, c.present_points, t) returning journal_id into j;
    perform credit_entries(j, a.account_id, c.basic_points, c.present_points, 0);
  end if;
  data := jsonb_build_object('number', p_number);
end $$;

-- As in 0011; money for a player who is gone buys nothing: it is surplus, and goes back by itself. The pseudonym says
-- who is gone without a look at the account; the account decides, for a game may choose such a uid.
create or replace function apply_paid(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text,
  p_source text)
returns text language plpgsql as $$
declare
  o orders; result text; j bigint; present bigint; g record; campaign text; gone boolean := false;
begin
  select * into o from orders where order_no = p_order for update;
  if not found or o.channel_code <> p_channel then return 'unknown_order'; end if;
  if o.uid like 'gone-%' then
    gone := exists (select 1 from account a where a.account_id = o.account_id and a.deleted_at is not null);
  end if;
  result := case when p_amount <> o.amount_cents or p_currency <> o.currency then 'mismatch'
                 when o.paid_cents > 0 or gone then 'surplus' else 'applied' end;
  insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at)
  values (p_channel, p_txn, p_order, p_amount, p_currency, result, p_source, app_now()) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if result = 'applied' then
    if o.role_id <> '' then
      select c.campaign_id into campaign from rebate_campaign c
       where c.starts_at <= app_now() and c.ends_at > app_now() and o.order_type = any(c.counts);
      if found then
        o.rebate_campaign_id := campaign;
        perform move_rebate(o, o.amount_cents);
      end if;
    end if;
    insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
    values (case when o.order_type = 'coin' then 'top_up' else 'sale' end, p_channel || ':' || p_txn, p_order,
      case when o.order_type = 'coin' then o.account_id end,
      case when o.order_type = 'coin' then o.amount_cents else 0 end,
      case when o.order_type = 'coin' then o.amount_cents * o.bonus_pct / 100 else 0 end, app_now())
    returning journal_id, present_points into j, present;
    if o.order_type = 'coin' then
      perform credit_entries(j, o.account_id, o.amount_cents, present, p_amount);
    else
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      values (j, 1, 'USD', p_amount), (j, 2, 'USD', -p_amount);
    end if;
    perform mark_paid(o, p_source);
  else
    if p_currency = 'USD' and p_amount > 0 then
      insert into ledger_journal (reason, source_id, order_no, created_at)
      values ('suspense', p_channel || ':' || p_txn, p_order, app_now()) returning journal_id into j;
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      values (j, 1, 'USD', p_amount), (j, 3, 'USD', -p_amount);
    end if;
    insert into outbox (outbox_id, kind, order_no, payload, state, run_at, created_at)
    values ('rfd_' || p_channel || '_' || p_txn, 'refund', p_order, jsonb_build_object('channel_code', p_channel,
      'txn', p_txn, 'amount_cents', p_amount, 'currency', p_currency,
      'reason', case when gone then 'account_deleted' else result end),
      case when result = 'surplus' then 'pending' else 'held' end, app_now(), app_now());
    if result = 'mismatch' then update orders set hold_reason = 'amount_mismatch' where order_no = p_order; end if;
  end if;
  for g in select refund_txn from gateway_refund where channel_code = p_channel and txn = p_txn and not applied loop
    perform apply_gateway_refund(p_channel, g.refund_txn);
  end loop;
  return result;
end $$;

-- What a player's data still waits for, null where nothing: `order` (one that can be paid, is being handed over, or is
-- held), `payment` (an order that ended unpaid and whose late money is still asked for), `news` (a gateway's, not
-- worked yet), `refund` (money that has not come back), `item` (one that is on its way to the game or back).
create function leaving_waits_for(p_account bigint, p_uid text) returns text language sql stable as $$
  select case
    when exists (select 1 from orders o where o.account_id = p_account and (o.status = 2
        or (o.status = 1 and (o.channel_code <> 'hcpoint' or o.expires_at > app_now()))
        -- Money that did not fit is a refund, below: gone back, it holds nobody here.
        or (o.hold_reason <> 'amount_mismatch' and o.hold_reason not like '%: seen%'))) then 'order'
    when exists (select 1 from orders o where o.account_id = p_account and o.status in (3, 6)
        and o.channel_code <> 'hcpoint' and o.next_check_at is not null
        -- A channel that is not configured any more is asked for ever.
        and o.expires_at > app_now() - interval '60 days') then 'payment'
    when exists (select 1 from inbox i join orders o on o.order_no = order_of(i) and o.channel_code = i.channel_code
       where i.state in ('new', 'parked') and i.kind <> 'ignored' and o.account_id = p_account) then 'news'
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

-- Whether a text names a person: as a word of its own, or anywhere where the name has no words (Chinese, Thai).
create function names_one(p_text text, p_words text[]) returns boolean language sql immutable as $$
  select exists (select 1 from unnest(p_words) w where w <> '' and case when w ~ '^[[:ascii:]]+$'
    then p_text ~* ('(^|[^[:alnum:]])' || regexp_replace(w, '([^[:alnum:]])', '\\\1', 'g') || '($|[^[:alnum:]])')
    else position(lower(w) in lower(p_text)) > 0 end)
$$;
create function unnamed(p_text text, p_words text[]) returns text language sql immutable as $$
  select case when names_one(p_text, p_words) then '(removed)' else p_text end
$$;
create function unnamed(p_json jsonb, p_words text[]) returns jsonb language sql immutable as $$
  select case when names_one(p_json::text, p_words) then '"(removed)"'::jsonb else p_json end
$$;

-- History stays as it was told, but for words that name a person who is gone.
create function refuse_change_but_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not exists (select 1 from jsonb_each(to_jsonb(new)) n
    join jsonb_each(to_jsonb(old)) o using (key)
     where n.value is distinct from o.value
       and not (key in ('detail', 'note', 'reference', 'reason') and n.value = '"(removed)"')) then return new; end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
end $$;
drop trigger refund_event_append_only on refund_event;
create trigger refund_event_append_only before update or delete on refund_event
  for each row execute function refuse_change_but_names();
drop trigger refund_settlement_append_only on refund_settlement;
create trigger refund_settlement_append_only before update or delete on refund_settlement
  for each row execute function refuse_change_but_names();

-- Takes names out of what operators, games and gateways wrote about orders, redemptions and rebates of one player. As
-- the tables' owner: the shop itself may not touch history.
create function forget_words(p_numbers text[], p_words text[], p_pseudonym text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update outbox set detail = unnamed(detail, p_words),
    proof = case when names_one(proof, p_words) then p_pseudonym else proof end,
    payload = case when not payload ? 'uid' then payload
      when names_one(payload->>'grant_id', p_words) then payload || jsonb_build_object('uid', p_pseudonym, 'grant_id',
        p_pseudonym)
      else payload || jsonb_build_object('uid', p_pseudonym) end
   where order_no = any(p_numbers);
  update inbox set raw = '', detail = unnamed(detail, p_words), outcome = unnamed(outcome, p_words)
   where order_no = any(p_numbers) and state = 'done' and (raw <> '' or detail is not null);
  update orders set hold_reason = split_part(hold_reason, ':', 1) || ': seen'
   where order_no = any(p_numbers) and names_one(hold_reason, p_words);
  update refund_request set reason = unnamed(reason, p_words), detail = unnamed(detail, p_words)
   where order_no = any(p_numbers) and names_one(concat_ws(' ', reason, detail), p_words);
  update refund_event set detail = '(removed)' where order_no = any(p_numbers) and names_one(detail, p_words);
  update refund_failure set reason = '(removed)' where order_no = any(p_numbers) and names_one(reason, p_words);
  update refund_settlement set note = unnamed(note, p_words), reference = unnamed(reference, p_words)
   where order_no = any(p_numbers) and names_one(concat_ws(' ', note, reference), p_words);
  update dispute set reason = '(removed)' where order_no = any(p_numbers) and names_one(reason, p_words);
  update reconcile_finding set detail = unnamed(detail, p_words)
   where order_no = any(p_numbers) and names_one(detail::text, p_words);
end $$;
revoke execute on function forget_words(text[], text[], text) from public;

-- As in 0013. Refused while money may come or go back; the answer is one word for all of it, leaving_waits_for knows
-- which. The account is locked first, then its orders by number: whoever makes, pays or gives back an order of it
-- comes before all of this, or after all of it. What is left names the pseudonym alone.
create or replace function forget_account(p_account bigint, p_pseudonym text) returns text language plpgsql as $$
declare
  a account; words text[]; targets text[]; numbers text[]; ended timestamptz;
begin
  if p_pseudonym not like 'gone-%' then raise exception 'a pseudonym begins with gone-' using errcode = '22023'; end if;
  -- What the game says of accounts and characters comes before or after, too.
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
  -- A payment by points that waited for this lock must not find an order that it may pay.
  update orders set status = 6, cause = 'expired' where account_id = p_account and status = 1;
  update orders set uid = p_pseudonym, role_name = '', idem_key = null, idem_hash = null where account_id = p_account;
  -- A gift that the game has not asked for in so long is nobody's now.
  update outbox set state = 'cancelled', ended_at = app_now()
   where order_no = any(numbers) and kind = 'deliver' and state in ('pending', 'unknown');
  perform forget_words(numbers, words, p_pseudonym);
  delete from game_role where account_id = p_account;
  delete from session where account_id = p_account;
  delete from one_time_token where account_id = p_account;
  delete from external_identity where account_id = p_account;
  delete from verification_code where account_id = p_account or target = any(targets);
  delete from message where target = any(targets);
  delete from sign_in_failure where login_key in (a.uid, a.login, a.email, a.phone);
  -- Later than all that was done of it: whom this waited for may have begun after it.
  select greatest(app_now() + (clock_timestamp() - now()), max(x.at)) into ended from (
    select max(j.created_at) as at from ledger_journal j
     where j.account_id = p_account and (j.basic_points <> 0 or j.present_points <> 0)
    union all select max(c.at) from capture c join orders o using (order_no) where o.account_id = p_account) x;
  update account set uid = p_pseudonym, login = p_pseudonym, password_hash = null, email = null, phone = null,
    email_login = false,
    disabled = true, fingerprint = fingerprint_of(a.uid), deleted_at = ended
   where account_id = p_account;
  perform pg_notify('hc_bus', 'session:' || p_account);
  return 'done';
end $$;

-- An address that the game changes is not kept in messages that were sent there: no column would lead to them any more.
create index message_target on message (target);
create function address_left() returns trigger language plpgsql as $$
begin
  delete from message where state <> 'pending' and target in (
    case when old.email is distinct from new.email then old.email end,
    case when old.phone is distinct from new.phone then old.phone end);
  return null;
end $$;
create trigger address_left after update of email, phone on account for each row
  when (old.deleted_at is null and (old.email is distinct from new.email or old.phone is distinct from new.phone))
  execute function address_left();

-- A character or a third party's identity that is told of while its player leaves is not kept.
create function kept_for_the_living() returns trigger language plpgsql as $$
begin
  perform 1 from account where account_id = new.account_id and deleted_at is null for key share;
  return case when found then new end;
end $$;
create trigger kept_for_the_living before insert or update of account_id on game_role
  for each row execute function kept_for_the_living();
create trigger kept_for_the_living before insert on external_identity
  for each row execute function kept_for_the_living();

-- Deliveries and recalls of players who left before still had their uids.
update outbox b set payload = b.payload || jsonb_build_object('uid', a.uid)
  from account a join lateral (
    select o.order_no as number from orders o where o.account_id = a.account_id
    union all select r.number from redemption r where r.account_id = a.account_id
    union all select g.number from rebate_grant g join orders o using (order_no)
      where o.account_id = a.account_id) x on true
 where a.deleted_at is not null and b.order_no = x.number and b.payload ? 'uid' and b.payload->>'uid' <> a.uid;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant execute on function forget_words(text[], text[], text) to hc_app;
  end if;
end $$;
