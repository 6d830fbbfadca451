-- locks: rebate_campaign, rebate_tier
-- Files at the desk: what is imported, and what goes from a shop where it is tried to the one that sells.

-- A file that somebody gave, as its dry run found it. It lives for some days.
create table desk.import_job (
  import_id bigint generated always as identity primary key,
  kind text not null check (kind in ('products', 'texts', 'campaigns', 'codes', 'promotion')),
  -- the campaign of codes
  target text not null default '',
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of the file
  hash bytea not null,
  -- the rights that its rows need
  needs text[] not null default '{}',
  -- of a promotion: who signed it, and what its head says
  head jsonb,
  made_by bigint not null references desk.staff (staff_id),
  made_at timestamptz not null,
  state text not null default 'checked' check (state in ('checked', 'running', 'applied')),
  lines int not null,
  fresh int not null,
  changed int not null,
  same int not null,
  refused int not null,
  -- who applies it, why, and by which request: what each step says to the audit
  acting jsonb,
  applied_at timestamptz
);
create index import_running on desk.import_job (import_id) where state = 'running';

-- A line of the file that is wrong, and why: [{column, why, value}].
create table desk.import_line (
  import_id bigint not null references desk.import_job (import_id) on delete cascade,
  line int not null,
  target text not null,
  errors jsonb not null,
  primary key (import_id, line)
);

-- What becomes of one row of the shop: the version that the dry run saw, and the fields that change.
create table desk.import_change (
  import_id bigint not null references desk.import_job (import_id) on delete cascade,
  seq int not null,
  kind text not null check (kind in ('product', 'channel', 'article', 'block', 'redeem', 'rebate', 'code')),
  target text not null,
  based_on int not null,
  before jsonb,
  patch jsonb not null,
  -- left: of a promotion, a row that nobody chose
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'planned', 'stale', 'refused', 'left')),
  why text not null default '',
  primary key (import_id, seq)
);
create index import_change_waiting on desk.import_change (import_id, seq) where state = 'waiting';

-- Files for another shop and of another shop, by the number that they carry: each is taken once.
create table desk.promotion (
  file_id uuid not null,
  way text not null check (way in ('out', 'in')),
  shop text not null,
  key text not null,
  made_at timestamptz not null,
  by_staff bigint not null references desk.staff (staff_id),
  primary key (way, file_id)
);
-- What a row was when a file was made: the next file says so.
create table desk.promotion_row (
  kind text not null,
  target text not null,
  hash text not null,
  primary key (kind, target)
);
-- The key that signs files (ed25519), sealed with the installation's secret (purpose `promotion`).
create table desk.promotion_key (
  one boolean primary key default true check (one),
  sealed bytea not null,
  public text not null,
  made_at timestamptz not null
);

create constraint trigger audit_promotion after insert or update or delete on desk.promotion
  deferrable initially deferred for each row execute function desk.audit_change('promotion', 'file_id', '');
create constraint trigger audit_promotion_key after insert or update or delete on desk.promotion_key
  deferrable initially deferred for each row execute function desk.audit_change('promotion_key', 'public', 'sealed');

-- A rebate's tiers as a part of the campaign, so that they have its version: what changes them moves it. What is
-- granted comes from rebate_tier, which follows.
alter table rebate_campaign add column tiers jsonb not null default '[]' check (jsonb_typeof(tiers) = 'array');
alter table rebate_campaign disable trigger user;
update rebate_campaign c set tiers = (
  select coalesce(jsonb_agg(jsonb_build_object('threshold_cents', x.threshold_cents, 'rate_pct', x.rate_pct,
      'gift_goods_id', x.gift_goods_id, 'gift_quantity', x.gift_quantity) order by x.threshold_cents), '[]')
    from rebate_tier x where x.campaign_id = c.campaign_id);
alter table rebate_campaign enable trigger user;
create function desk.tiers_changed() returns trigger language plpgsql as $f$ begin return null; end $f$;
create constraint trigger tiers_changed after insert or update or delete on rebate_tier
  deferrable initially deferred for each row execute function desk.tiers_changed();

-- What a campaign may cost, as its last start or change was agreed on: alerts compare it with what it has given.
create table desk.campaign_forecast (
  kind text not null check (kind in ('redeem', 'rebate')),
  campaign_id text not null,
  high_cents bigint not null check (high_cents >= 0),
  at timestamptz not null,
  primary key (kind, campaign_id)
);
insert into desk.alert_rule (rule_key, threshold, window_minutes) values
  ('campaign_cost', 80, 60), ('campaign_over', 100, 60);

-- An import from a file needs a second person, and so do many rows at once where somebody lifts that.
insert into desk.approval_rule (rule_key, permission, condition, amount, kind, decided_by, note) values
  ('import_products', 'product.price', 'always', null, 'import', 'product.price', 'An import of products from a file'),
  ('import_texts', 'product.text', 'always', null, 'import', 'product.price', 'An import of texts from a file'),
  ('import_campaigns', 'campaign.edit', 'always', null, 'import', 'campaign.start',
    'An import of campaigns from a file'),
  ('import_codes', 'code.make', 'always', null, 'import', 'campaign.start', 'An import of redeem codes from a file'),
  ('campaign_change', 'campaign.stop', 'always', null, 'running', 'campaign.start', 'A change of a campaign that runs'),
  ('many_texts', 'product.text', 'above', 50, 'import', 'product.price', 'More than 50 rows of texts at once'),
  ('many_campaigns', 'campaign.edit', 'above', 50, 'import', 'campaign.start', 'More than 50 campaigns at once'),
  ('many_codes', 'code.make', 'above', 50, 'import', 'campaign.start', 'More than 50 redeem codes at once');

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert, update on desk.import_job, desk.import_line, desk.import_change, desk.promotion_row,
    desk.campaign_forecast to hc_desk;
  grant select, insert on desk.promotion, desk.promotion_key to hc_desk;
end $$;
