-- Editing at the desk: versions, drafts, dates. Lock order: the kind, the target (both advisory), the target's row, the
-- audit's chain.

-- Locks a target for writing. Writers of one target queue. They also wait for whoever has locked the whole kind.
create or replace function desk.lock_target(p_kind text, p_target text) returns void language plpgsql as $$
begin
  if position(',' || p_kind || ',' in desk.said('kinds')) > 0 then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('desk.kind:' || p_kind, 0));
  perform pg_advisory_xact_lock(hashtextextended('desk.target:' || p_kind || ':' || p_target, 0));
end $$;

-- Locks whole kinds, in the order of their names. One lock stands for thousands, because all processes share
-- PostgreSQL's lock table. The caller calls this before it touches a row of these kinds. Decision 322.
create or replace function desk.lock_kinds(p_kinds text[]) returns void language plpgsql as $$
declare
  k text;
begin
  for k in select distinct x from unnest(p_kinds) x order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('desk.kind:' || k, 0));
    perform set_config('desk.kinds', desk.said('kinds') || ',' || k || ',', true);
  end loop;
end $$;

-- Gives a changed row the next version; drafts count as versions. An update that changes no other column keeps the
-- version. Where a draft goes live, `desk.version` holds its version.
create or replace function desk.next_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  row_of text := (select string_agg(to_jsonb(new) ->> k, '/' order by o)
    from string_to_table(tg_argv[1], ',') with ordinality x (k, o));
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'version' = to_jsonb(old) - 'version' then return old; end if;
  end if;
  perform desk.lock_target(tg_argv[0], row_of);
  new.version := coalesce(nullif(desk.said('version'), '')::int,
    (select max(r.version) + 1 from desk.revision r where r.kind = tg_argv[0] and r.target = row_of), 1);
  return new;
end $$;

-- Stores the version that players see from now on. A draft that went live gets its time in live_at.
create or replace function desk.keep_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  row_of text := (select string_agg(to_jsonb(new) ->> k, '/' order by o)
    from string_to_table(tg_argv[1], ',') with ordinality x (k, o));
begin
  if tg_op = 'UPDATE' then
    if new.version = old.version then return null; end if;
  end if;
  insert into desk.revision as r (kind, target, version, body, author, saved_at, live_at, reason)
  values (tg_argv[0], row_of, new.version,
    to_jsonb(new) - string_to_array(tg_argv[1] || ',version,used,exhausted_at', ','),
    coalesce(nullif(desk.said('actor'), ''), 'sql:' || session_user), app_now(), app_now(), desk.said('reason'))
  on conflict (kind, target, version) do update set live_at = coalesce(r.live_at, excluded.live_at);
  return null;
end $$;

-- The edited fields of the row that players see; version 0 where there is none.
create or replace function desk.live(p_kind text, p_target text, out version int, out body jsonb)
language plpgsql stable as $$
begin
  case p_kind
    when 'product' then select to_jsonb(p) into body from product p where p.cp_goods_id = p_target;
    when 'channel' then select to_jsonb(c) into body from payment_channel c where c.channel_code = p_target;
    when 'article' then select to_jsonb(a) into body from article a where a.id = p_target;
    when 'block' then select to_jsonb(b) into body from content_block b where b.name || '/' || b.locale = p_target;
    when 'redeem' then select to_jsonb(r) into body from redeem_campaign r where r.campaign_id = p_target;
    when 'rebate' then select to_jsonb(r) into body from rebate_campaign r where r.campaign_id = p_target;
    when 'setting' then select to_jsonb(s) into body from desk.setting s where s.name = p_target;
  end case;
  version := coalesce((body ->> 'version')::int, 0);
  body := body - '{version,cp_goods_id,channel_code,id,name,locale,campaign_id,used,exhausted_at}'::text[];
end $$;

-- The last saved version, who saved it and when; version 0 where there is none.
create or replace function desk.head(
  p_kind text, p_target text, out version int, out body jsonb, out author text, out saved_at timestamptz
) language plpgsql stable as $$
begin
  select r.version, r.body, r.author, r.saved_at into version, body, author, saved_at from desk.revision r
   where r.kind = p_kind and r.target = p_target order by r.version desc limit 1;
  version := coalesce(version, 0);
end $$;

