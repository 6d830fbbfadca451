-- Accounts, characters and servers as the game sends them, and the game's keys.

-- Stores a signature; `fresh` is false if it was used before. Decision 37.
create or replace function see_signature(p_signature bytea, out fresh boolean) language plpgsql as $$
begin
  insert into game_signature (signature, seen_at) values (p_signature, app_now()) on conflict do nothing;
  fresh := found;
end $$;

-- Adds a key. Refusals: id_taken (an id that was ever used), two_live (two keys live already).
create or replace function add_game_key(p_id text, p_sealed bytea, out refusal text) language plpgsql as $$
begin
  lock table game_key in share row exclusive mode;
  if exists (select 1 from game_key where key_id = p_id) then refusal := 'id_taken'; return; end if;
  if (select count(*) from game_key where revoked_at is null) >= 2 then refusal := 'two_live'; return; end if;
  insert into game_key (key_id, sealed, created_at) values (p_id, p_sealed, app_now());
  perform pg_notify('hc_bus', 'game-key:' || p_id);
end $$;

-- Adds an ed25519 key, of which the shop keeps the public half alone. Refusals: id_taken, two_live. Decision 384.
create or replace function add_game_public_key(p_id text, p_public bytea, out refusal text) language plpgsql as $$
begin
  lock table game_key in share row exclusive mode;
  if exists (select 1 from game_key where key_id = p_id) then refusal := 'id_taken'; return; end if;
  if (select count(*) from game_key where revoked_at is null) >= 2 then refusal := 'two_live'; return; end if;
  insert into game_key (key_id, sealed, public_key, created_at) values (p_id, '', p_public, app_now());
  perform pg_notify('hc_bus', 'game-key:' || p_id);
end $$;

-- Ends a key; `revoked` is false where no live key has this id.
create or replace function revoke_game_key(p_id text, out revoked boolean) language plpgsql as $$
begin
  update game_key set revoked_at = app_now() where key_id = p_id and revoked_at is null;
  revoked := found;
  perform pg_notify('hc_bus', 'game-key:' || p_id);
end $$;

-- The field that this account would share with another one after the change, or null. A login may not be another's
-- uid, for both sign in by the same field. Decision 33.
create or replace function account_taken(
  p_uid text, p_login text, p_email text, p_phone text
) returns text language sql stable as $$
  select case when exists (select 1 from account where uid <> p_uid and (login in (p_login, p_uid) or uid = p_login))
    then 'account'
              when exists (select 1 from account where uid <> p_uid and email = p_email) then 'email'
              when exists (select 1 from account where uid <> p_uid and phone = p_phone) then 'phone' end
$$;

-- What the game says of an account. Fields that are not in p stay as they are; null removes. `same` is the hash that
-- the game's password was compared with and found equal: where the account has another one by now (PasswordChanged),
-- the caller compares again. What a change ends, the account's triggers end. Refusals name the field that another
-- account has. Decisions 30 and 151.
create or replace function put_account(p jsonb, out refusal text, out field text, out created boolean)
language plpgsql as $$
declare
  a account; b account; who text := p->>'uid'; i record;
