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
  texts jsonb not null
);

create table payment_channel (
  channel_code text primary key,
  sort integer not null default 0,
  enabled boolean not null default true
);

create table article (
  id text primary key,
  type smallint not null check (type in (1, 2, 3)),
  img text not null,
  created_at timestamptz not null,
  pinned boolean not null default false,
  hot boolean not null default false,
  -- {locale: {title, summary, html}}; the HTML is sanitised when stored and when shown
  texts jsonb not null
);
create index article_newest on article (created_at desc);

create table content_block (
  name text not null,
  locale text not null,
  value jsonb not null,
  primary key (name, locale)
);
