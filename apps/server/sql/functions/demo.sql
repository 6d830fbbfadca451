-- The end of the demo.

-- Ends the demo's accounts, game key and redeem code in a shop that is started without the demo, for everybody knows
-- their passwords and secrets. Gives the logins that it ended. An account is the demo's while it has the demo's uid,
-- login and email: what the game has made of it since is a player's. Its uid goes too, so that the game may have a
-- player of that uid, who finds neither points nor orders of the demo. Decision 178.
create or replace function end_demo() returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  a record; gone text; ended text[] := '{}';
begin
  -- The passwords and one-time secrets of the demo's desk people are public.
  update desk.staff set suspended_at = app_now() where email like '%@demo.example' and suspended_at is null;
  if exists (select 1 from demo_ended) then return ended; end if;
  if not exists (select 1 from game_key where key_id = 'demo-key') then return ended; end if;
  for a in
    select x.account_id, x.uid, x.login, x.email, x.phone from account x
      join (values ('100001', 'demo', 'demo@example.com'), ('100002', 'empty', 'empty@example.com'),
                   ('100003', 'rich', null), ('100004', 'banned', null)) s (uid, login, email)
        on s.uid = x.uid and s.login = x.login and s.email is not distinct from x.email
     order by x.account_id for update of x
  loop
    gone := 'demo-ended-' || a.account_id;
    -- A real game must not deliver for payments of the demo's gateway: staff must look at them.
    update outbox set state = 'parked', detail = 'of the demo, which ended', lease_until = '-infinity'
     where kind = 'deliver' and state in ('pending', 'unknown') and payload->>'uid' = a.uid;
    update outbox set payload = jsonb_set(payload, '{uid}', to_jsonb(gone))
     where kind = 'deliver' and payload->>'uid' = a.uid;
    update orders set uid = gone where account_id = a.account_id;
    update session set revoked_at = app_now(), revoked_reason = 'disabled'
     where account_id = a.account_id and revoked_at is null;
    delete from one_time_token where account_id = a.account_id;
    delete from external_identity where account_id = a.account_id;
    delete from verification_code where account_id = a.account_id or target in (a.email, a.phone);
    delete from game_role where account_id = a.account_id;
    update account set uid = gone, login = gone, password_hash = null, email = null, phone = null,
      email_login = false, disabled = true where account_id = a.account_id;
    insert into demo_ended (account_id, login, at) values (a.account_id, a.login, app_now());
    perform pg_notify('hc_bus', 'session:' || a.account_id);
    ended := ended || a.login;
  end loop;
  if cardinality(ended) > 0 then
    update redeem_campaign set ends_at = greatest(app_now(), starts_at + interval '1 second')
     where campaign_id = 'welcome-2026' and ends_at > app_now();
    perform revoke_game_key('demo-key');
  end if;
  return ended;
end $$;

-- The demo's history. Each row is one moment of the past, {"at": ms, "do": "order" | "paid" | …, "no": an order's
-- number, …}: the clock stands at it, and the shop's own functions write what happened then. The caller's transaction
-- is one day. p_key: what the sessions of the players' orders are made of; they end with the day.
create or replace function demo_play(p_rows jsonb, p_key text) returns void language plpgsql as $$
declare
  h record; made record; refusal text; bad int; tokens bytea[]; item jsonb;
