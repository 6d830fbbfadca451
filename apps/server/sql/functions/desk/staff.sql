-- The desk's people: sessions, factors, invitations, single sign-on.

-- The person who signs in as p_subject of p_issuer. A known subject is its person, whatever address it has now (OpenID
-- Connect Core, 5.7). Anybody else has the verified address p_email (null: none) at the desk, or an open invitation to
-- it, which this call accepts. Roles come from the invitation and never from the provider. null: nobody has the
-- address, the person is suspended, or the address belongs to another subject.
create or replace function desk.sso_person(p_issuer text, p_subject text, p_email text) returns bigint
language plpgsql as $$
declare
  person desk.staff;
  invited desk.staff_invitation;
begin
  select p.* into person from desk.staff_sso l join desk.staff p using (staff_id)
    where l.issuer = p_issuer and l.subject = p_subject for update of p;
  if found then return case when person.suspended_at is null then person.staff_id end; end if;
  select * into person from desk.staff p where p.email = p_email for update;
  if person.suspended_at is not null then return null; end if;
  if person.staff_id is null then
    update desk.staff_invitation v set used_at = app_now()
     where v.token_hash = (select o.token_hash from desk.staff_invitation o
        where o.email = p_email and o.used_at is null and o.expires_at > app_now()
        order by o.expires_at desc limit 1 for update)
       and v.used_at is null returning v.* into invited;
    if not found then return null; end if;
    insert into desk.staff as p (email, name) values (invited.email, invited.name)
    on conflict (email) do nothing returning p.* into person;
    if person.staff_id is null then return null; end if;
    insert into desk.staff_role (staff_id, role_key) select person.staff_id, r from unnest(invited.roles) r;
  end if;
  insert into desk.staff_sso (issuer, subject, staff_id) values (p_issuer, p_subject, person.staff_id)
  on conflict do nothing;
  return (select l.staff_id from desk.staff_sso l
    where l.issuer = p_issuer and l.subject = p_subject and l.staff_id = person.staff_id);
end $$;

-- Whether a person can sign in to the desk: by a password, a passkey, or single sign-on.
create or replace function desk.has_way_in(p_staff bigint) returns boolean language sql stable as $$
  select exists (select 1 from desk.staff p where p.staff_id = p_staff and p.password_hash is not null)
    or exists (select 1 from desk.staff_passkey k where k.staff_id = p_staff)
    or exists (select 1 from desk.staff_sso l where l.staff_id = p_staff)
$$;

-- The person of a session, and what they may do now. p_idle: a session ends after this time without a call of theirs.
-- This one does not count as such: a page repeats it by itself. Decision 501.
create or replace function desk.who_looks(p_token bytea, p_idle interval)
returns table (
  staff_id bigint, session_id uuid, email text, name text, locale text, zone text, csrf text, fresh boolean,
  recovery boolean, ends_at timestamptz, roles text[], permissions jsonb, decides text[], limits jsonb
) language sql as $$
  select p.staff_id, s.session_id, p.email, p.name, p.locale, p.zone, s.csrf, s.fresh_until > app_now(), s.recovery,
    s.ends_at, held.roles, held.permissions, held.decides, held.limits
    from desk.staff_session s join desk.staff p using (staff_id), lateral desk.held_by(p.staff_id) held
   where s.token_hash = p_token and s.ended_at is null and s.seen_at > app_now() - p_idle and s.ends_at > app_now()
     and p.suspended_at is null
$$;

-- The same for a call that a person makes. seen_at is exact to a minute: a session writes once a minute at most.
create or replace function desk.who(p_token bytea, p_idle interval)
returns table (
  staff_id bigint, session_id uuid, email text, name text, locale text, zone text, csrf text, fresh boolean,
  recovery boolean, ends_at timestamptz, roles text[], permissions jsonb, decides text[], limits jsonb
) language plpgsql as $$
declare
  t timestamptz := app_now();
begin
  update desk.staff_session s set seen_at = t
   where s.token_hash = p_token and s.ended_at is null and s.seen_at < t - interval '1 minute'
     and s.seen_at > t - p_idle and s.ends_at > t;
  return query
  select w.staff_id, w.session_id, w.email, w.name, w.locale, w.zone, w.csrf, w.fresh, w.recovery, w.ends_at, w.roles,
    w.permissions, w.decides, w.limits
    from desk.who_looks(p_token, p_idle) w;
end $$;

