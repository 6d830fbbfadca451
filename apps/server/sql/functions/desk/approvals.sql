-- Actions that need two people: daily limits, rules, requests for approval, and how a request ends.

-- Notes the first moment at which two people of the desk could decide about money. From then on nobody runs the shop
-- alone.
create or replace function desk.note_two_people() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from desk.two_people) then return null; end if;
  insert into desk.two_people (since)
  select app_now() where 1 < (select count(*) from desk.staff p
    where p.suspended_at is null and p.email not like '%@demo.example'
      and exists (select 1 from desk.staff_role h where h.staff_id = p.staff_id and h.role_key in ('owner', 'finance')
        and (h.until is null or h.until > app_now()))
      and exists (select 1 from desk.staff_session s where s.staff_id = p.staff_id and not s.recovery))
  on conflict do nothing;
  return null;
end $$;

create or replace function desk.approval_frozen() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and desk.is_forgetting() then return new; end if;
  if tg_op = 'DELETE' or (new.approval_no, new.asked_by, new.asked_at, new.call, new.permission, new.rule_key,
      new.decided_by, new.people, new.command, new.command_hash, new.amount, new.kind, new.target, new.versions,
      new.forecast, new.reason, new.lapses_at, new.counted)
    is distinct from (old.approval_no, old.asked_by, old.asked_at, old.call, old.permission, old.rule_key,
      old.decided_by, old.people, old.command, old.command_hash, old.amount, old.kind, old.target, old.versions,
      old.forecast, old.reason, old.lapses_at, old.counted) then
    raise exception 'a request stays as it was asked' using errcode = 'insufficient_privilege';
  end if;
  if old.state not in ('open', 'alone') and (new.state, new.ended_at, new.ended_by, new.ended_note)
    is distinct from (old.state, old.ended_at, old.ended_by, old.ended_note) then
    raise exception 'a request ends once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Whether somebody other than this person can decide requests for p_permission: they are active and can sign in.
create or replace function desk.others_decide(p_staff bigint, p_permission text) returns boolean
language sql stable as $$
  select exists (select 1 from desk.staff p, lateral desk.held_by(p.staff_id) h
    where p.staff_id <> p_staff and p.suspended_at is null and p_permission = any(h.decides)
      and desk.has_way_in(p.staff_id))
$$;

-- A person's mark for a permission now: do, within or ask; null: none. Somebody without a mark who may decide such
-- requests has the mark ask.
create or replace function desk.mark_of(p_staff bigint, p_permission text) returns text language sql stable as $$
  select coalesce(h.permissions ->> p_permission, case when p_permission = any(h.decides) then 'ask' end)
    from desk.staff p, lateral desk.held_by(p.staff_id) h
   where p.staff_id = p_staff and p.suspended_at is null
$$;

-- A person with limits makes one call at a time, so two open tabs cannot each spend the same limit. The caller takes
-- this lock before it reads anything.
create or replace function desk.lock_limits(p_staff bigint, p_permission text) returns void language plpgsql as $$
begin
  if desk.mark_of(p_staff, p_permission) = 'within' then
    perform 1 from desk.staff p where p.staff_id = p_staff for no key update;
  end if;
end $$;

-- What a person used of a permission's limit in the last 24 hours: calls that ran, and requests that nobody refused.
create or replace function desk.spent_by(p_staff bigint, p_permission text) returns bigint language sql stable as $$
  select coalesce(sum(s.amount), 0)::bigint from desk.spent s left join desk.approval a using (approval_no)
   where s.staff_id = p_staff and s.permission = p_permission and s.at > app_now() - interval '24 hours'
     and (a.state is null or a.state in ('open', 'alone', 'done'))
$$;

-- Notes in this transaction that its person may change facts of a kind: desk.judge let the call run. Decision 562.
create or replace function desk.agree(p_permission text) returns void language sql as $$
  select set_config('desk.agreed', concat_ws(' ', nullif(desk.said('agreed'), ''), p_permission), true)
$$;

