-- The shop's tables: constraints, indexes, triggers' wiring, rights, and the rows that every shop has.
-- What functions do is in ../functions; they are loaded after this file, in the same transaction.

---------------------------------------------------------------------------------------------------- roles

-- Processes work as hc_app, analytics as hc_log, reports as hc_readonly. Roles belong to the whole server: another
-- database of it may have made them already. Where the migrating user may not make roles (a hosted database), the
-- processes work as that user, and say so in their log.
do $$
declare
  r text;
begin
  foreach r in array array['hc_app', 'hc_log', 'hc_readonly'] loop
    begin
      if not exists (select 1 from pg_roles where rolname = r) then execute format('create role %I nologin', r); end if;
      if not pg_has_role(current_user, r, 'member') then execute format('grant %I to %I', r, current_user); end if;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise notice 'role % was not made: %', r, sqlerrm;
    end;
  end loop;
end $$;

---------------------------------------------------------------------------------------------------- identity

create table account (
  account_id bigint generated always as identity primary key,
  uid text not null unique,
  login text not null unique,
  password_hash text,
  email text unique,
  phone text unique,
  email_login boolean not null default true,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  -- set: the player's data were deleted, and the row names a pseudonym alone
  deleted_at timestamptz,
  -- when the password, or the right to sign in at all, changed last: what was given out before is not good any more
  credentials_changed_at timestamptz,
  -- set when the data are deleted: a keyed hash of the uid; and the account that the game made of the same uid later
  fingerprint bytea,
  back_as bigint,
  -- whether the player wants letters about orders
  receipts boolean not null default true
);
create index account_fingerprint on account (fingerprint) where fingerprint is not null;
create index account_back_as on account (back_as) where back_as is not null;

-- The key of account.fingerprint; one row. Whoever reads the whole database can try uids with it; reports (hc_readonly)
-- and what leaves the shop cannot.
create table fingerprint_key (
  key bytea not null
);
create unique index fingerprint_key_once on fingerprint_key ((true));

create table session (
  token_hash bytea primary key,
  account_id bigint not null references account,
  remember boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('superseded', 'logout', 'disabled', 'reset'))
);
-- One live session an account: a new sign-in revokes and inserts in one transaction.
create unique index session_live on session (account_id) where revoked_at is null;

-- A try at a password is written down before the password is checked, and given back when it was right: so many at
-- once are no more checks than so many one after the other. Tries count by account, by address, and, where errors are
-- uniform, by the name that was typed (its hash).
create table sign_in_failure (
  login_key text not null,
  failed_at timestamptz not null default now(),
  client_ip text,
  try_id bigint generated always as identity,
  name_key text
);
create index sign_in_failure_key on sign_in_failure (login_key, failed_at);
create index sign_in_failure_ip on sign_in_failure (client_ip, failed_at);
create unique index sign_in_failure_try on sign_in_failure (try_id);
create index sign_in_failure_name on sign_in_failure (name_key, failed_at) where name_key is not null;