-- A person's roles, and the permissions and limits that these give together. Where two roles differ, the freer mark and
-- the larger limit count.
create or replace function desk.held_by(
  p_staff bigint, out roles text[], out permissions jsonb, out decides text[], out limits jsonb
) language sql stable as $$
  with held as (
    select r.* from desk.staff_role h join desk.role r using (role_key)
     where h.staff_id = p_staff and (h.until is null or h.until > app_now()))
  select
    coalesce((select array_agg(role_key order by role_key) from held), '{}'),
    coalesce((select jsonb_object_agg(g.permission, g.mark) from (
      select p.key as permission,
        (array_agg(p.value order by array_position(array['do', 'within', 'ask'], p.value)))[1] as mark
        from held, jsonb_each_text(held.permissions) p group by p.key) g), '{}'),
    coalesce((select array_agg(distinct d order by d) from held, unnest(held.decides) d), '{}'),
    coalesce((select jsonb_object_agg(l.permission, l.amounts) from (
      select m.permission, jsonb_object_agg(m.of, m.amount) as amounts from (
        select p.key as permission, a.key as of, max(a.value::bigint) as amount
          from held, jsonb_each(held.limits) p, jsonb_each_text(p.value) a group by 1, 2) m
       group by m.permission) l), '{}')
$$;

-- Counts a try before anything is checked. No try_id: this person or this address has used up its tries.
create or replace function desk.reserve_try(
  p_who text, p_address text, p_max int, p_address_max int, p_window interval, out try_id bigint
) language plpgsql as $$
declare
  since timestamptz := app_now() - p_window;
begin
  perform pg_advisory_xact_lock(hashtextextended('desk tries from:' || p_address, 0));
  perform pg_advisory_xact_lock(hashtextextended('desk tries by:' || p_who, 0));
  if (select count(*) from desk.staff_failure f where f.address = p_address and f.at > since) >= p_address_max
    or (select count(*) from desk.staff_failure f where f.who = p_who and f.at > since) >= p_max then return; end if;
  insert into desk.staff_failure as f (who, address, at) values (p_who, p_address, app_now())
  returning f.try_id into try_id;
end $$;

-- Opens a session for a person whose factors were just checked. p_hash: the hash of the checked password; null for a
-- passkey. Refusals: changed (meanwhile the person was suspended or the password changed).
create or replace function desk.open_session(
  p_staff bigint, p_hash text, p_token bytea, p_csrf text, p_ttl interval, p_fresh interval, p_recovery boolean,
  p_address text, p_browser text, p_try bigint, out refusal text
) language plpgsql as $$
declare
  t timestamptz := app_now();
begin
  perform 1 from desk.staff p where p.staff_id = p_staff and p.suspended_at is null
    and (p_hash is null or p.password_hash = p_hash) for update;
  if not found then refusal := 'changed'; return; end if;
  delete from desk.staff_failure f where f.try_id = p_try;
  insert into desk.staff_session (token_hash, staff_id, csrf, created_at, seen_at, ends_at, fresh_until, recovery,
    address, browser)
  values (p_token, p_staff, p_csrf, t, t, t + p_ttl, t + p_fresh, p_recovery, p_address, p_browser);
  perform desk.note('staff', p_staff::text);
end $$;

-- Uses up a time step of a person's one-time codes. False: this step or a later one was used before.
create or replace function desk.use_step(p_staff bigint, p_step bigint) returns boolean language plpgsql as $$
begin
  update desk.staff_totp o set last_step = p_step where o.staff_id = p_staff and o.last_step < p_step;
  return found;
end $$;

-- Ends a person's sessions: all, all but one, or one. Gives how many.
create or replace function desk.end_sessions(p_staff bigint, p_only uuid, p_but uuid, p_why text) returns int
language plpgsql as $$
declare
  n int;
begin
  update desk.staff_session s set ended_at = app_now(), ended_why = p_why
   where s.staff_id = p_staff and s.ended_at is null and (p_only is null or s.session_id = p_only)
     and s.session_id is distinct from p_but;
  get diagnostics n = row_count;
  if n > 0 then
    perform desk.note('staff', p_staff::text, jsonb_build_object('sessions_ended', n));
    perform pg_notify('hc', 'desk:session');
  end if;
  return n;
end $$;

-- Whether an address can be invited: nobody at the desk has it, or the person who has it cannot sign in.
create or replace function desk.may_be_invited(p_email text) returns boolean language sql stable as $$
  select not exists (select 1 from desk.staff p where p.email = p_email and desk.has_way_in(p.staff_id))
$$;

