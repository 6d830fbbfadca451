-- The publisher's desk: the people who run the shop, their roles, their sessions, and the audit of all they do.
-- A schema of its own, where the players' processes (hc_app) may do nothing: default rights of `public` would give
-- them every new table.

do $$
begin
  begin
    if not exists (select 1 from pg_roles where rolname = 'hc_desk') then create role hc_desk nologin; end if;
    if not pg_has_role(current_user, 'hc_desk', 'member') then
      execute format('grant hc_desk to %I', current_user);
    end if;
  exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then raise notice 'role hc_desk was not made: %', sqlerrm;
  end;
end $$;

create schema desk;

---------------------------------------------------------------------------------------------------- people

create table desk.staff (
  staff_id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and email like '%_@_%' and length(email) <= 254),
  name text not null check (length(name) between 1 and 80),
  -- null: no password; the person signs in with a passkey or by single sign-on
  password_hash text,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  locale text not null default 'en-US',
  zone text not null default 'UTC'
);

-- A role is a row: what its people may do, and up to which limits. Those that come with the shop are copied, not
-- edited.
create table desk.role (
  role_key text primary key check (role_key ~ '^[a-z][a-z0-9_]{1,31}$'),
  name text not null check (length(name) between 1 and 60),
  built_in boolean not null default false,
  -- { permission: 'do' | 'within' | 'ask', … }
  permissions jsonb not null check (jsonb_typeof(permissions) = 'object'),
  -- permissions whose requests by others this role decides
  decides text[] not null default '{}',
  -- { permission: { each: n, day: n } }: cents, points or rows; above them a call becomes a request
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object')
);

create table desk.staff_role (
  staff_id bigint not null references desk.staff (staff_id),
  role_key text not null references desk.role (role_key),
  -- null: until it is taken back
  until timestamptz,
  given_at timestamptz not null default now(),
  primary key (staff_id, role_key)
);