begin
  if p_rows = '[]' then return; end if;
  perform demo_clock((p_rows -> 0 ->> 'at')::bigint);
  with opened as (
    insert into session (token_hash, account_id, remember, created_at, expires_at)
    select sha256(convert_to(p_key || x.uid, 'UTF8')), a.account_id, false, app_now(), app_now() + interval '3 days'
      from (select distinct r ->> 'uid' as uid from jsonb_array_elements(p_rows) r where r ? 'uid') x
        join account a using (uid)
    returning token_hash) select array_agg(token_hash) into tokens from opened;
  for item in select * from jsonb_array_elements(p_rows) loop
    select x.*, sha256(convert_to(p_key || x.uid, 'UTF8')) as token into h from jsonb_to_record(item) x (at bigint,
      "do" text, no text, uid text, goods text, kind text, amount bigint, bonus int, server text, role text, title text,
      locale text, ttl int, payment text, page text, event text, txn text, "grant" text, reason text, refund text,
      dispute jsonb);
    perform demo_clock(h.at);
    refusal := null;
    case h.do
      when 'order' then
        select * into made from place_order(h.token, h.no, null, null, h.goods, h.kind, h.amount, h.bonus, 'sandbox',
          h.server, h.role, h.ttl, 30, h.no, null, null, h.title, null, h.locale, 'USD', null, null, null);
        refusal := made.refusal;
        perform payment_started(h.no, h.payment, h.page);
      when 'opened' then update orders set opened_at = app_now() where order_no = h.no;
      when 'expired' then perform expire_order(h.no);
      when 'delivered' then
        update outbox set attempts = 1 where outbox_id = 'dlv_' || h.no;
        perform finish_delivery('dlv_' || h.no, 'confirmed', h.grant, null, null, null);
      when 'refused' then
        update outbox set attempts = 1 where outbox_id = 'dlv_' || h.no;
        perform finish_delivery('dlv_' || h.no, 'refused', null, h.reason, null, null);
      when 'redeem' then
        select r.refusal into refusal from redeem_code(h.token, h.no,
          (select k.code from redeem_code k where k.campaign_id = h.goods order by k.code limit 1), h.server, h.role) r;
      when 'taken back' then
        update outbox set attempts = 1 where outbox_id = 'rcl_' || h.no;
        perform finish_recall('rcl_' || h.no, 'confirmed', 'taken_back', null, 0, null);
      else
        if h.do = 'refunded' then
          update outbox set attempts = 1 where outbox_id = 'rfd_sandbox_' || h.txn;
          perform mark_refund_sent(h.no);
          perform note_refund(b.outbox_id, h.refund, refund_attempt(b)) from outbox b
           where b.outbox_id = 'rfd_sandbox_' || h.txn;
        end if;
        perform store_webhook('sandbox', h.event, case h.do when 'stray' then 'paid' else h.do end, h.no,
          coalesce(h.txn, ''), coalesce(h.refund, ''), case when h.txn is null then 0 else h.amount end, 'USD',
          jsonb_strip_nulls(jsonb_build_object('id', h.event, 'type', 'payment.' || case h.do when 'stray' then 'paid'
            when 'dispute' then 'dispute_' || (h.dispute ->> 'stage') else h.do end, 'merchant_order', h.no, 'txn',
            h.txn, 'refund_txn', h.refund, 'amount_cents', case when h.txn is not null then h.amount end,
            'currency', case when h.txn is not null then 'USD' end))::text, h.dispute);
        -- Money for no order is looked at ten times before a person must.
        for n in 1..case when h.do = 'stray' then 10 else 1 end loop
          perform demo_clock(h.at + 3600000 * (n - 1));
          select s.failed into bad from settle_inbox_of(h.no) s;
        end loop;
        if (bad > 0) <> (h.do = 'stray') then raise exception 'history: % of % failed', h.do, h.no; end if;
    end case;
    if refusal is not null then raise exception 'history: % of % is refused: %', h.do, h.no, refusal; end if;
    -- A tier of the rebate may give an item.
    if h.do = 'paid' then
      for made in update outbox set attempts = 1 where kind = 'deliver' and order_no like 'RBT' || h.no || '%'
        returning outbox_id loop
        perform finish_delivery(made.outbox_id, 'confirmed', 'grant_' || md5(made.outbox_id), null, null, null);
      end loop;
    end if;
  end loop;
  update session set revoked_at = app_now(), revoked_reason = 'logout' where token_hash = any(tokens);
  perform set_config('hc.clock_offset_ms', '', true);
  -- The gateway was asked about each order, as repairOrders does, for a day after its end.
  update orders o set checks = case when o.created_at < now() - interval '26 hours' then 103 else 102 end,
      next_check_at = case when o.created_at >= now() - interval '26 hours' then o.created_at + interval '26 hours' end
   where o.order_no = any(array(select r ->> 'no' from jsonb_array_elements(p_rows) r where r ->> 'do' = 'order'))
     and o.status <> 1;
end $$;

-- Moves the clock of this transaction to a moment, in ms since 1970.
create or replace function demo_clock(p_ms bigint) returns void language sql as $$
  select set_config('hc.clock_offset_ms', (p_ms - floor(extract(epoch from now()) * 1000))::bigint::text, true)
$$;

-- Whether this database has the demo's history. Its books cannot forget it, so it never becomes a real shop.
create or replace function has_demo_history() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from demo_history)
$$;
