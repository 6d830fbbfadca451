-- Mail and SMS on their way, and letters about orders.

-- Queues a letter, to a player or to the desk's people: a mail, an SMS, or an alert of another kind. It is given up
-- after p_for. Every writer of a letter calls this, in the transaction that causes it. Gives the message's number.
create or replace function queue_message(
  p_channel text, p_target text, p_kind text, p_locale text, p_body bytea, p_for interval,
  p_account bigint default null, p_order text default null
) returns bigint language sql as $$
  insert into message (channel, target, kind, locale, body, run_at, give_up_at, created_at, account_id, order_no)
  values (p_channel, p_target, p_kind, p_locale, p_body, app_now(), app_now() + p_for, app_now(), p_account, p_order)
  returning message_id
$$;

-- Leases due messages; the holder of the lease sends them. Decision 39.
create or replace function lease_messages(
  p_limit int, p_lease_seconds int
) returns table (message_id bigint, channel text, target text, kind text, locale text, body bytea, attempts int,
  over boolean) language sql as $$
  update message m set lease_until = app_now() + make_interval(secs => p_lease_seconds), attempts = m.attempts + 1
   where m.message_id in (select x.message_id from message x
     where x.state = 'pending' and x.run_at <= app_now() and x.lease_until <= app_now()
      order by x.run_at, x.message_id limit p_limit for update skip locked)
  returning m.message_id, m.channel, m.target, m.kind, m.locale, m.body, m.attempts, m.give_up_at <= app_now()
$$;

-- Whether an order's letter about an event is part of the contract: it confirms that the buyer waived the right to
-- withdraw (Directive 2011/83/EU, article 8(7)). It is sent whatever the player chose about letters. Decision 572.
create or replace function is_confirmation(p_order text, p_event text) returns boolean language sql stable as $$
  select p_event = 'paid' and exists (select 1 from consent c where c.order_no = p_order and c.kind = 'waiver')
$$;

-- How long the letter about a payment waits for the delivery, so that one letter tells both. Decision 677.
create or replace function delivery_waits() returns interval language sql immutable as $$
  select interval '2 minutes'
$$;

-- How long a letter that is due waits for the order's document, so that the file goes with it. Decision 677.
create or replace function document_waits() returns interval language sql immutable as $$
  select interval '5 seconds'
$$;

-- From when the letter about a payment of an order may be written: once its item had time to arrive, or for a pack its
-- document.
create or replace function paid_letter_from(p_order text) returns timestamptz language sql stable as $$
  select case when o.order_type = 'item' then app_now() + delivery_waits()
      when exists (select from order_terms t where t.order_no = p_order and t.entity_id is not null)
        then app_now() + document_waits()
      else '-infinity' end
    from orders o where o.order_no = p_order
$$;

-- Notes a letter for an account that has an address and wants letters, or whose letter confirms a waiver. Decision 191.
-- Any other news of an order ends the wait of the letter about its payment, which is read first.
create or replace function want_letter(
  p_order text, p_account bigint, p_event text, p_ref text, p_cents bigint
) returns void language sql as $$
  update order_letter l set lease_until = '-infinity'
   where p_event <> 'paid' and l.order_no = p_order and l.event = 'paid' and l.written_at is null;
  insert into order_letter (order_no, event, ref, account_id, amount_cents, at, lease_until)
  select p_order, p_event, p_ref, a.account_id, p_cents, app_now(),
      case when p_event = 'paid' then paid_letter_from(p_order) else '-infinity' end from account a
   where a.account_id = p_account and a.email is not null and a.deleted_at is null
     and (a.receipts or is_confirmation(p_order, p_event))
  on conflict do nothing
$$;

-- Notes in the letter about a payment that its item has arrived. False: that letter was written before, or the payment
-- is too old, so the delivery has a letter of its own. Decision 677.
create or replace function paid_letter_delivered(p_order text) returns boolean language plpgsql as $$
begin
  update order_letter l set delivered_at = app_now(), lease_until = case
      when exists (select from document_due d where d.order_no = p_order and d.done_at is null)
        then app_now() + document_waits() else '-infinity' end
   where l.order_no = p_order and l.event = 'paid' and l.written_at is null and l.delivered_at is null
     and l.at > app_now() - delivery_waits();
  return found;
end $$;

-- Writes the letters about an order's change. A pack is delivered with its payment, so one letter tells both, as it
-- does for an item that arrives soon. A refund of spent points has no gateway, so its letter is written here.
-- Decision 190.
create or replace function letters_of_order() returns trigger language plpgsql as $$
begin
  -- Most players want no letters. Reading the account costs less than a statement that writes nothing.
  perform 1 from account a where a.account_id = new.account_id and a.email is not null
    and (a.receipts or is_confirmation(new.order_no, 'paid'));
  if not found then return null; end if;
  if old.status in (1, 3, 6) and new.status in (2, 4) then
    perform want_letter(new.order_no, new.account_id, 'paid', '', new.amount_cents);
  elsif new.status = 4 and old.status <> 4 and new.order_type = 'item' then
    if not paid_letter_delivered(new.order_no) then
      perform want_letter(new.order_no, new.account_id, 'delivered', '', new.amount_cents);
    end if;
  elsif new.status = 5 and old.status <> 5 and new.channel_code = 'hcpoint' then
    perform want_letter(new.order_no, new.account_id, 'refunded', 'points', new.amount_cents);
  elsif new.hold_reason is not null and old.hold_reason is null and staff_sees_to(new) = 'payment' then
    perform want_letter(new.order_no, new.account_id, 'review', '', new.amount_cents);
  end if;
  return null;
