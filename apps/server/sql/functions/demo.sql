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

-- The demo's history. Each row is one moment of the past: {"at": ms, "do": "order" | "paid" | …, "no": an order's number,
-- …}. The session's clock stands at that moment, and the shop's own functions write what happened then. The books of the
-- demo's gateway and of the demo's game are written beside it. The caller's transaction is one day.
create or replace function demo_play(p_rows jsonb) returns void language plpgsql as $$
declare
  h record; o orders; made record; c record; refusal text; bad int; t timestamptz; here bigint := extract(epoch from now()) * 1000;
begin
  for h in select x.* from jsonb_to_recordset(p_rows) x (at bigint, "do" text, no text, uid text, goods text, kind text,
    amount bigint, bonus int, server text, role text, title text, locale text, ttl int, payment text, event text,
    txn text, "grant" text, reason text, asker text, refund text, dispute jsonb, less bigint) loop
    perform set_config('hc.clock_offset_ms', (h.at - here)::text, true);
    t := app_now();
    if h.do = 'order' then
      insert into session (token_hash, account_id, remember, created_at, expires_at)
      select sha256(convert_to('history ' || h.no, 'UTF8')), a.account_id, false, t, t + interval '1 hour'
        from account a where a.uid = h.uid;
      select * into made from place_order(sha256(convert_to('history ' || h.no, 'UTF8')), h.no, null, null, h.goods,
        h.kind, h.amount, h.bonus, 'sandbox', case when h.kind = 'item' then h.server else '' end,
        case when h.kind = 'item' then h.role else '' end, h.ttl, 30, h.no, null, null, h.title, null, h.locale, 'USD',
        null, null, null);
      if made.refusal is not null then raise exception 'history: order % is refused: %', h.no, made.refusal; end if;
      update session set revoked_at = t + interval '1 minute', revoked_reason = 'logout'
       where token_hash = sha256(convert_to('history ' || h.no, 'UTF8'));
      perform payment_started(h.no, h.payment, '/sandbox/pay/' || h.no);
      insert into sandbox.payment (merchant_order, id, amount_cents, currency, title, return_url, webhook_url,
        expires_at, created_at)
      values (h.no, h.payment, h.amount, 'USD', h.title, '/pay/return/' || h.no, '/api/pay/sandbox/webhook',
        t + make_interval(secs => h.ttl), t);
      continue;
    end if;
    select * into o from orders where order_no = h.no;
    if h.do = 'paid' then
      insert into sandbox.capture (txn, merchant_order, amount_cents, currency, at)
      values (h.txn, h.no, o.amount_cents - coalesce(h.less, 0), o.currency, t);
      update sandbox.payment set status = 'paid' where merchant_order = h.no;
      perform store_webhook('sandbox', h.event, 'paid', h.no, h.txn, '', o.amount_cents - coalesce(h.less, 0), o.currency,
        jsonb_build_object('id', h.event, 'type', 'payment.paid', 'merchant_order', h.no, 'txn', h.txn, 'amount_cents',
          o.amount_cents - coalesce(h.less, 0), 'currency', o.currency)::text, null);
    elsif h.do in ('failed', 'cancelled') then
      update sandbox.payment set status = h.do where merchant_order = h.no;
      perform store_webhook('sandbox', h.event, h.do, h.no, '', '', 0, o.currency,
        jsonb_build_object('id', h.event, 'type', 'payment.' || h.do, 'merchant_order', h.no)::text, null);
    elsif h.do = 'expired' then
      perform expire_order(h.no);
      update sandbox.payment set status = 'cancelled' where merchant_order = h.no;
    elsif h.do = 'delivered' then
      update outbox set attempts = 1 where outbox_id = 'dlv_' || h.no;
      perform finish_delivery('dlv_' || h.no, 'confirmed', h.grant, null, null, null);
      insert into demo_game.granted (delivery_id, grant_id, sdk_order_id, uid, server_id, role_id, items)
      select outbox_id, h.grant, h.no, payload->>'uid', payload->>'server_id', payload->>'role_id', payload->'items'
        from outbox where outbox_id = 'dlv_' || h.no;
    elsif h.do = 'refused' then
      update outbox set attempts = 1 where outbox_id = 'dlv_' || h.no;
      perform finish_delivery('dlv_' || h.no, 'refused', null, h.reason, null, null);
    elsif h.do = 'refund asked' then
      select r.refusal into refusal from request_refund(h.no, h.reason, h.asker) r;
    elsif h.do = 'part asked' then
      select r.refusal into refusal from request_part_refund(h.no, greatest(1, o.paid_cents / 2), h.reason, h.asker) r;
    elsif h.do = 'refunded' then
      select x.payload into made from outbox x where x.kind = 'refund' and x.order_no = h.no and x.state = 'pending';
      update outbox set attempts = 1 where kind = 'refund' and order_no = h.no and state = 'pending';
      insert into sandbox.refund (refund_txn, key, txn, merchant_order, amount_cents, at)
      values (h.refund, 'history ' || h.no, made.payload->>'txn', h.no, (made.payload->>'amount_cents')::bigint, t);
      perform note_refund('rfd_sandbox_' || (made.payload->>'txn'), h.refund, 1);
      perform store_webhook('sandbox', h.event, 'refunded', h.no, made.payload->>'txn', h.refund,
        (made.payload->>'amount_cents')::bigint, o.currency, jsonb_build_object('id', h.event, 'type',
          'payment.refunded', 'merchant_order', h.no, 'refund_txn', h.refund)::text, null);
    elsif h.do = 'taken back' then
      update outbox set attempts = 1 where outbox_id = 'rcl_' || h.no;
      perform finish_recall('rcl_' || h.no, 'confirmed', 'taken_back', null, 0, null);
      update demo_game.granted set taken_back = true where delivery_id = 'dlv_' || h.no;
    elsif h.do = 'dispute' then
      select x.txn, x.amount_cents, x.currency into c from capture x where x.order_no = h.no and x.outcome = 'applied';
      perform store_webhook('sandbox', h.event, 'dispute', h.no, c.txn, '', c.amount_cents, c.currency,
        jsonb_build_object('id', h.event, 'type', 'payment.dispute', 'merchant_order', h.no)::text, h.dispute);
    elsif h.do = 'stray' then
      perform store_webhook('sandbox', h.event, 'paid', 'HISTORY-NO-ORDER', h.txn, '', 499, 'USD',
        jsonb_build_object('id', h.event, 'type', 'payment.paid', 'txn', h.txn)::text, null);
      update inbox set state = 'parked', outcome = 'unknown_order', attempts = 10
       where channel_code = 'sandbox' and event_id = h.event;
      continue;
    else
      raise exception 'history: nothing is called %', h.do;
    end if;
    if refusal is not null then raise exception 'history: % of % is refused: %', h.do, h.no, refusal; end if;
    if h.event is not null then
      select s.failed into bad from settle_inbox_of(h.no) s;
      if bad > 0 then raise exception 'history: % of % failed', h.do, h.no; end if;
    end if;
  end loop;
  perform set_config('hc.clock_offset_ms', '', true);
end $$;