begin
  select * into a from account where uid = who for no key update;
  created := not found;
  if p ? 'same' and a.password_hash is distinct from p->>'same' then refusal := 'PasswordChanged'; return; end if;
  field := account_taken(who, p->>'account', p->>'email', p->>'phone');
  if field is null then
    select 'identities.' || e.key into field from jsonb_each_text(coalesce(p->'identities', '{}')) e
      join external_identity x on x.provider = e.key and x.subject = e.value
     where x.account_id is distinct from a.account_id limit 1;
  end if;
  if field is not null then refusal := 'AccountTaken'; return; end if;
  if created then
    insert into account (uid, login, password_hash, email, phone, email_login, disabled)
    values (who, p->>'account', p->>'hash', p->>'email', p->>'phone',
      (p->>'emailLogin')::boolean, (p->>'disabled')::boolean)
    returning * into a;
  else
    b := a;
    b.login := p->>'account'; b.password_hash := coalesce(p->>'hash', a.password_hash);
    b.email_login := (p->>'emailLogin')::boolean; b.disabled := (p->>'disabled')::boolean;
    if p ? 'email' then b.email := p->>'email'; end if;
    if p ? 'phone' then b.phone := p->>'phone'; end if;
    if b is distinct from a then
      update account set login = b.login, password_hash = b.password_hash, email = b.email, phone = b.phone,
        email_login = b.email_login, disabled = b.disabled where account_id = a.account_id;
      perform pg_notify('hc_bus', 'session:' || a.account_id);
    end if;
  end if;
  for i in select key, value from jsonb_each_text(coalesce(p->'identities', '{}')) loop
    delete from external_identity
     where account_id = a.account_id and provider = i.key and subject is distinct from i.value;
    if i.value is not null then
      insert into external_identity (provider, subject, account_id, made_by)
      values (i.key, i.value, a.account_id, 'game') on conflict (provider, subject) do update set made_by = 'game';
    end if;
  end loop;
  if p ? 'country' then
    delete from account_signal
     where account_id = a.account_id and signal = 'game' and country is distinct from p->>'country';
    if p->>'country' is not null then
      insert into account_signal (account_id, signal, country, at)
      values (a.account_id, 'game', p->>'country', app_now()) on conflict (account_id, signal) do nothing;
    end if;
    perform pg_notify('hc_bus', 'account-market:' || a.account_id);
  end if;
end $$;

-- Sets a server's name and whether it is open; a new server comes last in the lists.
create or replace function put_game_server(p jsonb, out created boolean) language plpgsql as $$
begin
  update game_server set name = p->>'name', status = (p->>'status')::smallint where server_id = p->>'server_id';
  created := not found;
  if created then
    insert into game_server (server_id, name, status, sort)
    values (p->>'server_id', p->>'name', (p->>'status')::smallint,
      (select coalesce(max(sort) + 1, 0) from game_server));
  end if;
end $$;

-- A role of an account on a server; it may have been another account's.
create or replace function put_game_role(p jsonb, out refusal text, out created boolean) language plpgsql as $$
declare
  owner bigint; r game_role;
begin
  select account_id into owner from account where uid = p->>'uid';
  if not found then refusal := 'GameAccountNotFound'; return; end if;
  if not exists (select 1 from game_server where server_id = p->>'server_id') then
    refusal := 'ServerNotFound'; return;
  end if;
  select * into r from game_role where server_id = p->>'server_id' and role_id = p->>'role_id' for update;
  created := not found;
  if created then
    insert into game_role (server_id, role_id, account_id, name, level)
    values (p->>'server_id', p->>'role_id', owner, p->>'name', (p->>'level')::int);
  elsif (r.account_id, r.name, r.level) is distinct from (owner, p->>'name', (p->>'level')::int) then
    update game_role set account_id = owner, name = p->>'name', level = (p->>'level')::int
      where server_id = r.server_id and role_id = r.role_id;
    -- The bonuses of a role also store its owner.
    if r.account_id <> owner then perform pg_notify('hc_bus', 'bonus:' || r.server_id || '/' || r.role_id); end if;
  end if;
end $$;

-- Runs operations of the game in their order, each wholly or not at all; a refused one does not stop the others.
-- Calls queue, so that two calls with the same rows in another order cannot deadlock. Decision 32.
create or replace function put_game(
  p_operations jsonb
) returns table (ord int, refusal text, field text, created boolean) language plpgsql as $$
declare
  op jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('put_game', 0));
  ord := -1;
  for op in select value from jsonb_array_elements(p_operations) loop
    ord := ord + 1; refusal := null; field := null; created := null;
    begin
      case op->>'type'
        when 'account' then select f.refusal, f.field, f.created into refusal, field, created from put_account(op) f;
        when 'server' then select f.created into created from put_game_server(op) f;
        else select f.refusal, f.created into refusal, created from put_game_role(op) f;
      end case;
    exception when unique_violation then
      refusal := 'AccountTaken'; field := ''; created := null;
    end;
    return next;
  end loop;
end $$;