-- Codes that prove that somebody reads a mailbox or holds a phone. One row for each code that was asked for, whether an
-- account exists or not, so that limits and answers are the same for both.
create table verification_code (
  code_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  target text not null,
  purpose text not null check (purpose in ('login', 'reset')),
  -- null: no account has this target, and nothing was sent
  account_id bigint references account,
  code_hash bytea not null,
  client_ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index verification_code_target on verification_code (target, created_at desc);
create index verification_code_ip on verification_code (client_ip, created_at desc);
create index verification_code_account on verification_code (account_id) where used_at is null;

-- Tokens that are good once: the game's hctoken, the code that ends a third-party sign-in, the player's ticket.
create table one_time_token (
  token_hash bytea primary key,
  kind text not null check (kind in ('web', 'oauth', 'ticket')),
  account_id bigint not null references account,
  -- the session that it opens is the long one
  remember boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_expires on one_time_token (expires_at);
create index one_time_token_account on one_time_token (account_id) where used_at is null;

-- Which account a third party's account is here; one link an account and provider. made_by: the game, or a sign-in
-- whose email the third party vouches for. A link by email ends with that email.
create table external_identity (
  provider text not null check (provider in ('google', 'apple', 'facebook', 'wechat')),
  subject text not null,
  account_id bigint not null references account,
  created_at timestamptz not null default now(),
  made_by text not null default 'email' check (made_by in ('game', 'email')),
  primary key (provider, subject)
);
create unique index external_identity_once on external_identity (account_id, provider);

-- A third-party sign-in between leaving for the provider and coming back; once, and for the browser that left.
create table oauth_state (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect text not null,
  remember boolean not null,
  created_at timestamptz not null
);

-- Accounts of the demo that a start without it has ended: once, so that whoever gets their names later is a player like
-- any other.
create table demo_ended (
  account_id bigint primary key references account,
  login text not null,
  at timestamptz not null
);

---------------------------------------------------------------------------------------------------- the game

create table game_server (
  server_id text primary key,
  name text not null,
  status smallint not null check (status in (0, 1)),
  sort integer not null default 0
);

create table game_role (
  server_id text not null references game_server,
  role_id text not null,
  account_id bigint not null references account,
  name text not null,
  level integer not null,
  primary key (server_id, role_id)
);
create index game_role_account on game_role (account_id);

-- Keys of the publisher's servers. The secret is sealed: a signature needs it again. Two may live, so that one can
-- follow the other.
create table game_key (
  key_id text primary key,
  sealed bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Signatures that were used, until their timestamp is too old anyway: a request is worked once, whichever process
-- hears it.
create table game_signature (
  signature bytea primary key,
  seen_at timestamptz not null
);
create index game_signature_seen on game_signature (seen_at);

---------------------------------------------------------------------------------------------------- catalogue, pages

create table product (
  cp_goods_id text primary key,
  kind text not null check (kind in ('item', 'coin')),
  price_cents bigint not null check (price_cents > 0),
  -- percent: an item's first-top-up bonus, a pack's present points
  bonus_pct integer not null default 0 check (bonus_pct between 0 and 1000),
  icon text not null,
  tag text not null default '',
  sort integer not null default 0,
  active boolean not null default true,
  -- {locale: {name, desc}}
  texts jsonb not null,
  -- how many of its unit an item holds (gems): what a bonus doubles, and what "best value" is computed from; null for
  -- what is no plain amount, a month pass
  quantity integer check (quantity > 0),
  -- the place on the home page's shelf; where no product has one, the first six items stand there
  featured smallint
);

-- Every channel has its row. Which one is offered when: null is no rule; a country that is not known is in no list.
create table payment_channel (
  channel_code text primary key,
  sort integer not null default 0,
  enabled boolean not null default true,
  countries text[],
  currencies text[],
  min_cents bigint check (min_cents > 0),
  max_cents bigint check (max_cents > 0)
);

-- A gateway that fails again and again is not offered for a while, by any process; then it is tried anew.
create table channel_health (
  channel_code text primary key,
  failures integer not null default 0,
  failed_at timestamptz not null,
  open_until timestamptz not null default '-infinity'
);

create table article (
  id text primary key,
  type smallint not null check (type in (1, 2, 3)),
  img text not null,
  created_at timestamptz not null,
  pinned boolean not null default false,
  hot boolean not null default false,
  -- {locale: {title, summary, html}}; the HTML is sanitised when stored and when shown
  texts jsonb not null,
  -- an event is live between the two, and no top news after its end
  starts_at timestamptz,
  ends_at timestamptz,
  constraint article_runs check (starts_at < ends_at)
);
create index article_newest on article (created_at desc);

create table content_block (
  name text not null,
  locale text not null,
  value jsonb not null,
  primary key (name, locale)
);

-- What processes keep in memory, and which version of it the tables hold. A process that heard nothing sees here that
-- it must read anew.
create table content_version (
  topic text primary key,
  version bigint not null default 1
);

---------------------------------------------------------------------------------------------------- orders

create table orders (
  order_no text primary key,
  -- no foreign key: its share lock would write to the account's row for every order; accounts are never deleted
  account_id bigint not null,
  uid text not null,
  status smallint not null default 1 check (status between 1 and 6),
  -- why the order moved last; copied into its event row
  cause text not null default 'created',
  order_type text not null check (order_type in ('item', 'coin')),
  cp_goods_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'USD' check (currency in ('USD')),
  bonus_pct integer not null default 0,
  bonus_granted integer,
  channel_code text not null,
  server_id text not null default '',
  server_name text not null default '',
  role_id text not null default '',
  role_name text not null default '',
  idem_key text,
  idem_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  refunded_at timestamptz,
  paid_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  gateway_ref text,
  gateway_url text,
  next_check_at timestamptz,
  checks integer not null default 0,
  -- set: the order waits for an operator, and says why
  hold_reason text,
  -- the campaign that the order counts for; set when it is paid
  rebate_campaign_id text,
  -- what gateways are told that was bought: the item's name in the language of the order, the same at each call
  title text,
  -- the language of the player who made it; null: not known
  locale text,
  constraint paid_is_all_or_nothing check (paid_cents in (0, amount_cents)),
  constraint paid_status_has_money check ((status in (2, 4, 5)) = (paid_cents > 0)),
  constraint refund_within_paid check (refunded_cents between 0 and paid_cents)
-- room on each page: settling and delivering touch no index, so they stay on the page (HOT)
) with (fillfactor = 70);
create unique index orders_idem on orders (account_id, idem_key) where idem_key is not null;
create index orders_account on orders (account_id, order_no desc);
create index orders_check on orders (next_check_at) where next_check_at is not null;

-- Each edge that an order took.
create table order_event (
  event_id bigint generated always as identity,
  order_no text not null,
  from_status smallint,
  to_status smallint not null,
  cause text not null,
  at timestamptz not null,
  primary key (order_no, event_id)
);

-- "Check my order" asks gateway and game about an order once in a few seconds, whoever asks and in whatever process.
create table order_question (
  -- an order's number, or `pay:` and the number: its payment is being made
  subject text primary key,
  asked_at timestamptz not null,
  asking boolean not null default true,
  -- false: there was no answer
  answered boolean not null default false,
  not_before timestamptz not null
);
create index order_question_age on order_question (asked_at);

-- The first-top-up bonus that was given: once for a character, an item and an epoch.
create table first_top_up (
  server_id text not null,
  role_id text not null,
  cp_goods_id text not null,
  order_no text not null,
  epoch timestamptz not null default '-infinity',
  at timestamptz not null,
  primary key (server_id, role_id, cp_goods_id, epoch)
);

-- When the first-top-up bonus of an item is there again for every character; from then on it is given once more.
create table bonus_reset (
  cp_goods_id text not null references product,
  at timestamptz not null,
  primary key (cp_goods_id, at)
);

-- Whom a bonus is kept for: an unpaid order that was told so. The row goes when the order is paid (then it is a row of
-- first_top_up), when it ends without payment, and when it is held for an operator.
create table bonus_hold (
  server_id text not null,
  role_id text not null,
  cp_goods_id text not null,
  epoch timestamptz not null,
  order_no text not null unique,
  primary key (server_id, role_id, cp_goods_id, epoch)
);

---------------------------------------------------------------------------------------------------- money

-- Money that a gateway says it took. The first for an order is applied; another is surplus, a wrong one a mismatch.
create table capture (
  channel_code text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  currency text not null,
  outcome text not null check (outcome in ('applied', 'surplus', 'mismatch')),
  source text not null,
  at timestamptz not null,
  primary key (channel_code, txn)
);
create unique index capture_applied on capture (order_no) where outcome = 'applied';
create index capture_order on capture (order_no);

-- Money that a gateway says it gave back; it may be told before its capture is.
create table gateway_refund (
  channel_code text not null,
  refund_txn text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  applied boolean not null default false,
  at timestamptz not null,
  -- null: not told, and taken for the capture's
  currency text,
  primary key (channel_code, refund_txn)
);
create index gateway_refund_open on gateway_refund (channel_code, txn) where not applied;
create index gateway_refund_txn on gateway_refund (channel_code, txn);

-- A refund that a gateway says has failed, whenever and however often it says so. The refund's own row stays as told.
create table refund_failure (
  channel_code text not null,
  refund_txn text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  reason text not null,
  -- the refund was booked, and its money is back in the books
  reversed boolean not null default false,
  at timestamptz not null,
  primary key (channel_code, refund_txn)
);
create index refund_failure_order on refund_failure (order_no);

-- An operator says how an open refund ended. `elsewhere`: the player has the money by other means, and it is at the
-- gateway still. `gateway`: a refund went through there that nothing told us of; it stands in gateway_refund, too.
create table refund_settlement (
  refund_settlement_id bigint generated always as identity primary key,
  channel_code text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  note text not null,
  settled_by text not null,
  at timestamptz not null,
  how text not null default 'elsewhere' check (how in ('elsewhere', 'gateway')),
  -- the bank transfer's or the gateway's
  reference text not null default ''
);
create index refund_settlement_txn on refund_settlement (channel_code, txn);

-- A refund that an operator asks for. One an order: asked again it is the same; refused or failed, it may be asked
-- again.
create table refund_request (
  order_no text primary key,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  asked_by text not null,
  state text not null check (state in ('requested', 'sent', 'done', 'refused', 'failed', 'settled')),
  detail text,
  created_at timestamptz not null,
  ended_at timestamptz
);

create table refund_event (
  refund_event_id bigint generated always as identity primary key,
  order_no text not null,
  from_state text,
  to_state text not null,
  detail text,
  at timestamptz not null,
  -- set: about one capture's refund, whoever asked for it, and not about the operator's request
  txn text
);
create index refund_event_order on refund_event (order_no);

-- A chargeback as an object of its own: it never moves an order until the money is gone.
create table dispute (
  channel_code text not null,
  dispute_id text not null,
  order_no text not null,
  txn text not null,
  amount_cents bigint not null,
  currency text not null,
  stage text not null check (stage in ('opened', 'won', 'lost')),
  reason text not null,
  due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- the gateway tells its money as a refund or a reversal, too, and that alone moves the books
  also_money boolean not null default false,
  primary key (channel_code, dispute_id)
);
create index dispute_order on dispute (order_no);
create index dispute_open on dispute (due_at) where stage = 'opened';

create table dispute_event (
  channel_code text not null,
  dispute_id text not null,
  event_id text not null,
  stage text not null,
  at timestamptz not null,
  primary key (channel_code, dispute_id, event_id)
);

-- Reconciliation: how far each gateway's own books were read, and where they and ours differ.
create table book_cursor (
  channel_code text primary key,
  cursor text,
  since timestamptz not null,
  read_at timestamptz not null
);

create table reconcile_finding (
  channel_code text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'paid_back_twice')),
  txn text not null,
  order_no text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  primary key (channel_code, kind, txn)
);
create index reconcile_finding_open on reconcile_finding (found_at) where settled_at is null;

-- Packs that were given back in part while their points stayed: nobody's balance moves behind their back, an operator
-- decides (docs/runbooks/failed-refund.md). The next part takes what was left.
create table pack_part_kept (
  order_no text primary key,
  settled_at timestamptz,
  settled_by text
);

---------------------------------------------------------------------------------------------------- ledger

-- Double entry. Units: USD (cents), HCB (basic points), HCP (present points). Wallets carry a balance; system accounts
-- do not: one hot row for each payment would make every settle wait for the last one. No foreign key to account: its
-- check would lock the account's row behind the order's, against the order of all locks. Wallets are made with their
-- account, and accounts are never deleted.
create table ledger_account (
  ledger_account_id bigint generated always as identity (start with 1000) primary key,
  kind text not null check (kind in ('wallet', 'debt', 'system')),
  name text not null,
  unit text not null check (unit in ('USD', 'HCB', 'HCP')),
  account_id bigint,
  balance bigint,
  constraint balance_where_it_belongs check ((kind = 'system') = (balance is null)),
  constraint no_negative_wallet check (kind <> 'wallet' or balance >= 0),
  constraint debt_is_never_a_credit check (kind <> 'debt' or balance <= 0),
  constraint system_ids_are_below_1000 check ((kind = 'system') = (ledger_account_id < 1000)),
  constraint owner_where_it_belongs check ((kind = 'system') = (account_id is null))
);
create unique index ledger_account_player on ledger_account (account_id, kind, unit) where account_id is not null;
create unique index ledger_account_system on ledger_account (name, unit) where account_id is null;

create table ledger_journal (
  journal_id bigint generated always as identity primary key,
  reason text not null,
  source_id text not null,
  order_no text,
  account_id bigint,
  -- what the player sees: points moved by bucket
  basic_points bigint not null default 0,
  present_points bigint not null default 0,
  created_at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  -- nothing is booked twice
  unique (reason, source_id)
);
create index ledger_journal_player on ledger_journal (account_id, journal_id desc)
  where account_id is not null and (basic_points <> 0 or present_points <> 0);
create index ledger_journal_order on ledger_journal (order_no);

create table ledger_entry (
  -- no foreign keys: their share locks on the few system accounts would make every settle meet on one row; the trigger
  -- entries_posted checks the same and more
  journal_id bigint not null,
  ledger_account_id bigint not null,
  unit text not null,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, ledger_account_id)
);
create index ledger_entry_account on ledger_entry (ledger_account_id);