end $$;

-- Writes a letter about money that a gateway gave back. A chargeback has no letter, because the bank's customer asked
-- for it.
create or replace function letter_of_refund() returns trigger language plpgsql as $$
begin
  if new.dispute_id is not null or exists (select 1 from dispute d where d.channel_code = new.channel_code
    and d.txn = new.txn and d.also_money and d.stage <> 'won') then return null; end if;
  perform want_letter(new.order_no, o.account_id, 'refunded', new.channel_code || ':' || new.refund_txn,
    new.amount_cents) from orders o where o.order_no = new.order_no;
  return null;
end $$;

-- A letter for money that an operator gave back by other means.
create or replace function letter_of_settlement() returns trigger language plpgsql as $$
begin
  perform want_letter(new.order_no, o.account_id, 'refunded', 'settled:' || new.refund_settlement_id,
    new.amount_cents) from orders o where o.order_no = new.order_no;
  return null;
end $$;

-- Leases due letters with their content. If the process dies, another one gets them after the lease.
create or replace function lease_order_letters(p_limit int, p_lease_seconds int)
returns table (order_no text, event text, ref text, amount_cents bigint, at timestamptz, email text, locale text,
  order_type text, cp_goods_id text, paid_cents bigint, bonus_pct int, bonus_granted int, channel_code text,
  server_name text, role_name text)
language sql as $$
  with due as (
    update order_letter l set lease_until = app_now() + make_interval(secs => p_lease_seconds)
     where (l.order_no, l.event, l.ref) in (
       select x.order_no, x.event, x.ref from order_letter x where x.written_at is null and x.lease_until <= app_now()
        order by x.lease_until, x.at limit p_limit for update skip locked)
    returning l.*)
  select d.order_no, d.event, d.ref, d.amount_cents, d.at,
      case when a.receipts or is_confirmation(d.order_no, d.event) then a.email end, o.locale, o.order_type,
      o.cp_goods_id, o.amount_cents, o.bonus_pct, o.bonus_granted, o.channel_code, o.server_name, o.role_name
    from due d join orders o using (order_no) join account a on a.account_id = d.account_id
   order by d.at, array_position(array['paid', 'delivered', 'refunded', 'review'], d.event)
$$;

-- Turns a letter into a message, once. Without a target the letter is closed. The account's row is locked first, as
-- everywhere: its data may be being deleted, and an address that it no longer has must get nothing.
create or replace function write_order_letter(
  p_order text, p_event text, p_ref text, p_target text, p_locale text, p_body bytea, p_hours int
) returns boolean language plpgsql as $$
declare
  who bigint;
begin
  select l.account_id into who from order_letter l
   where l.order_no = p_order and l.event = p_event and l.ref = p_ref and l.written_at is null;
  if not found then return false; end if;
  perform 1 from account a where a.account_id = who and a.deleted_at is null
    and (p_target is null or a.email = p_target) for key share;
  if not found then return false; end if;
  update order_letter l set written_at = app_now()
   where l.order_no = p_order and l.event = p_event and l.ref = p_ref and l.written_at is null;
  if not found then return false; end if;
  if p_target is not null then
    perform queue_message('email', p_target, 'order_' || p_event, p_locale, p_body, make_interval(hours => p_hours),
      who, p_order);
  end if;
  return true;
end $$;

-- Turns the letter about a payment into a message, and marks the document that goes with it as mailed. False, and
-- nothing is written: meanwhile the item arrived, which p_delivered does not say; the letter is due again.
-- Decision 677.
create or replace function write_paid_letter(
  p_order text, p_delivered boolean, p_document bigint, p_target text, p_locale text, p_body bytea, p_hours int
) returns boolean language plpgsql as $$
declare
  who bigint;
begin
  select l.account_id into who from order_letter l where l.order_no = p_order and l.event = 'paid';
  perform from account a where a.account_id = who for key share;
  perform from order_letter l where l.order_no = p_order and l.event = 'paid'
    and (l.delivered_at is not null) = p_delivered and l.written_at is null for update;
  if not found or not write_order_letter(p_order, 'paid', '', p_target, p_locale, p_body, p_hours) then
    return false;
  end if;
  update document_due d set mailed_at = app_now()
   where d.due_id = p_document and d.done_at is not null and d.mailed_at is null;
  return true;
end $$;

-- Deletes a player's letters, sent or not, together with the player's data. An unsent confirmation of a withdrawal
-- stays until it was sent: confirmation_ended. Decision 494.
create or replace function letters_left() returns trigger language plpgsql as $$
begin
  delete from order_letter where account_id = new.account_id;
  delete from message where account_id = new.account_id and not (kind = 'withdrawal' and state = 'pending');
  return null;
end $$;

-- Deletes the confirmation of a withdrawal once it was sent or given up, if its player's data was deleted before.
create or replace function confirmation_ended() returns trigger language plpgsql as $$
begin
  delete from message m using account a
   where m.message_id = new.message_id and a.account_id = new.account_id and a.deleted_at is not null;
  return null;
end $$;
