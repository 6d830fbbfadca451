-- Withdrawing from a contract (Directive 2011/83/EU, articles 9 to 16; the button: article 11a, Directive (EU)
-- 2023/2673). Lock order: the statement's order (advisory), the order's row, the statement.

-- Tells processes to reload packs and texts, which they keep in memory. Decision 390.
create or replace function law_changed() returns trigger language plpgsql as $$
begin
  perform note_content('law');
  return null;
end $$;

-- Enables a country's pack in place of the former one. p_rules come from packages/domain/src/law. A pack that is
-- enabled again is valid from now.
create or replace function enable_law_pack(
  p_country text, p_version int, p_valid_from date, p_rules jsonb, p_source text, p_by text
) returns void language plpgsql as $$
begin
  update law_pack set ended_by = p_by, ended_at = app_now()
   where country = p_country and version <> p_version and ended_at is null;
  insert into law_pack (country, version, valid_from, rules, source, enabled_by, enabled_at)
  values (p_country, p_version, p_valid_from, p_rules, p_source, p_by, app_now())
  on conflict (country, version) do update
    set rules = excluded.rules, source = excluded.source, enabled_by = p_by, enabled_at = app_now(), ended_by = null,
      ended_at = null
   where law_pack.ended_at is not null;
end $$;

-- Disables a country's pack. Orders that were made under it keep its promises.
create or replace function end_law_pack(p_country text, p_by text) returns boolean language plpgsql as $$
begin
  update law_pack set ended_by = p_by, ended_at = app_now() where country = p_country and ended_at is null;
  return found;
end $$;

-- Writes a version of a legal text, p_bodies by locale. An existing version stays as it is.
create or replace function save_legal_text(
  p_kind text, p_version int, p_bodies jsonb, p_valid_from timestamptz
) returns void language sql as $$
  insert into legal_text (kind, version, locale, body, hash, valid_from)
  select p_kind, p_version, b.key, b.value, sha256(convert_to(b.value, 'UTF8')), p_valid_from
    from jsonb_each_text(p_bodies) b
  on conflict do nothing
$$;

-- A statement never changes. Only its outcome, and the address that it came from, may change.
create or replace function withdrawal_frozen() returns trigger language plpgsql as $$
begin
  if (old.number, old.same_key, old.order_no, old.account_id, old.name, old.contact, old.locale, old.text_version,
      old.stated_at)
    is distinct from (new.number, new.same_key, new.order_no, new.account_id, new.name, new.contact, new.locale,
      new.text_version, new.stated_at) or new.address not in (old.address, '') then
    raise exception 'withdrawal %: a statement never changes', old.number using errcode = '42501';
  end if;
  return new;
end $$;

-- Notes that the mail that repeats the buyer's waiver has been sent. Without this mail, or the file in its place,
-- nothing was waived. Decisions 391 and 585.
create or replace function waiver_mailed() returns trigger language plpgsql as $$
begin
  insert into consent (order_no, account_id, kind, text_version, locale, at)
  select c.order_no, c.account_id, 'waiver_mail', c.text_version, new.locale, app_now() from consent c
   where c.order_no = new.order_no and c.kind = 'waiver'
  on conflict do nothing;
  return null;
end $$;

-- Notes that the buyer fetched the file that confirms the waiver of a paid order. False: there is no such order, or
-- nothing to confirm. Decision 585.
create or replace function waiver_fetched(p_order text, p_account bigint, p_locale text) returns boolean
language plpgsql as $$
begin
  perform from orders o join consent c on c.order_no = o.order_no and c.kind = 'waiver'
   where o.order_no = p_order and o.account_id = p_account and o.paid_at is not null;
  if not found then return false; end if;
  insert into consent (order_no, account_id, kind, text_version, locale, at)
  select c.order_no, c.account_id, 'waiver_file', c.text_version, p_locale, app_now() from consent c
   where c.order_no = p_order and c.kind = 'waiver'
  on conflict do nothing;
  return true;
end $$;

