-- Keys of the game at the desk. After two people have agreed, the desk calls the functions of the command.
-- Decision 344.

-- Makes the key that two people agreed on, once. Refusals: taken (used or expired, or another person's), id_taken,
-- two_live.
create or replace function desk.take_game_key(
  p_grant bigint, p_staff bigint, p_id text, p_sealed bytea, out refusal text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from desk.game_key_grant g where g.grant_no = p_grant and g.staff_id = p_staff and g.taken_at is null
    and g.until > app_now() for update;
  if not found then refusal := 'taken'; return; end if;
  select r.refusal into refusal from add_game_key(p_id, p_sealed) r;
  if refusal is not null then return; end if;
  update desk.game_key_grant set taken_at = app_now(), key_id = p_id where grant_no = p_grant;
end $$;

-- The same for a key whose private half only the game has.
create or replace function desk.take_game_public_key(
  p_grant bigint, p_staff bigint, p_id text, p_public bytea, out refusal text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select t.refusal into refusal from desk.take_game_key(p_grant, p_staff, p_id, '') t;
  if refusal is not null then return; end if;
  update game_key set public_key = p_public where key_id = p_id;
  perform desk.note('game_key', p_id, jsonb_build_object('public_key', 'whpk_' || encode(p_public, 'base64')));
end $$;

-- Ends a key of the game. Refusals: gone (no key in use has this id), last (no other key is in use).
create or replace function desk.end_game_key(p_id text, out refusal text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table game_key in share row exclusive mode;
  if not exists (select 1 from game_key k where k.key_id = p_id and k.revoked_at is null) then
    refusal := 'gone'; return;
  end if;
  if not exists (select 1 from game_key k where k.key_id <> p_id and k.revoked_at is null) then
    refusal := 'last'; return;
  end if;
  perform revoke_game_key(p_id);
  perform desk.note('game_key', p_id, '{"revoked": true}');
end $$;
