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
  constraint paid_is_all_or_nothing check (paid_cents in (0, amount_cents)),
  constraint paid_status_has_money check ((status in (2, 4, 5)) = (paid_cents > 0)),
  constraint refund_within_paid check (refunded_cents between 0 and paid_cents)
-- room on each page: settling and delivering touch no index, so they stay on the page (HOT)
) with (fillfactor = 70);
create unique index orders_idem on orders (account_id, idem_key) where idem_key is not null;
create index orders_account on orders (account_id, order_no desc);
create index orders_check on orders (next_check_at) where next_check_at is not null;

create table order_event (
  event_id bigint generated always as identity,
  order_no text not null,
  from_status smallint,
  to_status smallint not null,
  cause text not null,
  at timestamptz not null,
  primary key (order_no, event_id)
);
create trigger order_event_append_only before update or delete on order_event
  for each row execute function refuse_change();

-- The state machine of packages/domain/src/order/order-status.ts; a test compares all pairs.
create function order_may_move(f smallint, t smallint) returns boolean language sql immutable as $$
  select (f, t) in ((1,2), (1,3), (1,6), (3,2), (6,2), (2,4), (2,5), (4,5))
$$;

create function order_moved() returns trigger language plpgsql as $$
begin
  if not order_may_move(old.status, new.status) then
    raise exception 'order % may not move from % to %', new.order_no, old.status, new.status using errcode = '23514';
  end if;
  insert into order_event (order_no, from_status, to_status, cause, at)
  values (new.order_no, old.status, new.status, new.cause, app_now());
  return null;
end $$;
create trigger order_moved after update on orders for each row
  when (old.status is distinct from new.status) execute function order_moved();

create function order_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'order %: amount, currency, owner, goods and channel never change', old.order_no using errcode = '23514';
end $$;
create trigger order_frozen before update on orders for each row
  when (old.amount_cents <> new.amount_cents or old.currency <> new.currency or old.account_id <> new.account_id
        or old.cp_goods_id <> new.cp_goods_id or old.channel_code <> new.channel_code or old.order_type <> new.order_type
        or old.role_id <> new.role_id or old.server_id <> new.server_id or old.bonus_pct <> new.bonus_pct)
  execute function order_frozen();
create trigger order_kept before delete on orders for each row execute function refuse_change();

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
  primary key (channel_code, refund_txn)
);
create index gateway_refund_open on gateway_refund (channel_code, txn) where not applied;

-- The first-top-up bonus: once for a character and an item.
create table first_top_up (
  server_id text not null,
  role_id text not null,
  cp_goods_id text not null,
  order_no text not null,
  primary key (server_id, role_id, cp_goods_id)
);