-- Whether the confirmation of an order's waiver waits for its buyer as a file: the order is paid, and no letter brought
-- it or is on its way. The account had no address, the shop sends no mail, or the letter failed. Decision 585.
create or replace function waiver_waits(o orders) returns boolean language sql stable as $$
  select o.status in (2, 4) and exists (select from consent c where c.order_no = o.order_no and c.kind = 'waiver')
    and not exists (select from consent c where c.order_no = o.order_no and c.kind = 'waiver_mail')
    and not exists (select from order_letter l
      where l.order_no = o.order_no and l.event = 'paid' and l.written_at is null)
    and not exists (select from message m
      where m.order_no = o.order_no and m.kind = 'order_paid' and m.state <> 'failed')
$$;

-- Until when an order may be withdrawn from, and whether the buyer waived the right; nulls where there is no right. The
-- day of the contract does not count (regulation 1182/71, article 3). The last day has ended in all of the Union two
-- hours after it ended in UTC; the shop adds a whole day instead.
create or replace function withdraw_right(o orders, out until timestamptz, out waived boolean)
language sql stable as $$
  select date_trunc('day', coalesce(o.paid_at, o.created_at), 'UTC')
        + make_interval(days => (t.texts->>'days')::int + 2),
      o.order_type = 'item' and o.delivered_at is not null
        and exists (select from consent c where c.order_no = o.order_no and c.kind = 'waiver')
        and exists (select from consent c
          where c.order_no = o.order_no and c.kind in ('waiver_mail', 'waiver_file'))
    from order_terms t
   where o.base_cents is not null and t.order_no = o.order_no and t.texts ? 'days'
$$;

-- Whether no points of a pack were spent: the wallet still holds as many points of each kind.
create or replace function pack_is_whole(o orders) returns boolean language sql stable as $$
  select not exists (select from ledger_journal j
    join ledger_account a on a.account_id = o.account_id and a.kind = 'wallet'
   where j.reason = 'top_up' and j.order_no = o.order_no
     and a.balance < case a.unit when 'HCB' then j.basic_points else j.present_points end)
$$;

-- The outcome of a statement about an order. The caller holds the order's row lock. An unpaid order is cancelled on any
-- day, because its period has not begun. Decision 434.
create or replace function withdrawal_outcome(o orders) returns text language plpgsql stable as $$
declare
  r record;
begin
  select * into r from withdraw_right(o);
  return case
    when o.status = 5 then 'refunded'
    when r.until is null then 'no_right'
    when o.status in (1, 3, 6) then 'cancelled'
    when app_now() >= r.until then 'late'
    when r.waived then 'waived'
    when o.order_type = 'coin' and not pack_is_whole(o) or is_disputed(o.order_no) then 'person'
    else 'refund' end;
end $$;

-- Stores an outcome with its event. An outcome that needs nothing more closes the statement.
create or replace function set_withdrawal_outcome(
  p_number text, p_outcome text, p_by text, p_reason text
) returns void language plpgsql as $$
begin
  update withdrawal set outcome = p_outcome,
    closed_at = case when p_outcome in ('cancelled', 'refund', 'person') then null else app_now() end
   where number = p_number;
  insert into withdrawal_event (number, outcome, by, reason, at)
  values (p_number, p_outcome, p_by, p_reason, app_now());
end $$;

-- Carries out a statement's outcome. The caller holds the order's row lock. Gives the outcome that came of it. Whether
-- a pack is whole is looked at again under the wallet's lock, which then holds until the points are taken. An unpaid
-- order expires now, and its gateway is told to cancel it. follow_withdrawals gives back money that comes all
-- the same.
create or replace function act_on_withdrawal(p_number text, o orders, p_outcome text) returns text
language plpgsql as $$
declare
  refused text;
