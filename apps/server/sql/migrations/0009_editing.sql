-- Writing at the desk: versions of what is for sale and of what is said, drafts, dates, previews, pictures, settings.

alter table product add column version int not null default 1;
alter table payment_channel add column version int not null default 1;
alter table content_block add column version int not null default 1;
alter table article
  add column version int not null default 1,
  add column state text not null default 'live' check (state in ('live', 'down')),
  -- players see it between the two; null: from the start, without an end
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add constraint article_is_seen check (publish_at < unpublish_at);
alter table redeem_campaign
  add column version int not null default 1,
  add column state text not null default 'ready' check (state in ('draft', 'ready', 'stopped'));
alter table rebate_campaign
  add column version int not null default 1,
  add column state text not null default 'ready' check (state in ('draft', 'ready', 'stopped'));
-- A draft and a campaign that was stopped leave their time to another one.
alter table rebate_campaign drop constraint one_campaign_at_a_time,
  add constraint one_campaign_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
    where (state = 'ready');

---------------------------------------------------------------------------------------------------- versions

-- Each saved version of what is edited. `live_at`: when players saw it first; null for a draft.
create table desk.revision (
  kind text not null check (kind in ('product', 'channel', 'article', 'block', 'redeem', 'rebate', 'setting')),
  target text not null,
  version int not null check (version > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  -- `staff:7`, `cli:NAME`, `job:NAME`, `sql:NAME`
  author text not null,
  saved_at timestamptz not null default now(),
  live_at timestamptz,
  reason text not null default '',
  primary key (kind, target, version)
);

-- What happens at a moment that was promised as a local time of a zone.
create table desk.scheduled_change (
  change_id bigint generated always as identity primary key,
  kind text not null,
  target text not null,
  -- the fields that change, and what they become
  patch jsonb not null check (jsonb_typeof(patch) = 'object'),
  -- the draft that goes out with it; null where there is none
  version int,
  -- the live version that it was planned for: with another one nothing is applied
  based_on int not null,
  local_time timestamp not null,
  zone text not null,
  -- of a local time that comes twice
  which text not null default '' check (which in ('', 'first', 'second')),
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'conflict', 'failed', 'withdrawn')),
  planned_by text not null,
  planned_at timestamptz not null default now(),
  reason text not null default '',
  approval text not null default '',
  done_at timestamptz,
  detail text not null default ''
);
create index scheduled_change_due on desk.scheduled_change (at) where state = 'waiting';
create index scheduled_change_target on desk.scheduled_change (kind, target, at);

-- A look at the shop as it will be: what a signed link shows, until when, and to whom it was given.
create table desk.preview (
  token_hash bytea primary key,
  staff_id bigint not null,
  -- [{kind, target, version}]
  drafts jsonb not null default '[]',
  moment timestamptz not null,
  expires_at timestamptz not null
);

-- Pictures in three widths. They are named by the hash of what was uploaded, so a name means one picture for ever.
create table desk.media (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width int not null check (width > 0),
  height int not null check (height > 0),
  w320 bytea not null,
  w640 bytea not null,
  w1280 bytea not null,
  -- {locale: text}
  alt jsonb not null default '{}',
  added_by text not null,
  added_at timestamptz not null default now()
);
create index media_newest on desk.media (added_at desc, hash);

-- What holds for the whole shop: `sales` {paused}.
create table desk.setting (
  name text primary key,
  value jsonb not null,
  version int not null default 1
);
insert into desk.setting (name, value) values ('sales', '{"paused": false}');

insert into desk.revision (kind, target, version, body, author, live_at)
select 'product', cp_goods_id, 1, to_jsonb(p) - '{cp_goods_id,version}'::text[], 'migration', now() from product p
union all
select 'channel', channel_code, 1, to_jsonb(c) - '{channel_code,version}'::text[], 'migration', now()
  from payment_channel c
union all
select 'article', id, 1, to_jsonb(a) - '{id,version}'::text[], 'migration', now() from article a
union all
select 'block', name || '/' || locale, 1, to_jsonb(b) - '{name,locale,version}'::text[], 'migration', now()
  from content_block b
