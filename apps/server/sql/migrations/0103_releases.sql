-- Which release of the shop ran when, and how its upgrade ended. `to_at` is null for the one that runs, and equal to
-- `from_at` for one that went back at once. Decision 700.
create table desk.release (
  release_id bigint generated always as identity primary key,
  version text not null check (length(version) between 1 and 64),
  from_at timestamptz not null,
  to_at timestamptz,
  how text not null check (how in ('install', 'upgrade', 'rollback')),
  result text not null check (length(result) between 1 and 2000),
  check (to_at is null or to_at >= from_at)
);
create unique index release_runs on desk.release ((true)) where to_at is null;

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on desk.release to hc_desk;
  revoke insert, update, delete on desk.release from hc_desk;
end $$;