---------------------------------------------------------------------------------------------------- inbox and outbox

-- Genuine webhooks, stored before they are answered; worked in batches.
create table inbox (
  inbox_id bigint generated always as identity primary key,
  channel_code text not null,
  event_id text not null,
  kind text not null constraint inbox_kind_check check (kind in
    ('paid', 'failed', 'cancelled', 'refunded', 'refund_failed', 'dispute', 'approved', 'ignored')),
  order_no text not null,
  txn text not null default '',
  refund_txn text not null default '',
  amount_cents bigint not null default 0,
  currency text not null default '',
  raw text not null,
  received_at timestamptz not null default now(),
  state text not null default 'new' check (state in ('new', 'done', 'parked')),
  outcome text,
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  detail jsonb,
  unique (channel_code, event_id)
);
create index inbox_todo on inbox (run_at, inbox_id) where state = 'new';
-- What waits for an operator is counted at each scrape and looked for every minute.
create index inbox_parked on inbox (received_at) where state = 'parked';

-- What must leave the house: deliveries to the game, refunds to a gateway. Only an answer ends a row.
create table outbox (
  outbox_id text primary key,
  kind text not null check (kind in ('deliver', 'refund', 'recall')),
  order_no text not null,
  payload jsonb not null,
  state text not null default 'pending' constraint outbox_state_check check (state in
    ('pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held', 'cancelled', 'recall')),
  -- the game's grant id, or the gateway's refund number
  proof text,
  detail text,
  attempts integer not null default 0,
  run_at timestamptz not null,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint confirmed_has_proof check (state <> 'confirmed' or proof is not null)
);
create unique index outbox_one_delivery on outbox (order_no) where kind = 'deliver';
create unique index outbox_one_refund on outbox ((payload->>'channel_code'), (payload->>'txn')) where kind = 'refund';
create index outbox_order on outbox (order_no);
create index outbox_todo on outbox (kind, run_at, outbox_id) where state in ('pending', 'unknown');
create index outbox_operator on outbox (kind, order_no)
  where state in ('refused', 'failed', 'parked', 'held', 'recall');

