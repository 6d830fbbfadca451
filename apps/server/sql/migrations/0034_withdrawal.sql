-- Withdrawing from a contract: which country's law gives the right, the texts that a buyer saw, what the buyer agreed
-- to, and statements of withdrawal with what followed.

-- A country's rules as the product ships them, from the day on which the publisher switches them on.
create table law_pack (
  country text not null check (country ~ '^[A-Z]{2}$'),
  version int not null check (version > 0),
  valid_from date not null,
  -- {"withdrawal": {"days": 14, "waivable": true, "ask": true}}
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  source text not null,
  -- `staff:7`, `cli:NAME`, `sql:NAME`
  enabled_by text not null,
  enabled_at timestamptz not null,
  ended_by text,
  ended_at timestamptz check (ended_at >= enabled_at),
  primary key (country, version)
);
create unique index one_law_pack_a_country on law_pack (country) where ended_at is null;

-- Texts of law. A version never changes: whoever agreed to it can be shown it.
create table legal_text (
  kind text not null check (kind in ('waiver', 'withdrawal')),
  version int not null check (version > 0),
  locale text not null check (locale ~ '^[a-z]{2}-[A-Z]{2}$'),
  body text not null check (body <> ''),
  hash bytea not null,
  valid_from timestamptz not null,
  primary key (kind, version, locale)
);

-- What a buyer agreed to with an order, and that it was confirmed by mail.
create table consent (
  consent_id bigint generated always as identity primary key,
  order_no text not null,
  account_id bigint not null,
  -- `waiver`: deliver now, the right ends with it; `waiver_mail`: the mail that says so has left
  kind text not null check (kind in ('waiver', 'waiver_mail')),
  text_version int not null,
  locale text not null,
  at timestamptz not null,
  unique (order_no, kind)
);
create index consent_account on consent (account_id);

-- A statement of withdrawal. It is always taken; what follows is decided apart. Name and address are sealed.
create table withdrawal (
  number text primary key,
  -- the same statement is one: a hash of order, address and account
  same_key bytea not null unique,
  -- as it was stated, an unknown one too
  order_no text not null,
  -- whose order it is, where that was shown; null: a person compares first
  account_id bigint,
  name bytea not null,
  contact bytea not null,
  locale text not null,
  text_version int not null,
  stated_at timestamptz not null,
  outcome text not null,
  -- the outcome that the last mail told
  told text,
  acked_message bigint,
  lease_until timestamptz not null default '-infinity',
  closed_at timestamptz,
  -- of whoever stated it, for an hour's limit; emptied by the nightly clearing
  address text not null,
  check (outcome in ('cancelled', 'refund', 'refunded', 'waived', 'late', 'no_right', 'person', 'refused'))
);
create index withdrawal_order on withdrawal (order_no);
create index withdrawal_account on withdrawal (account_id);
create index withdrawal_open on withdrawal (stated_at) where closed_at is null;
create index withdrawal_untold on withdrawal (lease_until) where told is distinct from outcome;
create index withdrawal_at on withdrawal (stated_at desc);

create table withdrawal_event (
  event_id bigint generated always as identity primary key,
  number text not null references withdrawal,
  outcome text not null,
  by text not null,
  reason text not null default '',
  at timestamptz not null
);
create index withdrawal_event_of on withdrawal_event (number);

-- The statement itself stays as it was made.
create or replace function withdrawal_frozen() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger withdrawal_frozen before update on withdrawal for each row execute function withdrawal_frozen();
create trigger withdrawal_event_kept before update or delete on withdrawal_event for each row
  execute function refuse_change();
create trigger legal_text_kept before update or delete on legal_text for each row execute function refuse_change();
create trigger consent_kept before update or delete on consent for each row execute function refuse_change();

create or replace function law_changed() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger law_pack_changed after insert or update or delete on law_pack for each statement
  execute function law_changed();
create trigger legal_text_changed after insert on legal_text for each statement execute function law_changed();

create constraint trigger audit after insert or update or delete on law_pack deferrable initially deferred
  for each row execute function desk.audit_change('law', 'country', 'source');

-- Notes that the mail has left which repeats what the buyer agreed to.
create or replace function waiver_mailed() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger waiver_mailed after update of state on message for each row
  when (new.state = 'sent' and old.state <> 'sent' and new.kind = 'order_paid')
  execute function waiver_mailed();

do $$
declare
  whose text;
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant select on law_pack, legal_text, consent, withdrawal, withdrawal_event to hc_app;
    revoke insert, update, delete on law_pack, legal_text, consent, withdrawal, withdrawal_event from hc_app;
    grant insert on consent, withdrawal, withdrawal_event to hc_app;
    grant update (outcome, told, acked_message, lease_until, closed_at, address) on withdrawal to hc_app;
  end if;
  foreach whose in array array['hc_readonly', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on law_pack, legal_text, consent, withdrawal, withdrawal_event to %I', whose);
    end if;
  end loop;
end $$;