begin
  if p_outcome = 'cancelled' and o.status = 1 then
    update orders set expires_at = least(expires_at, app_now()), next_check_at = app_now()
     where order_no = o.order_no;
  elsif p_outcome = 'refund' then
    if o.order_type = 'coin' then
      perform lock_rebate(o);
      perform lock_wallets(rebate_owners(array[o.order_no]) || o.account_id);
      if not pack_is_whole(o) then return 'person'; end if;
    end if;
    select r.refusal into refused from request_refund(o.order_no, 'withdrawal ' || p_number, 'job:withdrawal') r;
    if refused is not null then return 'person'; end if;
  end if;
  return p_outcome;
end $$;

-- Stores a statement of withdrawal. It takes effect at once if the order belongs to the session's account (p_account).
-- Otherwise a person compares first, whatever address was typed (p_email), so that nobody undoes a stranger's purchase:
-- an order's number and its buyer's address are no secrets. The same statement again gives the first one. Refusals:
-- address (the hour's limit). Decisions 392 and 578.
create or replace function state_withdrawal(
  p_number text, p_key bytea, p_order text, p_account bigint, p_email text, p_name bytea, p_contact bytea,
  p_locale text, p_version int, p_address text, p_hourly int,
  out refusal text, out number text, out outcome text, out at timestamptz, out own boolean)
language plpgsql as $$
declare
  o orders; w withdrawal;
begin
  perform pg_advisory_xact_lock(hashtextextended('withdrawal:' || p_order, 0));
  select * into o from orders where order_no = p_order for update;
  own := found and coalesce(o.account_id = p_account, false);
  select * into w from withdrawal x
   where x.same_key = p_key or (own and x.order_no = p_order and x.account_id = o.account_id)
   order by x.account_id is null limit 1;
  if found then
    number := w.number; outcome := w.outcome; at := w.stated_at;
    return;
  end if;
  if p_hourly <= (select count(*) from withdrawal x
    where x.stated_at > app_now() - interval '1 hour' and x.address = p_address) then
    refusal := 'address';
    return;
  end if;
  number := p_number; at := app_now();
  outcome := case when own then withdrawal_outcome(o) else 'person' end;
  insert into withdrawal (number, same_key, order_no, account_id, name, contact, locale, text_version, stated_at,
    outcome, address)
  values (p_number, p_key, p_order, case when own then o.account_id end, p_name, p_contact, p_locale, p_version, at,
    outcome, p_address);
  if own then outcome := act_on_withdrawal(p_number, o, outcome); end if;
  perform set_withdrawal_outcome(p_number, outcome, case when own then 'player' else 'visitor' end, '');
end $$;

-- Stores a person's decision about a statement: `refund` gives the money back, `refused` does not. p_order is the order
-- that the statement means, which may be another one than the buyer wrote. Refusals: not_found, done (it was decided
-- before), and those of request_refund. Decision 556.
create or replace function decide_withdrawal(
  p_number text, p_order text, p_outcome text, p_by text, p_reason text, out refusal text
) language plpgsql as $$
declare
  o orders; w withdrawal; r record;
begin
  if p_outcome not in ('refund', 'refused') then
    raise exception 'a withdrawal ends by refund or refused' using errcode = '22023';
  end if;
  select * into o from orders where order_no = p_order for update;
  if p_outcome = 'refund' and not found then refusal := 'not_found'; return; end if;
  select * into w from withdrawal x where x.number = p_number for update;
  if not found then refusal := 'not_found'; return; end if;
  if w.outcome not in ('person', 'waived', 'late', 'no_right') then refusal := 'done'; return; end if;
  if p_outcome = 'refund' then
    select * into r from request_refund(p_order, 'withdrawal ' || p_number, p_by);
    if r.refusal is not null then refusal := r.refusal; return; end if;
    update withdrawal set refund_order = nullif(p_order, w.order_no) where number = p_number;
  end if;
  perform set_withdrawal_outcome(p_number, p_outcome, p_by, p_reason);
  perform note_action('decide_withdrawal', p_number, p_order, p_by, p_reason);
end $$;

-- Follows up open statements, oldest first. Money that came late goes back. A refund that is done closes its statement.
-- A refund that failed waits for a person. Gives how many statements changed.
create or replace function follow_withdrawals(p_limit int) returns int language plpgsql as $$
declare
  c record; o orders; w withdrawal; asked refund_request; changed int := 0; became text;
begin
  -- Statements that only wait for time are left out, so they do not use up the limit.
  for c in select x.number, y.order_no from withdrawal x
             join orders y on y.order_no = coalesce(x.refund_order, x.order_no)
             left join refund_request q on q.order_no = y.order_no
            where x.closed_at is null and (x.outcome = 'cancelled' and (y.status not in (1, 3, 6)
                or y.status <> 1 and y.next_check_at is null and y.expires_at < app_now() - interval '60 days')
              or x.outcome = 'refund' and (y.status = 5 or q.state in ('refused', 'failed')))
            order by x.stated_at limit p_limit loop
    select * into o from orders where order_no = c.order_no for update;
    select * into w from withdrawal x where x.number = c.number for update;
    continue when not found or w.outcome not in ('cancelled', 'refund') or w.closed_at is not null;
    select * into asked from refund_request where order_no = c.order_no;
    if o.status = 5 then became := 'refunded';
    elsif o.status in (2, 4) and w.outcome = 'cancelled' then became := act_on_withdrawal(w.number, o, 'refund');
    elsif o.status in (2, 4) and asked.state in ('refused', 'failed') then became := 'person';
    elsif o.status in (3, 6) and o.next_check_at is null and o.expires_at < app_now() - interval '60 days' then
      update withdrawal set closed_at = app_now() where number = w.number;
      changed := changed + 1;
      continue;
    else continue; end if;
    perform set_withdrawal_outcome(w.number, became, 'job:withdrawal', '');
    changed := changed + 1;
    -- A refund has locked a wallet, and orders are locked before wallets: the next call goes on.
    exit when became = 'refund';
  end loop;
  return changed;
end $$;

-- Leases statements whose outcome was not mailed yet.
create or replace function lease_withdrawals(p_limit int, p_lease_seconds int)
returns table (number text, order_no text, outcome text, told text, own boolean, name bytea, contact bytea, locale text,
  text_version int, stated_at timestamptz)
language sql as $$
  update withdrawal w set lease_until = app_now() + make_interval(secs => p_lease_seconds)
   where w.number in (select x.number from withdrawal x
     where x.told is distinct from x.outcome and x.lease_until <= app_now()
     order by x.lease_until limit p_limit for update skip locked)
  returning w.number, w.order_no, w.outcome, w.told, w.account_id is not null, w.name, w.contact, w.locale,
    w.text_version, w.stated_at
$$;

-- Writes the mail that tells an outcome, once. Null p_target: no mail is sent. The order's own letter tells that a
-- refund was made. A statement without a session names any address, so one address gets three such mails an hour and
-- all together a hundred; the others wait. Decision 578.
create or replace function tell_withdrawal(
  p_number text, p_outcome text, p_target text, p_locale text, p_body bytea, p_hours int
) returns boolean language plpgsql as $$
declare
  w withdrawal; mail bigint;
begin
  select * into w from withdrawal x where x.number = p_number for update;
  if not found or w.outcome <> p_outcome or w.told is not distinct from p_outcome then return false; end if;
  if p_target is not null and w.account_id is null and (
    3 <= (select count(*) from message m where m.target = p_target and m.kind = 'withdrawal'
      and m.account_id is null and m.created_at > app_now() - interval '1 hour')
    or 100 <= (select count(*) from message m where m.channel = 'email' and m.kind = 'withdrawal'
      and m.account_id is null and m.created_at > app_now() - interval '1 hour')) then
    update withdrawal set lease_until = app_now() + interval '10 minutes' where number = p_number;
    return false;
  end if;
  if p_target is not null then
    mail := queue_message('email', p_target, 'withdrawal', p_locale, p_body, make_interval(hours => p_hours),
      w.account_id);
  end if;
  update withdrawal set told = p_outcome, acked_message = coalesce(mail, acked_message), lease_until = '-infinity'
   where number = p_number;
  return true;
end $$;