-- Makes a version live, at once or when a planned change is due. p_based_on: the live version that the change was made
-- for (0: there was none). p_patch: the fields that change. p_version: the draft that goes live. Refusals: changed
-- (another version is live), not_found, exists.
create or replace function desk.apply_revision(
  p_kind text, p_target text, p_based_on int, p_patch jsonb, p_version int default null,
  out refusal text, out version int
) language plpgsql as $$
declare
  live record;
  body jsonb;
begin
  perform desk.lock_target(p_kind, p_target);
  select * into live from desk.live(p_kind, p_target);
  if live.version <> p_based_on then
    refusal := case when live.version = 0 then 'not_found' when p_based_on = 0 then 'exists' else 'changed' end;
    version := live.version;
    return;
  end if;
  if p_version is not null then
    select r.body into body from desk.revision r
     where r.kind = p_kind and r.target = p_target and r.version = p_version;
    if not found then refusal := 'not_found'; return; end if;
    -- A version that was live before becomes a new version.
    perform set_config('desk.version', case when exists (select 1 from desk.revision r where r.kind = p_kind
      and r.target = p_target and r.version = p_version and r.live_at is null) then p_version::text else '' end, true);
  end if;
  body := coalesce(live.body, '{}') || coalesce(body, '{}') || p_patch;
  perform desk.write_live(p_kind, p_target, live.version = 0, body);
  perform set_config('desk.version', '', true);
  select l.version into version from desk.live(p_kind, p_target) l;
end $$;

-- Writes a row from its fields. Only apply_revision calls it, and holds the target's lock.
create or replace function desk.write_live(p_kind text, p_target text, p_new boolean, p_body jsonb) returns void
language plpgsql as $$
declare
  p product; c payment_channel; a article; r redeem_campaign; e rebate_campaign;
begin
  if p_kind = 'product' then
    p := jsonb_populate_record(null::product, p_body || jsonb_build_object('cp_goods_id', p_target, 'version', 1));
    if p_new or p.price_cents <> (select x.price_cents from product x where x.cp_goods_id = p_target) then
      perform desk.must_be_agreed('product.price');
    end if;
    if p.bonus_pct <> coalesce((select x.bonus_pct from product x where x.cp_goods_id = p_target), 0) then
      perform desk.must_be_agreed('product.bonus');
    end if;
    if p_new then insert into product select p.*; return; end if;
    update product x set price_cents = p.price_cents, bonus_pct = p.bonus_pct, icon = p.icon, tag = p.tag,
      sort = p.sort, active = p.active, texts = p.texts, quantity = p.quantity, featured = p.featured
     where x.cp_goods_id = p_target;
  elsif p_kind = 'channel' then
    c := jsonb_populate_record(null::payment_channel, p_body);
    update payment_channel x set sort = c.sort, enabled = c.enabled, countries = c.countries,
      currencies = c.currencies, min_cents = c.min_cents, max_cents = c.max_cents where x.channel_code = p_target;
  elsif p_kind = 'article' then
    a := jsonb_populate_record(null::article, p_body || jsonb_build_object('id', p_target, 'version', 1));
    a.created_at := coalesce(a.created_at, app_now());
    a.state := coalesce(a.state, 'live');
    if p_new then insert into article select a.*; return; end if;
    update article x set type = a.type, img = a.img, pinned = a.pinned, hot = a.hot, texts = a.texts,
      starts_at = a.starts_at, ends_at = a.ends_at, state = a.state, publish_at = a.publish_at,
      unpublish_at = a.unpublish_at where x.id = p_target;
  elsif p_kind = 'block' then
    insert into content_block as b (name, locale, value)
    values (split_part(p_target, '/', 1), split_part(p_target, '/', 2), p_body -> 'value')
    on conflict (name, locale) do update set value = excluded.value;
  elsif p_kind = 'redeem' then
    r := jsonb_populate_record(null::redeem_campaign,
      p_body || jsonb_build_object('campaign_id', p_target, 'version', 1, 'used', 0));
    if r.state = 'ready' and 'ready' is distinct from (select x.state from redeem_campaign x
      where x.campaign_id = p_target) then
      perform desk.must_be_agreed('campaign.start');
    end if;
    if p_new then insert into redeem_campaign select r.*; return; end if;
    update redeem_campaign x set texts = r.texts, items = r.items, basic_points = r.basic_points,
      present_points = r.present_points, starts_at = r.starts_at, ends_at = r.ends_at, per_role = r.per_role,
      per_account = r.per_account, total = r.total, state = r.state where x.campaign_id = p_target;
  elsif p_kind = 'rebate' then
    e := jsonb_populate_record(null::rebate_campaign,
      p_body || jsonb_build_object('campaign_id', p_target, 'version', 1));
    e.tiers := desk.in_order(coalesce(e.tiers, '[]'));
    if e.state = 'ready' and 'ready' is distinct from (select x.state from rebate_campaign x
      where x.campaign_id = p_target) then
      perform desk.must_be_agreed('campaign.start');
    end if;
    if p_new then
      insert into rebate_campaign (campaign_id, texts, starts_at, ends_at, counts, version, state, tiers)
      values (e.campaign_id, e.texts, e.starts_at, e.ends_at, e.counts, e.version, e.state, e.tiers);
    else
      update rebate_campaign x set texts = e.texts, starts_at = e.starts_at, ends_at = e.ends_at, counts = e.counts,
        state = e.state, tiers = e.tiers where x.campaign_id = p_target;
    end if;
    perform desk.set_tiers(p_target, e.tiers);
  elsif p_kind = 'setting' then
    update desk.setting s set value = p_body -> 'value' where s.name = p_target;
  end if;
