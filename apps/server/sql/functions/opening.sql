-- Whether the shop sells. Decision 736.

-- Whether nothing may be ordered or redeemed now.
create or replace function shop_closed() returns boolean language sql stable as $$
  select coalesce((select o.state = 'closed' from opening o order by o.opening_id desc limit 1), false)
$$;

-- 'open'; 'soon': it was never open; 'closed': it was.
create or replace function shop_opening() returns text language sql stable as $$
  select case when not shop_closed() then 'open'
    when exists (select from opening o where o.state = 'open') then 'closed' else 'soon' end
$$;

-- Whether an account may begin an order, or redeem a code. What has begun goes on in a closed shop: it is paid,
-- delivered and refunded.
create or replace function may_begin(p_account bigint) returns boolean language sql stable as $$
  select not shop_closed() or exists (select from opening_buyer b where b.account_id = p_account)
$$;

-- The rule itself, on each row with which something begins: no way into these tables passes it. The functions that
-- players' calls use ask may_begin first, for a refusal that clients know.
create or replace function refuse_while_closed() returns trigger language plpgsql as $$
begin
  if shop_closed() and exists (select from made m where not may_begin(m.account_id)) then
    raise exception 'the shop is closed: nothing is written to %', tg_table_name using errcode = '23514';
  end if;
  return null;
end $$;

-- The first start of a shop whose setting says OPENING=closed. A shop that has a row stays as it is.
create or replace function begin_closed() returns void language sql as $$
  insert into opening (at, state, by, why)
  select app_now(), 'closed', 'setting', 'OPENING=closed' where not exists (select from opening)
$$;

-- Opens the shop. Its checklist is the caller's. p_subject is `shop`.
create or replace function open_shop(
  p_subject text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('opening', 0));
  did := shop_closed();
  if not did then return; end if;
  insert into opening (at, state, by, why) values (app_now(), 'open', p_by, p_note);
  delete from opening_buyer;
  perform note_action('open_shop', p_subject, '', p_by, p_note);
end $$;

-- Closes the shop.
create or replace function close_shop(
  p_subject text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('opening', 0));
  did := not shop_closed();
  if not did then return; end if;
  insert into opening (at, state, by, why) values (app_now(), 'closed', p_by, p_note);
  perform note_action('close_shop', p_subject, '', p_by, p_note);
end $$;

-- Lets one player order in a closed shop. p_subject is the player's uid. Refusals: not_found, exists (the shop is
-- open).
create or replace function let_buy(
  p_subject text, p_by text, p_note text, out refusal text, out did boolean
) language plpgsql as $$
declare
  id bigint;
begin
  did := false;
  perform pg_advisory_xact_lock(hashtextextended('opening', 0));
  if not shop_closed() then refusal := 'exists'; return; end if;
  select a.account_id into id from account a where a.uid = p_subject and not a.disabled;
  if not found then refusal := 'not_found'; return; end if;
  insert into opening_buyer (account_id, at, by) values (id, app_now(), p_by) on conflict do nothing;
  did := found;
  if did then perform note_action('let_buy', p_subject, '', p_by, p_note); end if;
end $$;

-- Stores what the machine saw of itself.
create or replace function desk.note_look(p_facts jsonb) returns void language sql as $$
  insert into desk.machine_look (at, facts) values (app_now(), p_facts)
  on conflict (one) do update set at = excluded.at, facts = excluded.facts
$$;

-- Stores how a call of HEARTBEAT_URL ended.
create or replace function desk.note_heartbeat(p_ok boolean, p_detail text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into desk.outside_heartbeat as h (called_at, answered_at, detail)
  values (app_now(), case when p_ok then app_now() end, p_detail)
  on conflict (one) do update set called_at = excluded.called_at,
    answered_at = coalesce(excluded.answered_at, h.answered_at), detail = excluded.detail
$$;
