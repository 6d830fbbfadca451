-- Single sign-on for the desk's people.

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
