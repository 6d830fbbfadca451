-- What the desk needs to see and to do about orders, players and deliveries: the tries that a worker's row overwrites,
-- the questions that gateways were asked, staff's remarks, and indexes for lists and for search by exact keys.

-- A try at the game or at a gateway that did not end its row well; what ended well says the row itself (decision 284).
create table outbox_try (
  outbox_try_id bigint generated always as identity primary key,
  outbox_id text not null,
  order_no text not null,
  attempt integer not null,
  state text not null,
  detail text,
  at timestamptz not null
);
create index outbox_try_order on outbox_try (order_no);
create index outbox_try_at on outbox_try (at);

-- A question about an order that a gateway was asked, and whether it answered.
create table gateway_question (
  gateway_question_id bigint generated always as identity primary key,
  order_no text not null,
  -- who asked: `repair`, or `check`
  asked_by text not null,
  -- the gateway's word (`paid`, `pending`, …), or why there is none
  said text not null,
  answered boolean not null,
  at timestamptz not null
);
create index gateway_question_order on gateway_question (order_no);
create index gateway_question_at on gateway_question (at);

-- Confirmed deliveries that the game is told again because it lost data of its own (decision 286). The shop's books do
-- not change.
create table delivery_again (
  outbox_id text primary key,
  role_id text not null,
  asked_at timestamptz not null,
  tries integer not null default 0,
  run_at timestamptz not null,
  -- `there`, `other_grant`, `refused`; null: it waits
  answer text check (answer in ('there', 'other_grant', 'refused')),
  detail text,
  ended_at timestamptz
);
create index delivery_again_todo on delivery_again (run_at, outbox_id) where answer is null;
create index delivery_again_asked on delivery_again (asked_at);

alter table message add column order_no text;
create index message_order on message (order_no) where order_no is not null;

-- What the desk's lists ask (console design, section 7).
create index orders_open on orders (status, order_no) where status in (2, 5);
create index orders_held on orders (order_no) where hold_reason is not null;
create index game_role_role on game_role (role_id);
create index game_role_name on game_role (lower(name));
create index inbox_order on inbox (order_no) where order_no <> '';
-- News of a payment that names no order.
create index inbox_txn on inbox (channel_code, txn) where order_no = '' and txn <> '';

alter table session drop constraint session_revoked_reason_check;
alter table session add constraint session_revoked_reason_check
  check (revoked_reason in ('superseded', 'logout', 'disabled', 'reset', 'ended'));

-- What somebody of the desk remarks about an order, a player, a difference or a dispute. It may name a role, whose
-- people then have it among what waits for them.
create table desk.remark (
  remark_id bigint generated always as identity primary key,
  kind text not null check (kind in ('order', 'player', 'finding', 'dispute')),
  target text not null,
  staff_id bigint not null references desk.staff (staff_id),
  text text not null check (length(text) between 1 and 2000),
  ticket text not null default '' check (length(ticket) <= 60),
  for_role text references desk.role (role_key),
  at timestamptz not null
);
create index remark_target on desk.remark (kind, target, remark_id);
create index remark_role on desk.remark (for_role, remark_id) where for_role is not null;
create trigger remark_kept before delete on desk.remark for each row execute function refuse_change();

-- Who looks at what waits.
create table desk.task_claim (
  task text not null,
  subject text not null,
  staff_id bigint not null references desk.staff (staff_id),
  at timestamptz not null,
  primary key (task, subject)
);

-- Filters of a list, kept under a name: one's own, or everybody's.
create table desk.saved_view (
  view_id bigint generated always as identity primary key,
  staff_id bigint not null references desk.staff (staff_id),
  page text not null check (page ~ '^/[a-z/]*$'),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  shared boolean not null default false,
  at timestamptz not null,
  unique (staff_id, page, name)
);

-- SQL that somebody types is seen. Workers pay one comparison. Where a database has no role hc_app, a hand and a worker
-- are the same user, and nothing tells them apart.
create function desk.audit_hand() returns trigger language plpgsql as $f$ begin return null; end $f$;
create constraint trigger audit_remark after insert or update on desk.remark deferrable initially deferred
  for each row execute function desk.audit_change('remark', 'remark_id', 'text,target,ticket');
create constraint trigger audit_task_claim after insert or update or delete on desk.task_claim
  deferrable initially deferred for each row execute function desk.audit_change('task', 'subject', '');
create constraint trigger audit_saved_view after insert or update or delete on desk.saved_view
  deferrable initially deferred for each row execute function desk.audit_change('view', 'view_id', '');

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_app') then return; end if;
  revoke update on outbox_try, gateway_question from hc_app;
  grant select on outbox_try, gateway_question, delivery_again to hc_readonly;
  create constraint trigger audit_hand after update or delete on orders deferrable initially deferred
    for each row when (current_user <> 'hc_app') execute function desk.audit_hand('order', 'order_no');
  create constraint trigger audit_hand after update or delete on outbox deferrable initially deferred
    for each row when (current_user <> 'hc_app') execute function desk.audit_hand('outbox', 'outbox_id');
  create constraint trigger audit_hand after update or delete on inbox deferrable initially deferred
    for each row when (current_user <> 'hc_app') execute function desk.audit_hand('inbox', 'inbox_id');
end $$;

-- What the desk reads. Of an account it reads neither password nor address: desk.reveal gives one, and says so to the
-- audit. What it changes, it changes by functions of its schema.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on orders, order_event, capture, gateway_refund, refund_failure, refund_request, refund_event,
    refund_settlement, dispute, dispute_event, outbox, outbox_try, gateway_question, delivery_again,
    inbox, order_letter, order_question,
    operator_action, pack_part_kept, reconcile_finding, rebate_grant, ledger_account, ledger_entry, ledger_journal,
    first_top_up, bonus_hold, bonus_reset, redemption, redeem_code, redeem_campaign, rebate_campaign, game_role,
    game_server, product, payment_channel, channel_health, redeem_failure to hc_desk;
  grant select (account_id, uid, login, email_login, disabled, created_at, deleted_at, back_as, receipts,
    credentials_changed_at) on account to hc_desk;
  grant select (account_id, remember, created_at, expires_at, revoked_at, revoked_reason) on session to hc_desk;
  grant select (message_id, channel, kind, locale, state, attempts, detail, created_at, ended_at, account_id, order_no)
    on message to hc_desk;
  grant select (provider, account_id, created_at, made_by) on external_identity to hc_desk;
  grant delete on desk.task_claim, desk.saved_view to hc_desk;
  revoke update on desk.remark from hc_desk;
end $$;
