-- Single sign-on of the desk's people.

-- Who somebody is at a provider. The first sign-in writes it: an address that later belongs to somebody else there is
-- then nobody's here.
create table desk.staff_sso (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  staff_id bigint not null references desk.staff (staff_id),
  linked_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (staff_id, issuer)
);

-- What a browser left with for the provider: good once, for ten minutes, for that browser or that session.
create table desk.sso_state (
  state_hash bytea primary key,
  -- nonce and verifier, sealed with the installation's secret (purpose `desk sso`)
  kept bytea not null,
  staff_id bigint references desk.staff (staff_id),
  session_id uuid,
  browser_hash bytea,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  check ((staff_id is null) = (session_id is null) and (staff_id is null) = (browser_hash is not null))
);
create index sso_state_expires on desk.sso_state (expires_at);

create constraint trigger audit_staff_sso after insert or update or delete on desk.staff_sso
  deferrable initially deferred
  for each row execute function desk.audit_change('staff', 'staff_id', 'subject');

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on desk.staff_sso, desk.sso_state to hc_desk;
  grant delete on desk.staff_sso, desk.sso_state to hc_desk;
end $$;