-- The gate before a fact that one person alone may not change: a price, a bonus, a role, a rule, an invitation to
-- decide, a balance. It opens for a call that desk.judge let run under this permission, and for a request that was
-- agreed on: the request runs its own call with its own numbers and no other. Scheduled work carries out what was
-- agreed when it was planned; the command line and migrations have their own lines in the audit. Decision 562.
create or replace function desk.must_be_agreed(p_permission text) returns void language plpgsql as $$
begin
  if desk.said('actor') not like 'staff:%' or desk.said('approval') <> ''
    or p_permission = any(string_to_array(desk.said('agreed'), ' ')) then
    return;
  end if;
  raise exception 'nobody agreed on a change that needs %', p_permission using errcode = 'insufficient_privilege';
end $$;

-- The permissions that a change of a row's fields needs, beyond the one of its call.
create or replace function desk.needed_for(p_kind text, p_patch jsonb) returns text[] language sql immutable as $$
  select array_remove(array[
    case when p_kind = 'product' and p_patch ? 'price_cents' then 'product.price' end,
    case when p_kind = 'product' and p_patch ? 'bonus_pct' then 'product.bonus' end], null)
$$;

-- Whether money ever came from a gateway. Until then one person may prepare a shop without waiting. Decision 563.
create or replace function desk.has_sold() returns boolean language sql stable as $$
  select exists (select 1 from capture c where c.channel_code <> 'hcpoint')
$$;

-- Whether a person could decide others' requests or give roles, with these roles or with the ones that the person of
-- this address has already.
create or replace function desk.would_decide(p_roles text[], p_email text) returns boolean language sql stable as $$
  select exists (select 1 from desk.role r
    where (r.role_key = any(p_roles) or r.role_key in (select h.role_key from desk.staff p
        join desk.staff_role h using (staff_id) where p.email = p_email and (h.until is null or h.until > app_now())))
      and (cardinality(r.decides) > 0 or r.permissions ? 'staff.role'))
$$;

-- How far a person may go alone with a permission, in cents, points or rows. each, day_left: their own limit, and what
-- is left of it in these 24 hours; own: the smaller of the two, null without a limit, far below zero where all of
-- theirs needs a decision. most: the same with the rules about this kind of target. desk.verdict decides by it, and a
-- page says it before anything is asked (decision 633).
create or replace function desk.reach(
  p_staff bigint, p_permission text, p_kind text,
  out mark text, out each bigint, out day_left bigint, out own bigint, out most bigint
) language plpgsql stable as $$
declare
  bounds jsonb;
  none constant bigint := -1e18;
begin
  mark := desk.mark_of(p_staff, p_permission);
  if mark = 'within' then
    select h.limits -> p_permission into bounds from desk.held_by(p_staff) h;
    each := (bounds ->> 'each')::bigint;
    day_left := (bounds ->> 'day')::bigint - desk.spent_by(p_staff, p_permission);
    own := case when bounds is null then none else least(each, day_left) end;
  elsif mark = 'ask' then
    own := none;
  end if;
  select least(own, min(case r.condition when 'above' then r.amount when 'beyond' then null else none end)) into most
    from desk.approval_rule r where r.permission = p_permission and r.active and (r.kind = '' or r.kind = p_kind);
end $$;

-- Whether a person may make this call. `run`: at once. `ask`: as a request; rule_key is the rule that requires it, or
-- '' where the person's own mark does. null: not at all. A rule with the condition `beyond` applies beyond the person's
-- own mark or limit; `above` applies there too, and above the rule's amount; any other rule always applies.
create or replace function desk.verdict(
  p_staff bigint, p_permission text, p_amount bigint, p_kind text,
  out verdict text, out rule_key text, out decided_by text, out people int, out alone boolean, out mark text
) language plpgsql stable as $$
declare
  can record;
  beyond boolean;
