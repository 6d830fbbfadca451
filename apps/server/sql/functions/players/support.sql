-- Requests to customer service.

-- Keeps a request and writes the mail about it, in one transaction. The same key is the same request. Refusals:
-- again (the key was used for another request), address and all (the hour's limits). Decision 192.
create or replace function ask_support(
  p_number text, p_key text, p_hash bytea, p_account text, p_order text, p_email text, p_text text, p_locale text,
  p_address text, p_address_hourly int, p_hourly int, p_target text, p_mail bytea, out refusal text, out number text
) language plpgsql as $$
declare
  t timestamptz := app_now(); known record; recent record; mail bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('support', 0));
  select s.number, s.idem_hash into known from support_request s where s.idem_key = p_key;
  if found then
    if known.idem_hash <> p_hash then refusal := 'again'; else number := known.number; end if;
    return;
  end if;
  select count(*) filter (where s.address = p_address) as here, count(*) as everywhere into recent
    from support_request s where s.created_at > t - interval '1 hour';
  if recent.here >= p_address_hourly then refusal := 'address'; return; end if;
  if recent.everywhere >= p_hourly then refusal := 'all'; return; end if;
  if p_target is not null then
    mail := queue_message('email', p_target, 'support_request', p_locale, p_mail, interval '168 hours');
  end if;
  insert into support_request (number, idem_key, idem_hash, account, order_no, email, body, locale, address, message_id,
    created_at)
  values (p_number, p_key, p_hash, p_account, p_order, p_email, p_text, p_locale, p_address, mail, t);
  number := p_number;
end $$;

-- Deletes a player's requests and their mail.
create or replace function forget_requests(
  p_email text, p_names text[], p_account bigint
) returns void language plpgsql as $$
begin
  with gone as (
    delete from support_request s
     where s.email = p_email or lower(s.account) = any(p_names)
       or (s.order_no <> '' and exists (select 1 from orders o
         where o.order_no = s.order_no and o.account_id = p_account))
    returning s.message_id)
  delete from message m using gone where m.message_id = gone.message_id;
end $$;

-- Deletes requests, with their mail, after the shop's retention time.
create or replace function drop_old_requests(p_days int) returns void language sql as $$
  with gone as (
    delete from support_request s where s.created_at < app_now() - make_interval(days => p_days) returning s.message_id)
  delete from message m using gone where m.message_id = gone.message_id
$$;

-- A player's requests are deleted with the player's data.
create or replace function requests_left() returns trigger language plpgsql as $$
begin
  perform forget_requests(lower(old.email), array[lower(old.uid), lower(old.login), lower(old.email), old.phone],
    old.account_id);
  return null;
end $$;
