-- Who writes in a form of the desk, for 20 seconds each; it may be lost, so it has no log. Function: desk.writing.
create unlogged table desk.presence (
  kind text not null,
  target text not null,
  staff_id bigint not null references desk.staff (staff_id),
  at timestamptz not null,
  primary key (kind, target, staff_id)
);

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update, delete on desk.presence to hc_desk;
end $$;