begin
  select * into can from desk.reach(p_staff, p_permission, p_kind);
  mark := can.mark;
  if mark is null then return; end if;
  if can.most is null or p_amount <= can.most then
    verdict := 'run';
    return;
  end if;
  beyond := coalesce(p_amount > can.own, false);
  select r.rule_key, r.decided_by, r.people into rule_key, decided_by, people from desk.approval_rule r
   where r.permission = p_permission and r.active and (r.kind = '' or r.kind = p_kind)
     and case r.condition when 'beyond' then beyond when 'above' then beyond or p_amount > r.amount else true end
   order by r.people desc, r.condition = 'beyond', r.rule_key limit 1;
  verdict := 'ask';
  rule_key := coalesce(rule_key, '');
  decided_by := coalesce(decided_by, p_permission);
  people := coalesce(people, 1);
  alone := not exists (select 1 from desk.two_people)
    and exists (select 1 from desk.held_by(p_staff) h where verdict.decided_by = any(h.decides))
    and not desk.others_decide(p_staff, decided_by);
  -- Nothing was sold yet, and nobody else is there: the request is agreed on at once.
  if alone and not desk.has_sold() then verdict := 'run'; end if;
end $$;

-- desk.verdict for a call that is made: what may run counts against the person's limit, and opens the gate.
create or replace function desk.judge(
  p_staff bigint, p_call text, p_permission text, p_amount bigint, p_kind text,
  out verdict text, out rule_key text, out decided_by text, out people int, out alone boolean
) language plpgsql as $$
declare
  mark text;
begin
  select v.verdict, v.rule_key, v.decided_by, v.people, v.alone, v.mark
    into verdict, rule_key, decided_by, people, alone, mark
    from desk.verdict(p_staff, p_permission, p_amount, p_kind) v;
  if verdict is distinct from 'run' then return; end if;
  perform desk.agree(p_permission || case when alone and p_kind = 'owner' then '.owner' else '' end);
  if mark = 'within' and alone is null then
    insert into desk.spent (staff_id, permission, call, amount, at)
    values (p_staff, p_permission, p_call, p_amount, app_now());
  end if;
end $$;

-- Converts an amount of another currency into cents of the base currency. It takes the bank's newest rates that are at
-- most a month old. Without them it takes the price of points in a book of that currency: the book that gives the most
-- cents. No cents: there is no rate at all. Decision 417.
create or replace function desk.in_base(p_amount bigint, p_currency text, p_decimals int) returns jsonb
language plpgsql stable as $$
declare
  per_usd numeric;
  rate_day date;
  book text := '';
begin
  select case p_currency when 'EUR' then 1 else r.per_eur end / u.per_eur, u.day into per_usd, rate_day
    from fx_rate u left join fx_rate r on r.day = u.day and r.currency = p_currency
   where u.currency = 'USD' and u.day > (app_now() at time zone 'UTC')::date - 31
     and (p_currency = 'EUR' or r.per_eur is not null)
   order by u.day desc limit 1;
  if not found then
    -- 1000 points cost ten dollars.
    select p.minor_per_1000_points / 10 / 10::numeric ^ p_decimals, p.book_id into per_usd, book
      from point_rate p join price_book b using (book_id) where b.currency = p_currency
     order by p.minor_per_1000_points limit 1;
  end if;
  return jsonb_build_object('currency', p_currency, 'per_usd', round(per_usd, 8), 'day', rate_day,
    'book', coalesce(book, ''),
    'cents', case when per_usd is not null
      then least(ceil(p_amount * 100 / 10::numeric ^ p_decimals / per_usd), 1e15)::bigint end);
end $$;

