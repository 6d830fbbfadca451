-- What needs two people at the desk: rules, requests that a second person decides, and the limits of a day.

-- The version of a role of the shop's own, and of a person's roles, grow with each change: so a request knows what it
-- saw. In a table of their own, for roles and people are rows that the audit tells of.
create table desk.edit_version (
  kind text not null check (kind in ('role', 'staff')),
  target text not null,
  version int not null default 1,
  primary key (kind, target)
);

-- A rule says when a call of a permission becomes a request and who decides it. Without one, whoever decides the
-- call's own permission does.
create table desk.approval_rule (
  rule_key text primary key check (rule_key ~ '^[a-z][a-z0-9_.]{1,60}$'),
  permission text not null,
  -- beyond: where the mark or the person's limits ask for it; above: also of a larger amount; always: each call
  condition text not null check (condition in ('beyond', 'above', 'always')),
  amount bigint check ((amount is not null) = (condition = 'above') and amount >= 0),
  -- the kind of target that it speaks of; '' is any
  kind text not null default '',
  -- the permission whose deciders decide
  decided_by text not null,
  people int not null default 1 check (people between 1 and 3),
  active boolean not null default true,
  note text not null default '' check (length(note) <= 300),
  version int not null default 1
);
create index approval_rule_permission on desk.approval_rule (permission) where active;

create table desk.approval (
  approval_no bigint generated always as identity primary key,
  asked_by bigint not null references desk.staff (staff_id),
  asked_at timestamptz not null,
  call text not null,
  permission text not null,
  rule_key text not null,
  decided_by text not null,
  people int not null,
  -- the frozen call: its canonical JSON and the SHA-256 of that text
  command text not null,
  command_hash bytea not null,
  amount bigint not null check (amount >= 0),
  kind text not null,
  target text not null,
  versions jsonb not null,
  forecast jsonb not null,
  reason text not null,
  -- alone: nobody else could decide; it runs by itself at runs_at
  state text not null default 'open'
    check (state in ('open', 'alone', 'done', 'refused', 'withdrawn', 'lapsed', 'stale')),
  runs_at timestamptz check (runs_at is not null or state <> 'alone'),
  lapses_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state in ('open', 'alone'))),
  ended_by bigint references desk.staff (staff_id),
  -- what the decider wrote, or why nothing happened
  ended_note text not null default '',
  -- the person who asked has seen how it ended
  seen_at timestamptz,
  check (ended_by is distinct from asked_by or state = 'withdrawn')
);
create index approval_open on desk.approval (approval_no) where state in ('open', 'alone');
create index approval_asked_by on desk.approval (asked_by, approval_no);
create index approval_target on desk.approval (kind, target);

-- A "yes" each; a rule may ask for more than one.
create table desk.approval_vote (
  approval_no bigint not null references desk.approval (approval_no),
  staff_id bigint not null references desk.staff (staff_id),
  note text not null,
  at timestamptz not null,
  primary key (approval_no, staff_id)
);

-- What a person did within limits, or asked for: both count (approval_no: through that request).
create table desk.spent (
  spent_no bigint generated always as identity primary key,
  staff_id bigint not null references desk.staff (staff_id),
  permission text not null,
  call text not null,
  amount bigint not null check (amount >= 0),
  at timestamptz not null,
  approval_no bigint references desk.approval (approval_no)
);
create index spent_of on desk.spent (staff_id, permission, at);

-- Since when the shop has two people who could decide about money. From then on nobody is alone, whatever comes.
create table desk.two_people (
  one boolean primary key default true check (one),
  since timestamptz not null
);

create function desk.note_two_people() returns trigger language plpgsql as $f$ begin return null; end $f$;
create trigger two_people_session after insert or update of recovery on desk.staff_session
  for each row execute function desk.note_two_people();
create trigger two_people_role after insert or update on desk.staff_role
  for each row execute function desk.note_two_people();

create constraint trigger audit_approval after insert or update or delete on desk.approval
  deferrable initially deferred
  for each row execute function desk.audit_change('approval', 'approval_no', 'command,forecast,seen_at');
