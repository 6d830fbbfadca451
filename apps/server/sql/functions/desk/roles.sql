-- The roles of people, and the permissions of roles.

-- The version of a role, or of a person's roles; 1 where nobody changed it.
create or replace function desk.version_of(p_kind text, p_target text) returns int language sql stable as $$
  select coalesce((select v.version from desk.edit_version v where v.kind = p_kind and v.target = p_target), 1)
$$;

-- Counts up the version of a role, or of a person's roles.
create or replace function desk.count_version(p_kind text, p_target text) returns int language sql as $$
  insert into desk.edit_version as v (kind, target, version) values (p_kind, p_target, 2)
  on conflict (kind, target) do update set version = v.version + 1 returning version
$$;

-- A person's roles, locked until this transaction ends. A change of roles waits, so the roles stay true until the
-- caller is done. Locks all people in the order of give_role. No row where nobody has this number.
create or replace function desk.weigh_roles(p_staff bigint, out name text, out version int, out roles jsonb)
returns setof record language plpgsql as $$
begin
  perform 1 from desk.staff order by staff_id for no key update;
  return query
  select p.name, desk.version_of('staff', p.staff_id::text), coalesce((
      select jsonb_agg(jsonb_build_object('role', h.role_key, 'until', floor(extract(epoch from h.until)))
        order by h.role_key) from desk.staff_role h where h.staff_id = p.staff_id), '[]')
    from desk.staff p where p.staff_id = p_staff;
end $$;

-- Gives a person a role until p_until (null: without an end), or takes it back. Ends the person's sessions, so that no
-- session keeps old rights. Refusals: not_found, role_unknown, last_owner.
create or replace function desk.give_role(
  p_staff bigint, p_role text, p_given boolean, p_until timestamptz, out refusal text
) language plpgsql as $$
begin
  perform desk.must_be_agreed('staff.role');
  -- Two owners who take each other's role at the same time queue here.
  perform 1 from desk.staff order by staff_id for no key update;
  if not exists (select 1 from desk.staff p where p.staff_id = p_staff) then refusal := 'not_found'; return; end if;
  if not exists (select 1 from desk.role r where r.role_key = p_role) then refusal := 'role_unknown'; return; end if;
  if p_role = 'owner' and (not p_given or p_until is not null) and not exists (
      select 1 from desk.staff p join desk.staff_role h using (staff_id)
       where h.role_key = 'owner' and h.until is null and p.suspended_at is null and p.staff_id <> p_staff
         and desk.has_way_in(p.staff_id)) then
    refusal := 'last_owner';
    return;
  end if;
  if p_given then
    insert into desk.staff_role as h (staff_id, role_key, until) values (p_staff, p_role, p_until)
    on conflict (staff_id, role_key) do update set until = excluded.until, given_at = app_now();
  else
    delete from desk.staff_role h where h.staff_id = p_staff and h.role_key = p_role;
  end if;
  perform desk.count_version('staff', p_staff::text);
  perform desk.end_sessions(p_staff, null, null, 'role');
end $$;

-- Makes a role of the shop's own (p_version 0), or changes one whose version is p_version. Refusals: built_in,
-- conflict.
create or replace function desk.edit_role(
  p_role text, p_version int, p_name text, p_permissions jsonb, p_decides text[], p_limits jsonb,
  out refusal text, out version int
) language plpgsql as $$
begin
  perform desk.must_be_agreed('role.edit');
  if exists (select 1 from desk.role r where r.role_key = p_role and r.built_in) then refusal := 'built_in'; return;
  end if;
  if p_version = 0 then
    insert into desk.role (role_key, name, permissions, decides, limits)
    values (p_role, p_name, p_permissions, p_decides, p_limits)
    on conflict (role_key) do nothing;
    if found then version := 1; else refusal := 'conflict'; end if;
    return;
  end if;
  perform 1 from desk.role r where r.role_key = p_role for update;
  if not found or desk.version_of('role', p_role) <> p_version then refusal := 'conflict'; return; end if;
  update desk.role r set name = p_name, permissions = p_permissions, decides = p_decides, limits = p_limits
   where r.role_key = p_role;
  version := desk.count_version('role', p_role);
end $$;