-- desk.judge for an amount in a currency. Limits and rules compare the converted amount. An amount that cannot be
-- converted exceeds every limit. counted: the conversion; null for dollars. p_otherwise: the permission whose deciders
-- decide where nobody else can decide for the rule (decision 419).
create or replace function desk.judge_in(
  p_staff bigint, p_call text, p_permission text, p_amount bigint, p_currency text, p_decimals int, p_kind text,
  p_otherwise text,
  out verdict text, out rule_key text, out decided_by text, out people int, out alone boolean, out counted jsonb
) language plpgsql as $$
begin
  if p_currency <> 'USD' then counted := desk.in_base(p_amount, p_currency, p_decimals); end if;
  select j.verdict, j.rule_key, j.decided_by, j.people, j.alone into verdict, rule_key, decided_by, people, alone
    from desk.judge(p_staff, p_call, p_permission,
      case when counted is null then p_amount else coalesce((counted ->> 'cents')::bigint, 1e18::bigint) end, p_kind) j;
  if verdict = 'ask' and not alone and p_otherwise <> '' and not desk.others_decide(p_staff, decided_by)
      and desk.others_decide(p_staff, p_otherwise) then
    decided_by := p_otherwise;
  end if;
end $$;

-- What a page says of an action before it is asked for: the person's reach in minor units of the currency, and whether
-- this amount needs a decision, and of whom. A null is no limit.
create or replace function desk.reach_in(
  p_staff bigint, p_permission text, p_amount bigint, p_currency text, p_decimals int, p_kind text,
  out each_minor bigint, out left_minor bigint, out most_minor bigint, out asks boolean, out roles text[]
) language plpgsql stable as $$
declare
  can record;
  said record;
  counted jsonb := case when p_currency <> 'USD' then desk.in_base(p_amount, p_currency, p_decimals) end;
  factor numeric := case when counted is null then 1
    else (counted ->> 'per_usd')::numeric * 10::numeric ^ p_decimals / 100 end;
begin
  select * into can from desk.reach(p_staff, p_permission, p_kind);
  select * into said from desk.verdict(p_staff, p_permission,
    case when counted is null then p_amount else coalesce((counted ->> 'cents')::bigint, 1e18::bigint) end, p_kind);
  each_minor := floor(can.each * factor);
  left_minor := floor(greatest(can.day_left, 0) * factor);
  most_minor := case when can.most is not null then coalesce(floor(greatest(can.most, -1) * factor), -1) end;
  asks := said.verdict = 'ask';
  roles := array(select r.role_key from desk.role r where said.decided_by = any(r.decides) order by r.role_key);
end $$;

-- Stores a call as a request. p_wait: after this time the request runs by itself, because nobody else can decide it.
-- p_counted: the conversion from judge_in. An amount that cannot be converted uses up no daily limit: such a call
-- always needs a second person.
create or replace function desk.freeze_request(
  p_staff bigint, p_call text, p_permission text, p_rule text, p_decided_by text, p_people int, p_command text,
  p_amount bigint, p_kind text, p_target text, p_versions jsonb, p_forecast jsonb, p_reason text, p_wait interval,
  p_counted jsonb
) returns bigint language plpgsql as $$
declare
  n bigint;
begin
  insert into desk.approval (asked_by, asked_at, call, permission, rule_key, decided_by, people, command, command_hash,
    amount, kind, target, versions, forecast, reason, state, runs_at, lapses_at, counted)
  values (p_staff, app_now(), p_call, p_permission, p_rule, p_decided_by, p_people, p_command,
    sha256(convert_to(p_command, 'UTF8')), p_amount, p_kind, p_target, p_versions, p_forecast, p_reason,
    case when p_wait is null then 'open' else 'alone' end, app_now() + p_wait, app_now() + interval '72 hours',
    p_counted)
  returning approval_no into n;
  insert into desk.spent (staff_id, permission, call, amount, at, approval_no)
  values (p_staff, p_permission, p_call,
    case when p_counted is null then p_amount else coalesce((p_counted ->> 'cents')::bigint, 0) end, app_now(), n);
  return n;
end $$;