union all
select 'redeem', campaign_id, 1, to_jsonb(r) - '{campaign_id,version,used,exhausted_at}'::text[], 'migration', now()
  from redeem_campaign r
union all
select 'rebate', campaign_id, 1, to_jsonb(r) - '{campaign_id,version}'::text[], 'migration', now()
  from rebate_campaign r
union all
select 'setting', name, 1, jsonb_build_object('value', value), 'migration', now() from desk.setting;

-- A change by whoever it is moves the version, and is kept as a revision (functions/desk-editing.sql).
create function desk.next_version() returns trigger language plpgsql as $f$ begin return new; end $f$;
create function desk.keep_revision() returns trigger language plpgsql as $f$ begin return null; end $f$;
do $$
declare
  r record;
begin
  for r in select * from (values
    ('product', 'product', 'cp_goods_id', 'cp_goods_id', ''),
    ('payment_channel', 'channel', 'channel_code', 'channel_code', ''),
    ('article', 'article', 'id', 'id', ''),
    ('content_block', 'block', 'name,locale', 'name', ''),
    ('redeem_campaign', 'redeem', 'campaign_id', 'campaign_id',
      ' of texts, items, basic_points, present_points, starts_at, ends_at, per_role, per_account, total, state'),
    ('rebate_campaign', 'rebate', 'campaign_id', 'campaign_id', ''),
    ('desk.setting', 'setting', 'name', 'name', '')) v (tab, kind, keys, target, cols)
  loop
    -- What redeeming counts is no change of the campaign.
    execute format('create trigger next_version before insert or update%s on %s for each row
      execute function desk.next_version(%L, %L)', r.cols, r.tab, r.kind, r.keys);
    execute format('create trigger keep_revision after insert or update%s on %s for each row
      execute function desk.keep_revision(%L, %L)', r.cols, r.tab, r.kind, r.keys);
    execute format('create constraint trigger audit_editing after insert or delete or update%s on %s
      deferrable initially deferred for each row execute function desk.audit_change(%L, %L, %L)',
      r.cols, r.tab, r.kind, r.target, case r.kind when 'article' then 'texts' when 'block' then 'value' else '' end);
  end loop;
end $$;
create constraint trigger audit_editing after insert or update or delete on rebate_tier
  deferrable initially deferred for each row execute function desk.audit_change('rebate', 'campaign_id', '');
create constraint trigger audit_editing after insert or update or delete on bonus_reset
  deferrable initially deferred for each row execute function desk.audit_change('bonus_reset', 'cp_goods_id', '');
create constraint trigger audit_editing after insert or delete or update of alt on desk.media
  deferrable initially deferred for each row execute function desk.audit_change('media', 'hash', 'w320,w640,w1280');
create constraint trigger audit_plan after insert on desk.scheduled_change deferrable initially deferred
  for each row execute function desk.audit_change('plan', 'change_id', '');
create constraint trigger audit_plan_moved after update of at, state on desk.scheduled_change
  deferrable initially deferred for each row when (new.state <> 'done')
  execute function desk.audit_change('plan', 'change_id', '');

-- Whether sales pause is read by the shop with the catalog.
create trigger setting_changed after insert or update or delete on desk.setting
  for each statement execute function catalog_changed();

---------------------------------------------------------------------------------------------------- rights

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on product, payment_channel, article, content_block, rebate_campaign, rebate_tier
    to hc_desk;
  grant select, insert on redeem_campaign, redeem_code, bonus_reset to hc_desk;
  grant update (texts, items, basic_points, present_points, starts_at, ends_at, per_role, per_account, total, state,
    version) on redeem_campaign to hc_desk;
  grant delete on rebate_tier to hc_desk;
  grant select (order_no, channel_code, status) on orders to hc_desk;
  grant select on channel_health, game_server, content_version to hc_desk;
  -- A version that was saved stays as it is.
  revoke update on desk.revision from hc_desk;
  grant update (live_at) on desk.revision to hc_desk;
end $$;
