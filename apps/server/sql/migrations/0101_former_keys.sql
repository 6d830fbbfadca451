-- Keys of former SESSION_SECRETs, each for one purpose, sealed with the newest one (platform/seal.ts): receipts and
-- statements of withdrawal never change, so they stay as they were sealed. Decision 735.
create table former_key (
  purpose text not null,
  -- the first bytes of the key's SHA-256
  hint bytea not null,
  sealed bytea not null,
  made_at timestamptz not null default now(),
  primary key (purpose, hint)
);

do $$
declare
  whose text;
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke insert, update, delete on former_key from hc_app;
  end if;
  foreach whose in array array['hc_app', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on former_key to %I', whose);
    end if;
  end loop;
end $$;
