-- Failed sign-ins and their limits.

-- The hash of a typed name, by which tries are counted, so that no typed text is stored.
create or replace function name_key(p_name text) returns text language sql immutable as $$
  select encode(sha256(convert_to(p_name, 'UTF8')), 'hex')
$$;

-- Reserves a try at p_uid's password (null: no account) from one address. p_name: the typed name, where errors are
-- uniform: a name has ten tries, whether or not it is an account. `counted` is false if the account's own tries are
-- used up; then no password may be checked. Refusals: account, address. Decisions 153 and 154.
create or replace function reserve_try(
  p_uid text, p_name text, p_ip text, p_max int, p_ip_max int, p_window interval, out refusal text,
  out try_id bigint, out counted boolean
) language plpgsql as $$
declare
  since timestamptz := app_now() - p_window;
  used_up boolean;
begin
  -- Always in this order: address, name, account.
  perform pg_advisory_xact_lock(hashtextextended('tries from:' || p_ip, 0));
  if p_name is not null then perform pg_advisory_xact_lock(hashtextextended('tries by:' || p_name, 0)); end if;
  if p_uid is not null then perform pg_advisory_xact_lock(hashtextextended('tries at:' || p_uid, 0)); end if;
  if (select count(*) from sign_in_failure f where f.client_ip = p_ip and f.failed_at > since) >= p_ip_max then
    refusal := 'address';
    return;
  end if;
  counted := p_uid is not null
    and (select count(*) from sign_in_failure f where f.login_key = p_uid and f.failed_at > since) < p_max;
  used_up := p_uid is not null and not counted;
  if p_name is not null then
    used_up := p_max <= (select count(*) from sign_in_failure f
                          where f.name_key = name_key(p_name) and f.failed_at > since);
  end if;
  if used_up then refusal := 'account'; return; end if;
  insert into sign_in_failure as f (login_key, client_ip, failed_at, name_key)
  values (case when counted then p_uid else '' end, p_ip, app_now(), name_key(p_name)) returning f.try_id into try_id;
end $$;

-- A uid changes only at the deletion of the player's data; then its names are deleted, too.
create or replace function tries_forgotten() returns trigger language plpgsql as $$
begin
  delete from sign_in_failure f
   where f.login_key = old.uid or f.name_key in (name_key(old.uid), name_key(old.login), name_key(old.email));
  return null;
end $$;
