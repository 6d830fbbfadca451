-- Which migrations there are is every process's to know, and its maker's alone to write.
do $$
begin
  if to_regclass('schema_migration') is null then return; end if;
  if not exists (select 1 from pg_roles where rolname = 'hc_app') then return; end if;
  revoke all on schema_migration from hc_app;
  grant select on schema_migration to hc_app;
end $$;

-- What processes keep in memory, and which version of it the tables hold. A process that heard nothing sees here that
-- it must read anew.
create table content_version (
  topic text primary key,
  version bigint not null default 1
);
insert into content_version (topic) values ('catalog'), ('content');

-- The row is written in the transaction of the change: who reads the new version reads the change. Whoever may change
-- the table may move its version.
create function note_content(p_topic text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into content_version as v (topic) values (p_topic) on conflict (topic) do update set version = v.version + 1;
  perform pg_notify('hc_bus', p_topic || ':');
end $$;
create or replace function catalog_changed() returns trigger language plpgsql as $$
begin
  perform note_content('catalog');
  return null;
end $$;
create function content_changed() returns trigger language plpgsql as $$
begin
  perform note_content('content');
  return null;
end $$;
create trigger article_changed after insert or update or delete on article
  for each statement execute function content_changed();
create trigger content_block_changed after insert or update or delete on content_block
  for each statement execute function content_changed();

-- The hourly and nightly work: one process at a time takes what is due, and one that dies leaves it to the next.
create table chore (
  name text primary key,
  due_at timestamptz not null
);