-- The number of an open request for the same thing; null: there is none. The same thing is the same call about the same
-- target at the same moment, whatever its values are: two prices of one product cannot both come. With p_adds it is one
-- more of its kind, such as points for a player, and only the same command but for its reason is the same thing.
-- Requests for one target queue here, so two at once are not both the first. Decision 580.
create or replace function desk.same_request(
  p_call text, p_kind text, p_target text, p_command jsonb, p_adds boolean
) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('desk.request ' || p_call || ' ' || p_kind || ' ' || p_target, 0));
  return (select min(a.approval_no) from desk.approval a, lateral (select a.command::jsonb as command) c
    where a.kind = p_kind and a.target = p_target and a.call = p_call and a.state in ('open', 'alone')
      and case when p_adds then c.command - '{reason,version,adjusted}'::text[]
          = p_command - '{reason,version,adjusted}'::text[]
        -- A plan has a moment, and prices and plans have numbers of their own.
        else not exists (select 1 from unnest(array['when', 'starts', 'valid_from', 'id', 'price_id']) k
          where c.command -> k is distinct from p_command -> k) end);
end $$;

-- Whether somebody who decides may allow this amount: no more than their own limit would let them do. Deciders about
-- money that is paid by other means (finance, owner) have no limit for what others ask. An amount that cannot be
-- converted (null) is beyond every limit. Decision 566.
create or replace function desk.decides_within(
  p_permissions jsonb, p_decides text[], p_limits jsonb, p_permission text, p_amount bigint
) returns boolean language sql immutable as $$
  select p_permissions ->> p_permission is distinct from 'within' or 'refund.settle_elsewhere' = any(p_decides)
    or coalesce(p_amount <= (p_limits -> p_permission ->> 'each')::bigint, false)
$$;

-- Ends a request, once. False: it had ended before.
create or replace function desk.end_approval(
  p_approval bigint, p_state text, p_by bigint, p_note text
) returns boolean language plpgsql as $$
begin
  update desk.approval a set state = p_state, ended_at = app_now(), ended_by = p_by, ended_note = p_note
   where a.approval_no = p_approval and a.state in ('open', 'alone');
  return found;
end $$;

-- Ends requests that nobody decided in time.
create or replace function desk.lapse_approvals() returns int language plpgsql as $$
declare
  n int;
begin
  update desk.approval a set state = 'lapsed', ended_at = app_now()
   where a.state in ('open', 'alone') and a.lapses_at <= app_now();
  get diagnostics n = row_count;
  -- A second person can decide now. Requests that would have run by themselves wait for that person.
  update desk.approval a set state = 'open', runs_at = null
   where a.state = 'alone' and (exists (select 1 from desk.two_people) or desk.others_decide(a.asked_by, a.decided_by));
  return n;
end $$;

-- The person who asked withdraws the request. Refusals: not_found (also: somebody else's request), over.
create or replace function desk.withdraw_approval(p_approval bigint, p_staff bigint, out refusal text)
language plpgsql as $$
begin
  perform 1 from desk.approval a where a.approval_no = p_approval and a.asked_by = p_staff for update;
  if not found then refusal := 'not_found'; return; end if;
  if not desk.end_approval(p_approval, 'withdrawn', p_staff, '') then refusal := 'over'; end if;
end $$;

-- Adds a rule (p_version 0), or changes one whose version is p_version. Refusals: conflict.
create or replace function desk.edit_rule(
  p_rule text, p_version int, p_permission text, p_condition text, p_amount bigint, p_kind text, p_decided_by text,
  p_people int, p_active boolean, p_note text, out refusal text, out version int
) language plpgsql as $$
begin
  perform desk.must_be_agreed('rule.edit');
  if p_version = 0 then
    insert into desk.approval_rule as r (rule_key, permission, condition, amount, kind, decided_by, people, active,
      note)
    values (p_rule, p_permission, p_condition, p_amount, p_kind, p_decided_by, p_people, p_active, p_note)
    on conflict (rule_key) do nothing returning r.version into edit_rule.version;
  else
    update desk.approval_rule r set permission = p_permission, condition = p_condition, amount = p_amount,
        kind = p_kind, decided_by = p_decided_by, people = p_people, active = p_active, note = p_note,
        version = r.version + 1
     where r.rule_key = p_rule and r.version = p_version returning r.version into edit_rule.version;
  end if;
  if edit_rule.version is null then refusal := 'conflict'; end if;
end $$;