create table desk.staff_invitation (
  token_hash bytea primary key,
  email text not null,
  name text not null,
  roles text[] not null check (cardinality(roles) > 0),
  invited_by text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

---------------------------------------------------------------------------------------------------- factors

create table desk.staff_totp (
  staff_id bigint primary key references desk.staff (staff_id),
  -- sealed with the installation's secret (platform/seal.ts, purpose `desk totp`)
  secret bytea,
  -- one that is being enrolled: it takes the other's place once a code of it was shown
  next_secret bytea,
  confirmed_at timestamptz check ((confirmed_at is null) = (secret is null)),
  -- the 30-second step that was used last: each is used once (RFC 6238, 5.2)
  last_step bigint not null default 0
);

create table desk.staff_passkey (
  credential_id text primary key,
  staff_id bigint not null references desk.staff (staff_id),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkey_of on desk.staff_passkey (staff_id);

create table desk.staff_recovery (
  code_hash bytea primary key,
  staff_id bigint not null references desk.staff (staff_id),
  used_at timestamptz
);
create index staff_recovery_of on desk.staff_recovery (staff_id);

-- What a passkey signs: given out once, good once, for two minutes.
create table desk.challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign_in', 'enrol', 'step_up')),
  staff_id bigint references desk.staff (staff_id),
  expires_at timestamptz not null
);

-- Tries that failed, by person and by address.
create table desk.staff_failure (
  try_id bigint generated always as identity primary key,
  who text not null,
  address text not null,
  at timestamptz not null default now()
);
create index staff_failure_who on desk.staff_failure (who, at);
create index staff_failure_address on desk.staff_failure (address, at);

---------------------------------------------------------------------------------------------------- sessions

create table desk.staff_session (
  token_hash bytea primary key,
  session_id uuid not null unique default gen_random_uuid(),
  staff_id bigint not null references desk.staff (staff_id),
  csrf text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- until then, nobody asks for a factor again (step-up)
  fresh_until timestamptz not null,
  -- a recovery code opened it: it may only enrol a new factor
  recovery boolean not null default false,
  ended_at timestamptz,
  ended_why text check (ended_why in ('left', 'ended', 'suspended', 'role', 'factor', 'superseded')),
  address text not null,
  browser text not null
);
create index staff_session_of on desk.staff_session (staff_id) where ended_at is null;

-- The answer to a changing call, sealed, under its idempotency key; seven days.
create table desk.command (
  staff_id bigint not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  -- sealed with the installation's secret (purpose `desk answer`): it may be an invitation's link or recovery codes
  answer bytea,
  at timestamptz not null default now(),
  primary key (staff_id, key)
);
create index command_at on desk.command (at);

---------------------------------------------------------------------------------------------------- audit

-- One chain: the hash of a row covers its line and the hash of the row before. `line` is the text that counts; the
-- columns are filled from it (functions/desk-audit.sql).
create table desk.audit (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  kind text not null,
  target text not null,
  line text not null,
  prev bytea not null,
  hash bytea not null
);
create index audit_target on desk.audit (kind, target, seq);
create index audit_actor on desk.audit (actor, seq);
create index audit_at on desk.audit (at);

-- The last hash of each day, which also leaves the house: a chain that was written anew as a whole does not have it.
create table desk.audit_anchor (
  day date primary key,
  seq bigint not null,
  hash bytea not null
);

create function desk.audit_kept() returns trigger language plpgsql as $f$ begin return null; end $f$;
create trigger audit_kept before update or delete on desk.audit for each row execute function desk.audit_kept();
create trigger audit_not_emptied before truncate on desk.audit for each statement execute function desk.audit_kept();
create trigger anchor_kept before update or delete on desk.audit_anchor for each row execute function desk.audit_kept();

create function desk.audit_change() returns trigger language plpgsql as $f$ begin return null; end $f$;

-- Each table that the desk or a hand in psql changes tells the audit, at the end of the transaction: the chain's lock
-- is taken last. Arguments: the kind, the key's columns, and the columns whose values are not told.
create constraint trigger audit_staff after insert or update or delete on desk.staff deferrable initially deferred
  for each row execute function desk.audit_change('staff', 'staff_id', 'email,name,password_hash');
create constraint trigger audit_role after insert or update or delete on desk.role deferrable initially deferred
  for each row execute function desk.audit_change('role', 'role_key', '');
create constraint trigger audit_staff_role after insert or update or delete on desk.staff_role
  deferrable initially deferred for each row execute function desk.audit_change('staff', 'staff_id', '');
create constraint trigger audit_staff_invitation after insert or update or delete on desk.staff_invitation
  deferrable initially deferred
  for each row execute function desk.audit_change('invitation', 'expires_at', 'token_hash,email,name');
create constraint trigger audit_staff_passkey after insert or delete on desk.staff_passkey
  deferrable initially deferred
  for each row execute function desk.audit_change('staff', 'staff_id', 'credential_id,public_key');
create constraint trigger audit_staff_totp after insert or delete
  or update of secret, next_secret, confirmed_at on desk.staff_totp
  deferrable initially deferred
  for each row execute function desk.audit_change('staff', 'staff_id', 'secret,next_secret');
create constraint trigger audit_staff_recovery after insert or delete or update on desk.staff_recovery
  deferrable initially deferred for each row execute function desk.audit_change('staff', 'staff_id', 'code_hash');

-- What an operator does by command is in the audit, too (decision 276).
create function desk.audit_operator() returns trigger language plpgsql as $f$ begin return null; end $f$;
create constraint trigger audit_operator after insert on operator_action deferrable initially deferred
  for each row execute function desk.audit_operator();

---------------------------------------------------------------------------------------------------- roles

-- The roles that come with the shop, as packages/contract/src/desk/permissions.ts has them (a test compares).
insert into desk.role (role_key, name, built_in, permissions, decides, limits) values
(
  'auditor', 'Auditor', true,
  '{"today.read":"do","health.read":"do","view.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","order.bodies":"do","inbox.read":"do",
  "product.read":"do","campaign.read":"do","content.read":"do","report.money":"do","ledger.read":"do",
  "ledger.export":"do","doctor.run":"do","reconcile.run":"do","audit.own":"do","audit.read":"do",
  "audit.export":"do","staff.read":"do"}',
  '{}',
  '{}'), (
  'support', 'Support', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","order.ask":"do","order.retell":"do",
  "refund.make":"within","player.reveal":"do","player.end_sessions":"do","points.adjust":"ask",
  "product.read":"do","campaign.read":"do","content.read":"do","audit.own":"do"}',
  '{}',
  '{"refund.make":{"each":2000,"day":10000}}'), (
  'lead', 'Support lead', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","order.bodies":"do","order.ask":"do",
  "order.retell":"do","refund.make":"within","refund.retry":"ask","refund.settle_gateway":"ask",
  "hold.release":"ask","hold.seen":"ask","recall.close":"do","inbox.read":"do","player.reveal":"do",
  "player.end_sessions":"do","player.disable":"do","player.export":"ask","player.erase":"ask",
  "points.adjust":"within","product.read":"do","campaign.read":"do","content.read":"do","channel.switch_off":"do",
  "sales.pause":"do","audit.own":"do"}',
  '{refund.make,points.adjust}',
  '{"refund.make":{"each":10000,"day":100000},"points.adjust":{"each":500,"day":500}}'), (
  'content', 'Content', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","product.read":"do",
  "campaign.read":"do","content.read":"do","product.text":"do","media.write":"do","content.edit":"do",
  "content.publish":"do","content.take_down":"do","legal.publish":"ask","audit.own":"do"}',
  '{}',
  '{}'), (
  'campaign', 'Campaigns', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","points.adjust":"ask","product.read":"do",
  "campaign.read":"do","content.read":"do","product.text":"do","media.write":"do","product.create":"do",
  "product.sell":"do","product.price":"ask","product.bonus":"ask","campaign.edit":"do","campaign.dry_run":"do",
  "code.make":"do","campaign.start":"within","campaign.stop":"within","code.export":"do","content.edit":"do",
  "content.publish":"do","content.take_down":"do","report.money":"do","audit.own":"do"}',
  '{}',
  '{"campaign.start":{"each":100000,"day":100000},"campaign.stop":{"each":100000,"day":100000}}'), (
  'finance', 'Finance', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","order.bodies":"do","order.ask":"do",
  "order.retell":"do","refund.make":"within","refund.retry":"do","refund.settle_gateway":"do","hold.release":"do",
  "hold.seen":"do","refund.settle_elsewhere":"ask","refund.close":"ask","inbox.read":"do","inbox.work":"do",
  "inbox.close":"do","finding.settle":"do","dispute.work":"do","player.reveal":"do","points.adjust":"ask",
  "product.read":"do","campaign.read":"do","content.read":"do","channel.switch_off":"do","sales.pause":"do",
  "report.money":"do","ledger.read":"do","ledger.export":"do","settlement.import":"do","period.close":"ask",
  "doctor.run":"do","reconcile.run":"do","audit.own":"do"}',
  '{refund.make,refund.retry,refund.settle_gateway,hold.release,hold.seen,refund.settle_elsewhere,refund.close,
  points.adjust,product.price,product.bonus,channel.rules,channel.switch_on,campaign.start,campaign.stop,
  period.close}',
  '{"refund.make":{"each":50000,"day":500000}}'), (
  'ops', 'Operations', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","order.bodies":"do","order.ask":"do",
  "order.retell":"do","recall.close":"within","delivery.again_since":"within","inbox.read":"do","inbox.work":"do",
  "player.end_sessions":"do","product.read":"do","campaign.read":"do","content.read":"do","channel.rules":"ask",
  "channel.switch_on":"ask","channel.switch_off":"do","sales.pause":"do","doctor.run":"do","reconcile.run":"do",
  "gamekey.rotate":"ask","promote.import":"ask","alert.write":"do","audit.own":"do"}',
  '{recall.close,delivery.again_since}',
  '{"recall.close":{"each":50,"day":50},"delivery.again_since":{"each":50,"day":50}}'), (
  'owner', 'Owner', true,
  '{"today.read":"do","health.read":"do","view.write":"do","note.write":"do","order.read":"do","player.read":"do",
  "delivery.read":"do","refund.read":"do","dispute.read":"do","order.bodies":"do","order.ask":"do",
  "order.retell":"do","refund.make":"within","refund.retry":"do","refund.settle_gateway":"do","hold.release":"do",
  "hold.seen":"do","refund.settle_elsewhere":"ask","refund.close":"ask","recall.close":"do",
  "delivery.again_since":"do","inbox.read":"do","inbox.work":"do","inbox.close":"do","finding.settle":"do",
  "dispute.work":"do","player.reveal":"do","player.end_sessions":"do","player.disable":"do","points.adjust":"ask",
  "product.read":"do","campaign.read":"do","content.read":"do","product.text":"do","media.write":"do",
  "product.create":"do","product.sell":"do","product.price":"ask","product.bonus":"ask","channel.rules":"ask",
  "channel.switch_on":"ask","channel.switch_off":"do","sales.pause":"do","campaign.edit":"do",
  "campaign.dry_run":"do","code.make":"do","campaign.start":"do","campaign.stop":"do","code.export":"do",
  "content.edit":"do","content.publish":"do","content.take_down":"do","legal.publish":"ask","report.money":"do",
  "ledger.read":"do","ledger.export":"do","settlement.import":"do","doctor.run":"do","reconcile.run":"do",
  "gamekey.rotate":"ask","promote.import":"ask","alert.write":"do","audit.own":"do","audit.read":"do",
  "audit.export":"do","staff.read":"do","staff.invite":"do","staff.suspend":"do","staff.role":"ask",
  "role.edit":"ask","rule.edit":"ask"}',
  '{refund.make,refund.retry,refund.settle_gateway,hold.release,hold.seen,refund.settle_elsewhere,refund.close,
  recall.close,delivery.again_since,player.export,player.erase,points.adjust,product.price,product.bonus,
  channel.rules,channel.switch_on,campaign.start,campaign.stop,legal.publish,period.close,gamekey.rotate,
  promote.import,staff.role,role.edit,rule.edit}',
  '{"refund.make":{"each":50000,"day":50000}}');

---------------------------------------------------------------------------------------------------- rights

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant usage on schema desk, public to hc_desk;
  grant select, insert, update on all tables in schema desk to hc_desk;
  grant delete on desk.staff_role, desk.staff_totp, desk.staff_passkey, desk.staff_recovery, desk.challenge,
    desk.staff_failure, desk.command to hc_desk;
  -- The audit is written by desk.append_audit alone.
  revoke insert, update on desk.audit, desk.audit_anchor from hc_desk;
  -- A built-in role changes with the version alone.
  alter default privileges in schema desk grant select, insert, update on tables to hc_desk;
end $$;

-- What is for sale, at which price, and what is said: a hole in a player's process changes none of it (decision 273).
-- Redeeming counts, and nothing else.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_app') then return; end if;
  revoke insert, update on product, payment_channel, article, content_block, redeem_campaign, redeem_code,
    rebate_campaign, rebate_tier, bonus_reset from hc_app;
  grant update (used, exhausted_at) on redeem_campaign to hc_app;
  grant update (used) on redeem_code to hc_app;
end $$;
