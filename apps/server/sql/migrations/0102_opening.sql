-- Whether the shop sells: the newest row says it. A shop without a row is open. A shop of a box begins with a row that
-- closes it. Decision 736.
create table opening (
  opening_id bigint generated always as identity primary key,
  at timestamptz not null,
  state text not null check (state in ('open', 'closed')),
  by text not null,
  why text not null
);
create trigger opening_kept before update or delete on opening for each row execute function refuse_change();
create trigger opening_changes_catalog after insert on opening
  for each statement execute function catalog_changed();

-- Players who may order while the shop is closed: the publisher's own, who try it. Opening the shop ends the list.
create table opening_buyer (
  account_id bigint primary key,
  at timestamptz not null,
  by text not null
);

-- What the shop's machine last saw of itself (hc look). Without a row nobody knows.
create table desk.machine_look (
  one boolean primary key default true check (one),
  at timestamptz not null,
  facts jsonb not null
);

-- The last call of HEARTBEAT_URL. `answered_at`: the last one that was answered well.
create table desk.outside_heartbeat (
  one boolean primary key default true check (one),
  called_at timestamptz not null,
  answered_at timestamptz,
  detail text not null
);

create function refuse_while_closed() returns trigger language plpgsql as $f$ begin return null; end $f$;
create trigger orders_while_open after insert on orders referencing new table as made
  for each statement execute function refuse_while_closed();
create trigger redemption_while_open after insert on redemption referencing new table as made
  for each statement execute function refuse_while_closed();

do $$
declare
  whose text;
begin
  foreach whose in array array['hc_app', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on opening, opening_buyer to %I', whose);
      execute format('revoke insert, update, delete on opening, opening_buyer from %I', whose);
    end if;
  end loop;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select on desk.machine_look, desk.outside_heartbeat to hc_desk;
    revoke insert, update, delete on desk.machine_look, desk.outside_heartbeat from hc_desk;
  end if;
end $$;
