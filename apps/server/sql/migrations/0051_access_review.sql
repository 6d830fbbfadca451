-- Somebody looked at a person's roles and said that they still need them. Function: desk.review_access.
create table desk.access_review (
  review_id bigint generated always as identity primary key,
  staff_id bigint not null references desk.staff (staff_id),
  roles text[] not null,
  reviewed_by bigint not null references desk.staff (staff_id),
  at timestamptz not null,
  check (reviewed_by <> staff_id)
);
create index access_review_of on desk.access_review (staff_id, at);
create constraint trigger audit_access_review after insert or update or delete on desk.access_review
  deferrable initially deferred for each row execute function desk.audit_change('staff', 'staff_id', '');

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert on desk.access_review to hc_desk;
  revoke update, delete on desk.access_review from hc_desk;
end $$;