end $$;

-- Saves a draft. p_head: the last version that its author has read. Refusals: changed (somebody saved meanwhile).
create or replace function desk.save_draft(
  p_kind text, p_target text, p_head int, p_body jsonb, out refusal text, out version int
) language plpgsql as $$
declare
  head record;
begin
  perform desk.lock_target(p_kind, p_target);
  select * into head from desk.head(p_kind, p_target);
  version := head.version;
  if head.version <> p_head then refusal := 'changed'; return; end if;
  if head.body = p_body then return; end if;
  version := head.version + 1;
  insert into desk.revision (kind, target, version, body, author, saved_at, reason)
  values (p_kind, p_target, version, p_body, coalesce(nullif(desk.said('actor'), ''), 'sql:' || session_user),
    app_now(), desk.said('reason'));
  perform desk.note(p_kind, p_target, jsonb_build_object('draft', version));
end $$;

-- The moment of a local time in a zone. Refusals: zone (no zone has that name), skipped (the clocks are set forward
-- over this time), twice (the clocks are set back, so this time comes twice; p_which chooses one of the two).
create or replace function desk.moment_of(
  p_local timestamp, p_zone text, p_which text, out refusal text, out at timestamptz
) language plpgsql stable as $$
declare
  found_at timestamptz[];
begin
  begin
    -- The zone's offset is either that of the day before or that of the day after.
    select array_agg(distinct m order by m) into found_at from (
      select (p_local - ((d at time zone p_zone) - (d at time zone 'UTC'))) at time zone 'UTC' as m
        from unnest(array[(p_local - interval '1 day') at time zone 'UTC',
          (p_local + interval '1 day') at time zone 'UTC']) d) x
     where m at time zone p_zone = p_local;
  exception when invalid_parameter_value then
    refusal := 'zone';
    return;
  end;
  if found_at is null then refusal := 'skipped';
  elsif cardinality(found_at) = 1 then at := found_at[1];
  elsif p_which = '' then refusal := 'twice';
  else at := found_at[case p_which when 'first' then 1 else 2 end];
  end if;
end $$;

-- Plans a change for a local time. Refusals: those of moment_of, changed, not_found, past.
create or replace function desk.plan_change(
  p_kind text, p_target text, p_based_on int, p_patch jsonb, p_version int, p_local timestamp, p_zone text,
  p_which text, out refusal text, out change_id bigint, out at timestamptz, out version int
) language plpgsql as $$
declare
  m record;
begin
  select * into m from desk.moment_of(p_local, p_zone, p_which);
  refusal := m.refusal;
  at := m.at;
  if refusal is not null then return; end if;
  if at <= app_now() then refusal := 'past'; return; end if;
  perform desk.lock_target(p_kind, p_target);
  select l.version into version from desk.live(p_kind, p_target) l;
  if version <> p_based_on then
    refusal := case when version = 0 then 'not_found' else 'changed' end;
    return;
  end if;
  perform desk.must_be_agreed(x) from unnest(desk.needed_for(p_kind, p_patch)) x;
  insert into desk.scheduled_change as s (kind, target, patch, version, based_on, local_time, zone, which, at,
    planned_by, planned_at, reason, approval)
  values (p_kind, p_target, p_patch, p_version, p_based_on, p_local, p_zone, p_which, m.at,
    coalesce(nullif(desk.said('actor'), ''), 'sql:' || session_user), app_now(), desk.said('reason'),
    desk.said('approval'))
  returning s.change_id into plan_change.change_id;
