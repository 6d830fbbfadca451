-- Up to when a person has read the news of the bell, and whether they have seen the desk's introduction.
create table desk.staff_mark (
  staff_id bigint not null references desk.staff (staff_id) on delete cascade,
  mark text not null check (mark in ('news', 'welcome')),
  at timestamptz not null,
  primary key (staff_id, mark)
);

create index remark_at on desk.remark (for_role, at) where for_role is not null;
create index import_applied on desk.import_job (made_by, applied_at) where applied_at is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select, insert, update on desk.staff_mark to hc_desk;
  end if;
end $$;
