-- Versions of the content that processes cache.

-- Moves a topic's version in the transaction of the change, so a reader of the new version sees the change. It moves
-- once per transaction, also for an import of many rows. It runs as its owner, so every role that may change the table
-- may move the version.
create or replace function note_content(p_topic text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  noted text := coalesce(current_setting('hc.noted', true), '');
begin
  if position(',' || p_topic || ',' in noted) > 0 then return; end if;
  perform set_config('hc.noted', noted || ',' || p_topic || ',', true);
  insert into content_version as v (topic) values (p_topic) on conflict (topic) do update set version = v.version + 1;
  perform pg_notify('hc_bus', p_topic || ':');
end $$;

-- Products or payment channels have changed. Decision 175.
create or replace function catalog_changed() returns trigger language plpgsql as $$
begin
  perform note_content('catalog');
  return null;
end $$;

-- Articles or content blocks have changed. Decision 175.
create or replace function content_changed() returns trigger language plpgsql as $$
begin
  perform note_content('content');
  return null;
end $$;