end $$;

-- Whether a plan may be withdrawn (p_at null) or moved to p_at by one person: it changes no price and no bonus, or it
-- gives more than is given now and would give it later or never.
create or replace function desk.may_replan(p_change bigint, p_at timestamptz) returns boolean language sql stable as $$
  select coalesce(bool_and(cardinality(desk.needed_for(x.kind, x.patch)) = 0 or (p_at is null or p_at >= x.at)
      and x.cheaper >= 0 and x.richer >= 0 and x.cheaper + x.richer > 0), true)
    from (select s.kind, s.patch, s.at, p.price_cents - coalesce((s.patch ->> 'price_cents')::bigint, p.price_cents)
          as cheaper, coalesce((s.patch ->> 'bonus_pct')::bigint, p.bonus_pct) - p.bonus_pct as richer
        from desk.scheduled_change s left join product p on s.kind = 'product' and p.cp_goods_id = s.target
       where s.change_id = p_change) x
$$;

-- Withdraws a planned change of a kind; where p_local is given, moves it to that local time. Refusals: not_found (no
-- such change is waiting), past, those of moment_of.
create or replace function desk.replan_change(
  p_kind text, p_change bigint, p_local timestamp, p_zone text, p_which text, out refusal text, out at timestamptz
) language plpgsql as $$
declare
  m record;
  moved timestamptz;
begin
  if p_local is not null then
    select * into m from desk.moment_of(p_local, p_zone, p_which);
    refusal := coalesce(m.refusal, case when m.at <= app_now() then 'past' end);
    moved := m.at;
    if refusal is not null then return; end if;
  end if;
  if not desk.may_replan(p_change, moved) then
    perform desk.must_be_agreed(x) from desk.scheduled_change s, unnest(desk.needed_for(s.kind, s.patch)) x
      where s.change_id = p_change;
  end if;
  update desk.scheduled_change s set
      state = case when p_local is null then 'withdrawn' else 'waiting' end,
      done_at = case when p_local is null then app_now() end,
      local_time = coalesce(p_local, s.local_time), zone = coalesce(p_zone, s.zone),
      which = coalesce(p_which, s.which), at = coalesce(moved, s.at)
   where s.change_id = p_change and s.kind = p_kind and s.state = 'waiting' returning s.at into replan_change.at;
  if not found then refusal := 'not_found'; end if;
end $$;

-- Moves waiting changes whose zone's rules have changed: the planned local time stays, and its moment changes. Gives
-- the moved changes. Where the new rules skip the local time, the change keeps its moment. Where the local time now
-- comes twice, the first one counts. Decision 335.
create or replace function move_plans() returns table (change_id bigint, kind text, target text, was timestamptz,
  at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  s desk.scheduled_change;
  m record;
begin
  perform desk.act('job:zones', 'schedule.move', 'the rules of the zone have changed', '', '', '', '');
  for s in select x.* from desk.scheduled_change x where x.state = 'waiting' order by x.kind, x.target, x.change_id loop
    select * into m from desk.moment_of(s.local_time, s.zone, coalesce(nullif(s.which, ''), 'first'));
    continue when m.at is null or m.at = s.at;
    perform desk.lock_target(s.kind, s.target);
    update desk.scheduled_change x set at = m.at, moved_from = s.at, moved_at = app_now()
     where x.change_id = s.change_id and x.state = 'waiting' and x.at = s.at;
    continue when not found;
    change_id := s.change_id; kind := s.kind; target := s.target; was := s.at; at := m.at;
    perform desk.note(s.kind, s.target, jsonb_build_object('change', s.change_id, 'was', s.at, 'at', m.at));
    return next;
  end loop;
end $$;

-- The other people who are editing a form now. p_writes notes p_staff as editing for 20 seconds. This is a hint and no
-- lock: two authors meet when they save. Each new note deletes old ones, so no timed job is needed. Decision 450.
create or replace function desk.writing(p_kind text, p_target text, p_staff bigint, p_writes boolean)
returns table (name text) language plpgsql as $$
begin
  if p_writes then
    delete from desk.presence p where p.at < now() - interval '1 minute';
    insert into desk.presence as p (kind, target, staff_id, at) values (p_kind, p_target, p_staff, now())
    on conflict (kind, target, staff_id) do update set at = excluded.at;
  end if;
  return query select s.name from desk.presence p join desk.staff s using (staff_id)
    where p.kind = p_kind and p.target = p_target and p.staff_id <> p_staff and p.at > now() - interval '20 seconds'
    order by s.name;
end $$;

-- Makes a new version of the live article in which only the marks of its translations differ. Players see no change.
-- Changes that are planned for p_version are carried over. null: p_version is not live.
create or replace function desk.keep_right(p_id text, p_version int, p_texts jsonb) returns int
language plpgsql as $$
declare
  done record;
begin
  select * into done from desk.apply_revision('article', p_id, p_version, jsonb_build_object('texts', p_texts));
  if done.refusal is not null then return null; end if;
  update desk.scheduled_change s set based_on = done.version
   where s.kind = 'article' and s.target = p_id and s.state = 'waiting' and s.based_on = p_version
     and s.version is null and not s.patch ? 'texts';
  return done.version;
end $$;

-- Whether a planned change is due.
create or replace function changes_due() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from desk.scheduled_change s where s.state = 'waiting' and s.at <= app_now())
$$;

