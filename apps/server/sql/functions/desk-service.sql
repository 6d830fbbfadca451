-- What the desk does about orders, players and deliveries. The functions that it calls hold the rules; commands call
-- the same ones (decision 282). These functions run with their owner's rights, because the desk's role may change no
-- table of the shop.

-- Acts on a row that waits for an operator. p_action is a function of operators.sql, p_subject the number that it
-- takes.
create or replace function desk.operate(
  p_action text, p_subject text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case p_action
    when 'ask_delivery_again' then select r.* into refusal, did from ask_delivery_again(p_subject, p_by, p_note) r;
    when 'close_recall' then select r.* into refusal, did from close_recall(p_subject, p_by, p_note) r;
    when 'send_held_refund' then select r.* into refusal, did from send_held_refund(p_subject, p_by, p_note) r;
    when 'close_hold' then select r.* into refusal, did from close_hold(p_subject, p_by, p_note) r;
    when 'take_kept_points' then select r.* into refusal, did from take_kept_points(p_subject, p_by, p_note) r;
    when 'leave_kept_points' then select r.* into refusal, did from leave_kept_points(p_subject, p_by, p_note) r;
    when 'process_webhook_again' then
      select r.* into refusal, did from process_webhook_again(p_subject::bigint, p_by, p_note) r;
    when 'close_webhook' then select r.* into refusal, did from close_webhook(p_subject::bigint, p_by, p_note) r;
  end case;
end $$;

-- Asks for a refund, asks for it again, or closes it by an operator's statement. p_how: `make`, `retry`, `gateway`,
-- `elsewhere`, `close` (the player keeps the item).
create or replace function desk.refund(
  p_how text, p_order text, p_reference text, p_txn text, p_note text, p_by text, out refusal text, out cents bigint
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case p_how
    when 'make' then select r.refusal, r.cents into refusal, cents from request_refund(p_order, p_note, p_by) r;
    when 'retry' then select r.* into refusal, cents from retry_refund(p_order, p_by) r;
    when 'close' then select r.* into refusal, cents from settle_refund(p_order, p_note, p_by) r;
    when 'gateway', 'elsewhere' then
      select r.* into refusal, cents from close_refund(p_order, p_how, p_reference, p_txn, p_note, p_by) r;
  end case;
end $$;

-- Notes that somebody looked at a difference between our books and a gateway's. Refusals: not_found.
create or replace function desk.settle_finding(
  p_channel text, p_kind text, p_txn text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  f reconcile_finding;
begin
  did := false;
  select * into f from reconcile_finding
   where channel_code = p_channel and kind = p_kind and txn = p_txn for update;
  if not found then refusal := 'not_found'; return; end if;
  if f.settled_at is not null then return; end if;
  update reconcile_finding set settled_at = app_now(), settled_by = p_by
   where channel_code = p_channel and kind = p_kind and txn = p_txn;
  perform note_action('settle_finding', p_channel || ':' || p_kind || ':' || p_txn, f.order_no, p_by, p_note);
  did := true;
end $$;

-- Tells the game again about every delivery that it confirmed since a moment, each under its old id. Refunded and
-- recalled items are left out. A second call repeats no delivery that is still to be told. Decision 286.
create or replace function desk.tell_again(
  p_since timestamptz, p_role text, p_by text, p_note text, out n int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into delivery_again as w (outbox_id, role_id, asked_at, run_at)
  select c.outbox_id, c.role_id, app_now(), app_now() from confirmed_since(p_since, p_role) c
  on conflict (outbox_id) do update set asked_at = excluded.asked_at, run_at = excluded.run_at, answer = null,
    detail = null, ended_at = null, tries = 0;
  get diagnostics n = row_count;
  perform note_action('tell_again', to_char(p_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '', p_by,
    p_note);
end $$;

---------------------------------------------------------------------------------------------------- players

-- Finds accounts by uid, login, email address or phone number. The desk's role itself reads no address.
create or replace function desk.find_account(p_text text) returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id from account a where a.uid = p_text
  union select a.account_id from account a where a.login = p_text
  union select a.account_id from account a where a.email = lower(p_text)
  union select a.account_id from account a where a.phone = p_text
$$;

-- Masks an address so that its owner recognises it: `m…@example.com`, `…567`.
create or replace function desk.masked(p_value text) returns text language sql immutable as $$
  select case when p_value is null then '' when position('@' in p_value) > 0
      then left(p_value, 1) || '…@' || split_part(p_value, '@', 2)
    else '…' || right(p_value, 3) end
$$;

create or replace function desk.addresses(p_account bigint, out email text, out phone text, out has_password boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select desk.masked(a.email), desk.masked(a.phone), a.password_hash is not null from account a
   where a.account_id = p_account
$$;

-- The language of the mail that a player gets when an order's money went back: the order's language. null: the player
-- has no address or wants no mail, so none is sent (want_letter).
create or replace function desk.refund_mail(p_order text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(o.locale, '') from orders o join account a using (account_id)
   where o.order_no = p_order and a.email is not null and a.receipts and a.deleted_at is null
$$;

-- Whether a person may reveal one more masked value: a player's field, the sender of a withdrawal, or the buyer of a
-- document. All of these count together; p_most in 24 hours.
create or replace function desk.may_reveal(p_staff bigint, p_most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Calls of one person queue, so two open tabs cannot each spend the same limit.
  perform 1 from desk.staff s where s.staff_id = p_staff for update;
  return p_most > (select count(*) from desk.audit a where a.actor = 'staff:' || p_staff
    and (a.kind = 'reveal' or (a.kind, a.action) in (('withdrawal', 'withdrawal/reveal'),
      ('document', 'document/reveal')))
    and a.at > app_now() - interval '24 hours');
end $$;

-- Writes a line of the audit and gives one field of a player unmasked. Refusals: not_found, too_many (p_most in 24
-- hours), nothing (the field is empty). Decision 287.
create or replace function desk.reveal(
  p_uid text, p_field text, p_staff bigint, p_most int, out refusal text, out value text
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  if not desk.may_reveal(p_staff, p_most) then refusal := 'too_many'; return; end if;
  select a.account_id, case p_field when 'email' then a.email when 'phone' then a.phone when 'login' then a.login end
    into who, value
    from account a where a.uid = p_uid and a.deleted_at is null;
  if not found then refusal := 'not_found'; return; end if;
  if value is null then refusal := 'nothing'; return; end if;
  perform desk.note('reveal', who::text, jsonb_build_object('field', p_field));
end $$;

-- Ends a player's sessions and the one-time links that would open a new one. Refusals: not_found.
create or replace function desk.end_player_sessions(p_uid text, out refusal text, out ended int)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  ended := 0;
  select a.account_id into who from account a where a.uid = p_uid for no key update;
  if not found then refusal := 'not_found'; return; end if;
  update one_time_token set used_at = app_now() where account_id = who and used_at is null;
  update session set revoked_at = app_now(), revoked_reason = 'ended' where account_id = who and revoked_at is null;
  get diagnostics ended = row_count;
  perform pg_notify('hc_bus', 'session:' || who);
  perform desk.note('player', who::text, jsonb_build_object('sessions', ended));
end $$;

-- Disables an account, or enables it again. The trigger account_changed ends its sessions. Refusals: not_found.
create or replace function desk.disable_player(p_uid text, p_on boolean, out refusal text, out did boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who bigint;
begin
  select a.account_id into who from account a where a.uid = p_uid and a.deleted_at is null for no key update;
  if not found then refusal := 'not_found'; return; end if;
  update account a set disabled = p_on where a.account_id = who and a.disabled <> p_on;
  did := found;
  perform desk.note('player', who::text, jsonb_build_object('disabled', p_on, 'changed', did));
end $$;

-- Deletes a player's data at the player's own request (decision 46). Refusals: not_found, open (something is under
-- way).
create or replace function desk.erase_player(p_account bigint, p_pseudonym text, out refusal text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account a where a.account_id = p_account and a.deleted_at is null;
  if not found then refusal := 'not_found'; return; end if;
  if forget_account(p_account, p_pseudonym) <> 'done' then refusal := 'open'; return; end if;
  perform desk.note('player', p_account::text, jsonb_build_object('erased', true));
end $$;

-- What delays the deletion of a player's data (decision 166).
create or replace function desk.leaving_waits(p_uid text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select leaving_waits_for(a.account_id, a.uid) from account a where a.uid = p_uid
$$;