create constraint trigger audit_approval_vote after insert or delete on desk.approval_vote
  deferrable initially deferred for each row execute function desk.audit_change('approval', 'approval_no', '');
create constraint trigger audit_approval_rule after insert or update or delete on desk.approval_rule
  deferrable initially deferred for each row execute function desk.audit_change('approval_rule', 'rule_key', '');
create constraint trigger audit_two_people after insert or update or delete on desk.two_people
  deferrable initially deferred for each row execute function desk.audit_change('two_people', 'one', '');
create constraint trigger audit_spent after update or delete on desk.spent
  deferrable initially deferred for each row execute function desk.audit_change('spent', 'spent_no', '');

-- A request is what was asked: only its end is added.
create function desk.approval_frozen() returns trigger language plpgsql as $f$ begin return new; end $f$;
create trigger approval_frozen before update or delete on desk.approval
  for each row execute function desk.approval_frozen();

insert into desk.approval_rule (rule_key, permission, condition, decided_by, note) values
  ('refund', 'refund.make', 'beyond', 'refund.make', 'A refund above the limit of the role, for one order or a day'),
  ('refund_retry', 'refund.retry', 'beyond', 'refund.retry', 'Asking a gateway again'),
  ('refund_gateway', 'refund.settle_gateway', 'beyond', 'refund.settle_gateway', 'A refund that stands at the gateway'),
  ('hold_release', 'hold.release', 'beyond', 'hold.release', 'A wrong amount that goes back'),
  ('hold_seen', 'hold.seen', 'beyond', 'hold.seen', 'A hold that is closed'),
  ('refund_elsewhere', 'refund.settle_elsewhere', 'beyond', 'refund.settle_elsewhere',
    'A refund that is settled outside the gateway'),
  ('refund_close', 'refund.close', 'beyond', 'refund.close', 'A refund that is closed by hand'),
  ('recall', 'recall.close', 'beyond', 'recall.close', 'More rows at once than the limit'),
  ('again_since', 'delivery.again_since', 'beyond', 'delivery.again_since', 'More rows at once than the limit'),
  ('points', 'points.adjust', 'beyond', 'points.adjust', 'An adjustment of points above the limit'),
  ('player_export', 'player.export', 'beyond', 'player.export', 'The export of a player''s own data'),
  ('player_erase', 'player.erase', 'beyond', 'player.erase', 'The erasure of a player''s own data'),
  ('price', 'product.price', 'beyond', 'product.price', 'The price of a product'),
  ('bonus', 'product.bonus', 'beyond', 'product.bonus', 'The bonus of a product'),
  ('channel_rules', 'channel.rules', 'beyond', 'channel.rules', 'The rules of a payment channel'),
  ('channel_on', 'channel.switch_on', 'beyond', 'channel.switch_on', 'A payment channel that is switched on'),
  ('campaign_start', 'campaign.start', 'beyond', 'campaign.start', 'A campaign whose forecast is above the limit'),
  ('campaign_stop', 'campaign.stop', 'beyond', 'campaign.stop', 'A change of a campaign that runs'),
  ('legal', 'legal.publish', 'beyond', 'legal.publish', 'A legal page'),
  ('period_close', 'period.close', 'beyond', 'period.close', 'The close of a month'),
  ('game_key', 'gamekey.rotate', 'beyond', 'gamekey.rotate', 'A new key of the game'),
  ('promote', 'promote.import', 'beyond', 'promote.import', 'An import from a file'),
  ('staff_role', 'staff.role', 'beyond', 'staff.role', 'A role that somebody gets or loses'),
  ('role_edit', 'role.edit', 'beyond', 'role.edit', 'What a role may do'),
  ('rule_edit', 'rule.edit', 'beyond', 'rule.edit', 'A rule of this list');

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on all tables in schema desk to hc_desk;
  revoke insert, update on desk.audit, desk.audit_anchor from hc_desk;
  -- What was spent is never taken back by hand, and who votes once has voted.
  revoke update on desk.spent, desk.approval_vote, desk.two_people from hc_desk;
  -- A message to the owners about something that nobody else decides.
  grant insert on message to hc_desk;
end $$;