-- Applies the earliest planned change that is due, once, as `job:schedule`. One worker at a time does so. Nothing is
-- applied where another version is live than the change was planned for. Later changes that were planned for the same
-- version are carried over to the new one, because their authors could see both in the calendar. Decision 303.
create or replace function apply_due_change() returns table (change_id bigint, kind text, target text, state text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  s desk.scheduled_change;
  done record;
  became text;
  why text := '';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('desk.schedule', 0)) then return; end if;
  select x.* into s from desk.scheduled_change x where x.state = 'waiting' and x.at <= app_now()
   order by x.at, x.change_id limit 1;
  if not found then return; end if;
  -- Lock the target before the plan's row, as plan_change does.
  perform desk.lock_target(s.kind, s.target);
  select x.* into s from desk.scheduled_change x
   where x.change_id = s.change_id and x.state = 'waiting' and x.at <= app_now() for update;
  if not found then return; end if;
  perform desk.act('job:schedule', 'schedule.apply', 'planned by ' || s.planned_by
    || case when s.reason <> '' then ': ' || s.reason else '' end, '', '', '', s.approval);
  begin
    select * into done from desk.apply_revision(s.kind, s.target, s.based_on, s.patch, s.version);
    became := case when done.refusal is null then 'done' else 'conflict' end;
    why := coalesce(done.refusal, '');
  exception when integrity_constraint_violation or data_exception then
    became := 'failed';
    why := sqlerrm;
  end;
  update desk.scheduled_change x set state = became, done_at = app_now(), detail = why
   where x.change_id = s.change_id;
  if became = 'done' then
    update desk.scheduled_change x set based_on = done.version
     where x.kind = s.kind and x.target = s.target and x.state = 'waiting' and x.based_on = s.based_on;
  end if;
  return query select s.change_id, s.kind, s.target, became;
end $$;

-- What a preview link shows: its moment, and the fields that differ from the live ones, by drafts or by changes that
-- are planned up to that moment. No row where the link has expired or its owner is suspended.
create or replace function preview_of(p_token bytea)
returns table (moment timestamptz, kind text, target text, patch jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with p as (
    select v.* from desk.preview v join desk.staff f using (staff_id)
     where v.token_hash = p_token and v.expires_at > app_now() and f.suspended_at is null)
  select p.moment, x.kind, x.target, x.patch from p left join lateral (
    select s.kind, s.target, coalesce(r.body, '{}') || s.patch as patch, s.at, 0 as late
      from desk.scheduled_change s left join desk.revision r
        on r.kind = s.kind and r.target = s.target and r.version = s.version
     where s.state = 'waiting' and s.at <= p.moment
    union all
    select r.kind, r.target, r.body, app_now(), 1
      from jsonb_to_recordset(p.drafts) d (kind text, target text, version int)
      join desk.revision r using (kind, target, version)) x on true
   order by x.late, x.at
$$;
