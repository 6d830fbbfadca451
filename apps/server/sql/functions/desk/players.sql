-- What the desk sees of a player and does about one. These functions run with their owner's rights, because the
-- desk's role may change no table of the shop.

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
