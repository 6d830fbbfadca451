-- What the ways into the desk and its pages lacked.

-- One name, one function: the counter of roles is desk.count_version now, the trigger keeps the name.
drop function if exists desk.next_version(text, text);

-- A plan that moved because its zone has new rules: where it was, and when that was seen.
alter table desk.scheduled_change
  add column moved_from timestamptz,
  add column moved_at timestamptz;
create index scheduled_change_moved on desk.scheduled_change (moved_at) where moved_at is not null;

insert into desk.alert_rule (rule_key, threshold, window_minutes) values
  ('change_moved', 1, 1440), ('recovery_used', 1, 1440);

-- Whoever invites somebody who may give roles gives a role.
insert into desk.approval_rule (rule_key, permission, condition, amount, kind, decided_by, people, active, note) values
  ('staff.invite.owner', 'staff.invite', 'always', null, 'owner', 'staff.role', 1, true,
    'An invitation as owner is a role that is given');

-- The health page sees other transactions and replicas where the database lets its role.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  begin
    grant pg_read_all_stats to hc_desk;
  exception
    when insufficient_privilege then raise notice 'hc_desk sees no statistics of others: %', sqlerrm;
  end;
end $$;

-- What somebody has done about a dispute. The gateway's own word is in `dispute`, and it alone moves money.
create table desk.dispute_work (
  channel_code text not null,
  dispute_id text not null,
  state text not null check (state in ('new', 'gathering', 'entered', 'given_up')),
  text text not null check (length(text) <= 10000),
  -- names of files and where they lie: [{"name": …, "where": …}]
  files jsonb not null check (jsonb_typeof(files) = 'array'),
  version int not null check (version > 0),
  staff_id bigint not null references desk.staff (staff_id),
  at timestamptz not null,
  primary key (channel_code, dispute_id)
);
create constraint trigger audit_dispute_work after insert or update or delete on desk.dispute_work
  deferrable initially deferred
  for each row execute function desk.audit_change('dispute', 'dispute_id', 'text,files');
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on desk.dispute_work to hc_desk;
end $$;

-- Exports of a player's data at their own request, as two people allowed them. The data itself is read when somebody
-- takes the file, and is kept nowhere.
create table desk.player_export (
  export_no bigint generated always as identity primary key,
  account_id bigint not null,
  staff_id bigint not null references desk.staff (staff_id),
  allowed_at timestamptz not null,
  until timestamptz not null,
  taken_at timestamptz
);
create index player_export_of on desk.player_export (account_id, until);
create constraint trigger audit_player_export after insert or update or delete on desk.player_export
  deferrable initially deferred
  for each row execute function desk.audit_change('player', 'account_id', '');
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on desk.player_export to hc_desk;
end $$;