-- Accepts an invitation and makes its person. Refusals: not_found (unknown, used or expired), taken (the address is
-- another person's).
create or replace function desk.accept_invitation(
  p_token bytea, p_password_hash text, out refusal text, out staff_id bigint
) language plpgsql as $$
declare
  i desk.staff_invitation;
begin
  update desk.staff_invitation v set used_at = app_now()
   where v.token_hash = p_token and v.used_at is null and v.expires_at > app_now() returning v.* into i;
  if not found then refusal := 'not_found'; return; end if;
  insert into desk.staff as p (email, name, password_hash) values (i.email, i.name, p_password_hash)
  on conflict (email) do nothing returning p.staff_id into accept_invitation.staff_id;
  if accept_invitation.staff_id is not null then
    insert into desk.staff_role (staff_id, role_key) select accept_invitation.staff_id, r from unnest(i.roles) r;
    return;
  end if;
  -- A person whose factors were reset enrols new ones and keeps their roles.
  update desk.staff p set password_hash = p_password_hash where p.email = i.email and desk.may_be_invited(p.email)
  returning p.staff_id into accept_invitation.staff_id;
  if accept_invitation.staff_id is null then refusal := 'taken'; end if;
end $$;

-- Suspends a person or ends the suspension. The last owner who can sign in cannot be suspended. Refusals: not_found,
-- last_owner.
create or replace function desk.suspend(p_staff bigint, p_on boolean, out refusal text) language plpgsql as $$
begin
  -- Two owners who suspend each other at the same time queue here.
  perform 1 from desk.staff order by staff_id for update;
  if not exists (select 1 from desk.staff p where p.staff_id = p_staff) then refusal := 'not_found'; return; end if;
  if p_on and not exists (select 1 from desk.staff p join desk.staff_role h using (staff_id)
      where h.role_key = 'owner' and (h.until is null or h.until > app_now()) and p.suspended_at is null
        and p.staff_id <> p_staff and desk.has_way_in(p.staff_id)) then
    refusal := 'last_owner';
    return;
  end if;
  update desk.staff p set suspended_at = case when p_on then app_now() end
   where p.staff_id = p_staff and (p.suspended_at is null) = p_on;
  if p_on then perform desk.end_sessions(p_staff, null, null, 'suspended'); end if;
end $$;

-- When each person's access must be reviewed: 90 days after the last review, or after they joined. Only active people
-- with a role count. Reviewers are people who may suspend others; nobody reviews themselves, so a sole reviewer has no
-- date. Decision 451.
create or replace function desk.access_reviews()
returns table (staff_id bigint, due_at timestamptz, reviewed_at timestamptz, reviewed_by text)
language sql stable as $$
  with reviewers as (
    select distinct h.staff_id
      from desk.staff_role h join desk.role r using (role_key) join desk.staff p using (staff_id)
     where r.permissions ->> 'staff.suspend' = 'do' and (h.until is null or h.until > app_now())
       and p.suspended_at is null)
  select p.staff_id, coalesce(v.at, p.created_at) + interval '90 days', v.at, coalesce(w.name, '')
    from desk.staff p
    left join lateral (select x.at, x.reviewed_by from desk.access_review x where x.staff_id = p.staff_id
      order by x.at desc limit 1) v on true
    left join desk.staff w on w.staff_id = v.reviewed_by
   where p.suspended_at is null
     and exists (select 1 from desk.staff_role h where h.staff_id = p.staff_id
       and (h.until is null or h.until > app_now()))
     and exists (select 1 from reviewers k where k.staff_id <> p.staff_id)
$$;

-- Notes that p_by reviewed a person's roles, p_roles, and confirmed them. Refusals: not_found, own (nobody reviews
-- themselves), changed (the person's roles differ from p_roles).
create or replace function desk.review_access(p_staff bigint, p_roles text[], p_by bigint, out refusal text)
language plpgsql as $$
begin
  if p_staff = p_by then refusal := 'own'; return; end if;
  perform 1 from desk.staff p where p.staff_id = p_staff and p.suspended_at is null for update;
  if not found then refusal := 'not_found'; return; end if;
  if (select coalesce(array_agg(h.role_key order by h.role_key), '{}') from desk.staff_role h
      where h.staff_id = p_staff)
    <> (select coalesce(array_agg(distinct r order by r), '{}') from unnest(p_roles) r) then
    refusal := 'changed';
    return;
  end if;
  insert into desk.access_review (staff_id, roles, reviewed_by, at) values (p_staff, p_roles, p_by, app_now());
end $$;

-- Removes a person's password and other factors. The person enrols new ones by an invitation.
create or replace function desk.reset_factors(p_staff bigint) returns boolean language plpgsql as $$
begin
  perform 1 from desk.staff p where p.staff_id = p_staff for update;
  if not found then return false; end if;
  delete from desk.staff_passkey k where k.staff_id = p_staff;
  delete from desk.staff_totp o where o.staff_id = p_staff;
  delete from desk.staff_recovery c where c.staff_id = p_staff;
  delete from desk.staff_sso l where l.staff_id = p_staff;
  update desk.staff p set password_hash = null where p.staff_id = p_staff;
  perform desk.end_sessions(p_staff, null, null, 'factor');
  return true;
end $$;

-- Takes the idempotency key of a changing call, in the call's own transaction. A second call with the same key waits
-- until the first one ends. Gives the state: `fresh` (go on), `same` (it is done; here is its answer), `other` (the key
-- came with another body).
create or replace function desk.take_key(
  p_staff bigint, p_key text, p_call text, p_body bytea, out state text, out answer bytea
) language plpgsql as $$
declare
  c desk.command;
begin
  insert into desk.command (staff_id, key, call, body_hash) values (p_staff, p_key, p_call, p_body)
  on conflict (staff_id, key) do nothing;
  if found then state := 'fresh'; return; end if;
  select * into c from desk.command k where k.staff_id = p_staff and k.key = p_key;
  state := case when c.call <> p_call or c.body_hash <> p_body then 'other' else 'same' end;
  answer := c.answer;
end $$;