---------------------------------------------------------------------------------------------------- campaigns

-- What a code gives, to whom and how often. Items are delivered to the character, points are credited to the player.
create table redeem_campaign (
  campaign_id text primary key,
  -- {locale: {name}}
  texts jsonb not null,
  -- [{cp_goods_id, quantity, bonus}], as a delivery names them
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  basic_points bigint not null default 0 check (basic_points >= 0),
  present_points bigint not null default 0 check (present_points >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- at most so often; null: any number of times
  per_role integer default 1 check (per_role > 0),
  per_account integer check (per_account > 0),
  total integer check (total > 0),
  used integer not null default 0,
  exhausted_at timestamptz,
  constraint it_gives_something check (items <> '[]' or basic_points + present_points > 0),
  constraint it_ends_after_it_begins check (ends_at > starts_at),
  constraint never_beyond_the_total check (total is null or used <= total)
);

create table redeem_code (
  -- as packages/domain reads what a player types: capitals and digits alone
  code text primary key check (code ~ '^[A-Z0-9]{4,64}$'),
  campaign_id text not null references redeem_campaign,
  -- how often this very code may be used: 1 for codes that go out one by one, null for one that all share
  uses integer check (uses > 0),
  used integer not null default 0,
  constraint never_beyond_its_uses check (uses is null or used <= uses)
);

create table redemption (
  number text primary key,
  campaign_id text not null,
  code text not null,
  account_id bigint not null,
  server_id text not null,
  role_id text not null,
  items jsonb not null,
  basic_points bigint not null,
  present_points bigint not null,
  created_at timestamptz not null
);
create index redemption_account on redemption (account_id, number desc);
create index redemption_campaign on redemption (campaign_id, server_id, role_id);

create table redeem_failure (
  account_id bigint not null,
  failed_at timestamptz not null
);
create index redeem_failure_account on redeem_failure (account_id, failed_at);

-- What a character's paid orders add up to, and what comes back at each sum. One campaign at a time.
create table rebate_campaign (
  campaign_id text primary key,
  -- {locale: {name, desc}}
  texts jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- kinds of orders that count: those paid with money, for a character
  counts text[] not null check (cardinality(counts) > 0 and counts <@ array['item', 'coin']),
  constraint it_ends_after_it_begins check (ends_at > starts_at),
  constraint one_campaign_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
);

create table rebate_tier (
  campaign_id text not null references rebate_campaign,
  threshold_cents bigint not null check (threshold_cents > 0),
  -- percent of the threshold, as present points
  rate_pct integer not null check (rate_pct between 0 and 100),
  gift_goods_id text references product,
  gift_quantity integer not null default 1 check (gift_quantity > 0),
  primary key (campaign_id, threshold_cents),
  constraint it_gives_something check (threshold_cents * rate_pct >= 100 or gift_goods_id is not null)
);

-- What a character has paid within a campaign, less what was given back.
create table rebate_progress (
  campaign_id text not null,
  server_id text not null,
  role_id text not null,
  cents bigint not null check (cents >= 0),
  primary key (campaign_id, server_id, role_id)
) with (fillfactor = 70);

-- A tier that was reached: by which order, and what it gave. Taken back when refunds bring the sum below it.
create table rebate_grant (
  number text primary key,
  campaign_id text not null,
  server_id text not null,
  role_id text not null,
  threshold_cents bigint not null,
  order_no text not null,
  account_id bigint not null,
  present_points bigint not null,
  gift_goods_id text,
  gift_quantity integer not null,
  created_at timestamptz not null,
  taken_back_at timestamptz
);
create unique index rebate_grant_once on rebate_grant (campaign_id, server_id, role_id, threshold_cents)
  where taken_back_at is null;
create index rebate_grant_order on rebate_grant (order_no);

---------------------------------------------------------------------------------------------------- messages

-- Mail and SMS on their way. The body is sealed (it may hold a code) and is emptied when it has left.
create table message (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  target text not null,
  kind text not null,
  locale text not null,
  body bytea not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  detail text,
  run_at timestamptz not null,
  give_up_at timestamptz not null,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  ended_at timestamptz,
  -- whose it is, where it is about an account's own: it goes with the account, wherever it was sent
  account_id bigint
);
create index message_todo on message (run_at, message_id) where state = 'pending';
create index message_sent on message (channel, created_at desc);
create index message_target on message (target);
create index message_account on message (account_id) where account_id is not null;

-- What is to be written about an order. The row comes in the transaction of what happened, once for each order, event
-- and, of money that went back, each time it did (ref); a worker makes a message of it. It stays, so that nothing is
-- written twice.
create table order_letter (
  order_no text not null,
  event text not null check (event in ('paid', 'delivered', 'refunded', 'review')),
  ref text not null default '',
  account_id bigint not null,
  amount_cents bigint not null,
  at timestamptz not null,
  lease_until timestamptz not null default '-infinity',
  -- a message was made of it, or nobody wants it any more
  written_at timestamptz,
  primary key (order_no, event, ref)
);
create index order_letter_due on order_letter (lease_until, at) where written_at is null;
create index order_letter_account on order_letter (account_id);

-- A request to customer service. A guest's own words of who they are: nobody has checked them. It goes after the time
-- that the shop's settings name, and with the player whose address or order it names.
create table support_request (
  -- what the guest was told
  number text primary key,
  idem_key text unique,
  idem_hash bytea not null,
  account text not null,
  order_no text not null,
  email text not null,
  body text not null,
  locale text not null,
  -- whose limit it counts for (addressKey)
  address text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- the mail to the publisher; null: there is no address to send one to
  message_id bigint,
  created_at timestamptz not null
);
create index support_request_created on support_request (created_at);
create index support_request_email on support_request (email);

---------------------------------------------------------------------------------------------------- analytics, chores

-- What the portal's analytics client tells: event, time, props, and a visit's random id that no account is known by.
-- A partition a day, so that old days go at once; made by make_analytics_partitions, never here.
create table analytics_event (
  at timestamptz not null,
  event text not null,
  props jsonb not null,
  client_id text not null
) partition by range (at);
create index analytics_event_kind on analytics_event (event, at);

-- Signatures of batches that were taken: the same batch again is refused.
create table analytics_seen (
  signature bytea primary key,
  at timestamptz not null
);
create index analytics_seen_at on analytics_seen (at);

-- The hourly and nightly work: one process at a time takes what is due, and one that dies leaves it to the next.
create table chore (
  name text primary key,
  due_at timestamptz not null
);

---------------------------------------------------------------------------------------------------- triggers

-- A trigger needs its function. Each begins empty here; ../functions has its text.
do $$
declare
  f text;
begin
  foreach f in array array[
    'account_changed', 'address_left', 'bonus_released', 'catalog_changed', 'content_changed', 'credentials_changed',
    'entries_posted', 'identity_linked', 'journal_balances', 'kept_for_the_living', 'letter_of_refund',
    'letter_of_settlement', 'letters_left', 'letters_of_order', 'links_by_email_end', 'open_wallet', 'order_frozen',
    'order_moved', 'player_is_back', 'rebate_promise', 'refund_moved', 'refuse_change', 'refuse_change_but_names',
    'requests_left', 'tries_forgotten'
  ] loop
    execute format('create function %I() returns trigger language plpgsql as $f$ begin return null; end $f$', f);
  end loop;
end $$;

-- What is never deleted, and what is only added to.
create trigger account_kept before delete on account for each row execute function refuse_change();
create trigger order_kept before delete on orders for each row execute function refuse_change();
create trigger ledger_account_kept before delete on ledger_account for each row execute function refuse_change();
create trigger rebate_grant_kept before delete on rebate_grant for each row execute function refuse_change();
create trigger refund_failure_kept before delete on refund_failure for each row execute function refuse_change();
create trigger order_event_append_only before update or delete on order_event
  for each row execute function refuse_change();
create trigger ledger_journal_append_only before update or delete on ledger_journal
  for each row execute function refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger redemption_append_only before update or delete on redemption
  for each row execute function refuse_change();
create trigger dispute_event_append_only before update or delete on dispute_event
  for each row execute function refuse_change();
create trigger refund_event_append_only before update or delete on refund_event
  for each row execute function refuse_change_but_names();
create trigger refund_settlement_append_only before update or delete on refund_settlement
  for each row execute function refuse_change_but_names();

-- An account's life. player_is_back runs after open_wallet, by its name.
create trigger open_wallet after insert on account for each row execute function open_wallet();
create trigger player_is_back after insert on account for each row execute function player_is_back();
create trigger credentials_changed before update on account for each row
  when ((old.password_hash, old.disabled) is distinct from (new.password_hash, new.disabled))
  execute function credentials_changed();
create trigger account_changed after update on account for each row
  when ((old.password_hash, old.email, old.phone, old.email_login, old.disabled)
    is distinct from (new.password_hash, new.email, new.phone, new.email_login, new.disabled))
  execute function account_changed();
create trigger links_by_email_end after update on account for each row
  when (old.email is distinct from new.email or (old.email_login and not new.email_login)
    or old.password_hash is distinct from new.password_hash)
  execute function links_by_email_end();
create trigger tries_forgotten after update on account for each row
  when (old.uid is distinct from new.uid) execute function tries_forgotten();
create trigger address_left after update of email, phone on account for each row
  when (old.deleted_at is null and (old.email is distinct from new.email or old.phone is distinct from new.phone))
  execute function address_left();
create trigger letters_left after update of deleted_at on account for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function letters_left();
create trigger requests_left after update of deleted_at on account for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function requests_left();
create trigger identity_linked before insert on external_identity for each row execute function identity_linked();
create trigger kept_for_the_living before insert on external_identity
  for each row execute function kept_for_the_living();
create trigger kept_for_the_living before insert or update of account_id on game_role
  for each row execute function kept_for_the_living();

-- An order's life.
create trigger order_frozen before update on orders for each row
  when (old.amount_cents <> new.amount_cents or old.currency <> new.currency or old.account_id <> new.account_id
    or old.cp_goods_id <> new.cp_goods_id or old.channel_code <> new.channel_code or old.order_type <> new.order_type
    or old.role_id <> new.role_id or old.server_id <> new.server_id or old.bonus_pct <> new.bonus_pct)
  execute function order_frozen();
create trigger order_moved after update on orders for each row
  when (old.status is distinct from new.status) execute function order_moved();
create trigger bonus_released after update of status, hold_reason on orders for each row
  when (new.bonus_pct > 0 and old.status = 1
    and (new.status in (3, 6) or (new.status = 1 and old.hold_reason is null and new.hold_reason is not null)))
  execute function bonus_released();
create trigger letters_of_order after update of status, hold_reason on orders for each row
  when (old.status is distinct from new.status or old.hold_reason is distinct from new.hold_reason)
  execute function letters_of_order();

-- Money.
create constraint trigger journal_balances after insert on ledger_journal
  deferrable initially deferred for each row execute function journal_balances();
create trigger entries_posted after insert on ledger_entry referencing new table as added
  for each statement execute function entries_posted();
create trigger letter_of_refund after update of applied on gateway_refund for each row
  when (new.applied and not old.applied) execute function letter_of_refund();
create trigger letter_of_settlement after insert on refund_settlement for each row
  when (new.how = 'elsewhere' and new.amount_cents > 0) execute function letter_of_settlement();
create trigger refund_made after insert on refund_request for each row execute function refund_moved();
create trigger refund_moved after update on refund_request for each row
  when (old.state is distinct from new.state) execute function refund_moved();
create trigger rebate_promise before insert or update or delete on rebate_tier
  for each row execute function rebate_promise();

-- What processes keep in memory.
create trigger product_changed after insert or update or delete on product
  for each statement execute function catalog_changed();
create trigger payment_channel_changed after insert or update or delete on payment_channel
  for each statement execute function catalog_changed();
create trigger article_changed after insert or update or delete on article
  for each statement execute function content_changed();
create trigger content_block_changed after insert or update or delete on content_block
  for each statement execute function content_changed();

---------------------------------------------------------------------------------------------------- rows

-- Fixed ids: the functions that post name them.
insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value values
  (1, 'system', 'gateway', 'USD'), (2, 'system', 'sales', 'USD'), (3, 'system', 'suspense', 'USD'),
  (4, 'system', 'issued', 'HCB'), (5, 'system', 'issued', 'HCP'), (6, 'system', 'spent', 'HCB'),
  (7, 'system', 'spent', 'HCP'), (8, 'system', 'settled_elsewhere', 'USD');
insert into fingerprint_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
insert into content_version (topic) values ('catalog'), ('content');
-- A player sees the channels that are configured, too.
insert into payment_channel (channel_code, sort) values ('hcpoint', 1), ('stripe', 2), ('paypal', 3), ('adyen', 4);

---------------------------------------------------------------------------------------------------- rights

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_app') then return; end if;
  -- The shop: reads and writes rows, changes no table, deletes what has served its time, and of the books only adds.
  grant usage on schema public to hc_app, hc_log, hc_readonly;
  grant select, insert, update on all tables in schema public to hc_app;
  alter default privileges in schema public grant select, insert, update on tables to hc_app;
  revoke update on ledger_journal, ledger_entry, ledger_account, order_event, capture, redemption, refund_event,
    dispute_event, refund_failure, refund_settlement from hc_app;
  grant update (balance) on ledger_account to hc_app;
  grant update (reversed) on refund_failure to hc_app;
  grant delete on session, sign_in_failure, one_time_token, oauth_state, verification_code, message, external_identity,
    game_role, game_signature, redeem_failure, order_question, bonus_hold, order_letter, support_request to hc_app;
  revoke insert, update on fingerprint_key from hc_app;
  -- Which migrations and functions there are is every process's to know, and its maker's alone to write.
  revoke all on schema_migration, schema_functions from hc_app;
  grant select on schema_migration, schema_functions to hc_app;
  -- Events come in by the function store_events alone, as hc_log.
  revoke all on analytics_event, analytics_seen from hc_app;
  -- Reports and people who look: money and orders, no password, key, code or message.
  grant select on orders, order_event, capture, gateway_refund, first_top_up, bonus_hold, ledger_account,
    ledger_journal, ledger_entry, outbox, product, payment_channel, game_server, game_role, redeem_campaign, redemption,
    refund_request, refund_event, refund_failure, refund_settlement, dispute, dispute_event, reconcile_finding,
    pack_part_kept to hc_readonly;
end $$;
