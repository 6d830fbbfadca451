-- locks: order_terms
-- Prices of the player's country, the tax inside them, and what an order freezes of both. An order in dollars without
-- a book writes what it wrote before, and not a row more.

-- Who sells: the name, address and tax numbers on a receipt.
create table legal_entity (
  entity_id text primary key check (entity_id ~ '^[a-z0-9_-]{1,32}$'),
  name text not null check (name <> ''),
  address text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- {"VAT": "…"}
  tax_ids jsonb not null default '{}' check (jsonb_typeof(tax_ids) = 'object'),
  -- how many signs of the buyer's country must agree before it counts as shown
  evidence_min smallint not null default 1 check (evidence_min in (1, 2)),
  version int not null default 1
);

-- A list of prices in one currency, for one country or several.
create table price_book (
  book_id text primary key check (book_id ~ '^[a-z0-9_-]{1,32}$'),
  currency text not null references currency,
  -- null: no documents are written for its orders
  entity_id text references legal_entity,
  tax text not null check (tax in ('inclusive', 'none')),
  -- given only where two signs of the player's country agree
  protected boolean not null default false,
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  version int not null default 1
);
create table book_country (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  book_id text not null references price_book
);
create index book_country_book on book_country (book_id);

-- What an item costs in a book at a time. Immutable but for its end.
create table price (
  price_id bigint generated always as identity primary key,
  book_id text not null references price_book,
  cp_goods_id text not null references product,
  offer_id text not null default '',
  amount_minor bigint not null check (amount_minor > 0),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  -- `staff:7`, `cli:NAME`, `sql:NAME`
  by text not null,
  created_at timestamptz not null default now()
);
create index price_of_item on price (book_id, cp_goods_id, offer_id, starts_at desc);

-- What points cost in a book where exactly what is missing is bought.
create table point_rate (
  book_id text primary key references price_book,
  minor_per_1000_points bigint not null check (minor_per_1000_points > 0)
);

-- What a channel takes in a currency: countries null is everywhere.
create table channel_rule (
  channel_code text not null references payment_channel,
  currency text not null references currency,
  countries text[],
  min_minor bigint check (min_minor > 0),
  max_minor bigint check (max_minor >= min_minor),
  sort int not null default 100,
  -- such a gateway owes tax and documents itself
  merchant_of_record boolean not null default false,
  version int not null default 1,
  primary key (channel_code, currency)
);

-- What share of a price is tax, by country and day. Rates in parts per million: 10 % is 100000.
create table tax_rate (
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text not null default '',
  kind text not null default 'digital' check (kind <> ''),
  valid_from date not null,
  valid_to date check (valid_to > valid_from),
  rate_ppm int not null check (rate_ppm between 0 and 999999),
  name text not null check (name <> ''),
  source text not null,
  primary key (country, region, kind, valid_from)
);

-- The country whose prices an account sees. A row exists where the account declared one, or staff or a payment decided.
create table account_market (
  account_id bigint primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  source text not null check (source in ('declared', 'staff', 'payer')),
  since timestamptz not null,
  -- another country may be declared from here on
  change_from timestamptz not null,
  strikes int not null default 0 check (strikes >= 0),
  appeal text not null default 'none' check (appeal in ('none', 'asked', 'granted', 'refused')),
  note text not null default ''
);

-- What else says where an account is: `game` (the game's own word), `payer` (card or wallet). The connection and the
-- phone number are read where they are.
create table account_signal (
  account_id bigint not null,
  signal text not null check (signal in ('game', 'payer')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  at timestamptz not null,
  primary key (account_id, signal)
);

-- Frozen facts of an order in a book, in the row that the statement writes which makes the order.
alter table order_terms
  add column market text check (market ~ '^[A-Z]{2}$'),
  add column price_id bigint,
  add column entity_id text,
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  add column tax_name text,
  add column rate_ppm int check (rate_ppm between 0 and 999999),
  add column tax_minor bigint check (tax_minor >= 0),
  -- [{"signal", "country", "at"}] of that moment
  add column evidence jsonb check (jsonb_typeof(evidence) = 'array'),
  -- fewer signs agree than the entity asks for
  add column weak boolean,
  add column offer_id text,
  add column creator text,
  add column arms jsonb,
  -- versions of the texts of law that the buyer saw, for instance {"withdrawal": 3}
  add column texts jsonb check (jsonb_typeof(texts) = 'object'),
  add column gift boolean;

do $$
declare
  whose text;
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant select on legal_entity, price_book, book_country, price, point_rate, channel_rule, tax_rate to hc_app;
    revoke insert, update, delete on legal_entity, price_book, book_country, price, point_rate, channel_rule, tax_rate
      from hc_app;
    grant select, insert, update on account_market, account_signal to hc_app;
  end if;
  foreach whose in array array['hc_readonly', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on legal_entity, price_book, book_country, price, point_rate, channel_rule,
        tax_rate, account_market, account_signal to %I', whose);
    end if;
  end loop;
end $$;
