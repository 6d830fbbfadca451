-- A note to a role is done when somebody of the role says so: it waits for nobody then. Decision 545.
alter table desk.remark
  add column done_at timestamptz,
  add column done_by bigint references desk.staff (staff_id);

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant update (done_at, done_by) on desk.remark to hc_desk;
end $$;
