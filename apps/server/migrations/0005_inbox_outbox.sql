create table inbox (
  inbox_id bigint generated always as identity primary key,
  channel_code text not null,
  event_id text not null,
  kind text not null check (kind in ('paid', 'failed', 'cancelled', 'refunded', 'ignored')),
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
  unique (channel_code, event_id)
);
create index inbox_todo on inbox (run_at, inbox_id) where state = 'new';

-- What must leave the house: deliveries to the game, refunds to a gateway. Only an answer ends a row.
create table outbox (
  outbox_id text primary key,
  kind text not null check (kind in ('deliver', 'refund')),
  order_no text not null,
  payload jsonb not null,
  state text not null default 'pending'
    check (state in ('pending', 'unknown', 'confirmed', 'refused', 'parked', 'held', 'cancelled', 'recall')),
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
