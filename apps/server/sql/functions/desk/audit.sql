-- The audit of the desk: one chain of lines, written by triggers and by desk.note.

-- A setting of the current transaction, such as its actor; '' where the setting is missing.
create or replace function desk.said(p_name text) returns text language sql stable as $$
  select coalesce(current_setting('desk.' || p_name, true), '')
$$;

-- Sets who acts in this transaction, and why. The settings end with the transaction, so the next client of a pooled
-- connection inherits none.
-- p_actor: `staff:7`, `cli:NAME`, `job:NAME`. p_approval_no and p_decided_by: the request that runs, and the person who
-- let it run.
create or replace function desk.act(
  p_actor text, p_action text, p_reason text, p_address text, p_browser text, p_request text, p_approval_no bigint,
  p_decided_by text
) returns void language plpgsql as $$
begin
  perform set_config('desk.actor', p_actor, true), set_config('desk.action', p_action, true),
    set_config('desk.reason', coalesce(p_reason, ''), true), set_config('desk.address', coalesce(p_address, ''), true),
    set_config('desk.browser', coalesce(p_browser, ''), true),
    set_config('desk.request', coalesce(p_request, ''), true),
    set_config('desk.approval', coalesce(p_approval_no || ' by ' || p_decided_by, ''), true),
    set_config('desk.approval_no', coalesce(p_approval_no::text, ''), true),
    set_config('desk.decided_by', coalesce(p_decided_by, ''), true);
end $$;

-- The same with the text of an earlier request, which a plan keeps (`12 by staff:7`), or with ''. The gates of facts
-- ask for its parts.
create or replace function desk.act(
  p_actor text, p_action text, p_reason text, p_address text, p_browser text, p_request text, p_approval text
) returns void language sql as $$
  select desk.act(p_actor, p_action, p_reason, p_address, p_browser, p_request,
    substring(p_approval from '^([0-9]+) by .')::bigint, substring(p_approval from '^[0-9]+ by (.+)$'))
$$;

-- Appends a line. The line is the text of a jsonb, which is canonical: PostgreSQL fixes its key order and its spaces. A
-- transaction takes this lock last (ARCHITECTURE, locks). Only this function may write to the chain.
create or replace function desk.append_audit(
  p_actor text, p_action text, p_kind text, p_target text, p_before jsonb, p_after jsonb
) returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
  new_seq bigint;
  t timestamptz;
  line text;
begin
  perform pg_advisory_xact_lock(hashtextextended('desk.audit', 0));
  select a.seq, a.hash, a.at into last from desk.audit a order by a.seq desc limit 1;
  new_seq := coalesce(last.seq, 0) + 1;
  -- Times in the chain never go back, even if the server's clock does.
  t := greatest(date_trunc('milliseconds', clock_timestamp()), coalesce(last.at, '-infinity'));
  line := jsonb_strip_nulls(jsonb_build_object(
    'seq', new_seq, 'at', to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', p_actor,
    'action', p_action, 'kind', p_kind, 'target', p_target, 'before', p_before, 'after', p_after,
    'reason', nullif(desk.said('reason'), ''), 'address', nullif(desk.said('address'), ''),
    'browser', nullif(desk.said('browser'), ''), 'request', nullif(desk.said('request'), ''),
    'approval', nullif(desk.said('approval'), '')))::text;
  insert into desk.audit (seq, at, actor, action, kind, target, line, prev, hash)
  values (new_seq, t, p_actor, p_action, p_kind, p_target, line, coalesce(last.hash, '\x'),
    sha256(coalesce(last.hash, '\x') || convert_to(line, 'UTF8')));
  return new_seq;
end $$;

-- Writes a line for an action that changes no row, such as revealing a masked value, an export or a refused call.
create or replace function desk.note(p_kind text, p_target text, p_what jsonb default null) returns bigint
language plpgsql as $$
begin
  return desk.append_audit(
    coalesce(nullif(desk.said('actor'), ''), 'sql:' || session_user), coalesce(nullif(desk.said('action'), ''), 'sql'),
    p_kind, p_target, null, p_what);
end $$;

-- A row's values as the audit stores them. For a column in p_masked the audit stores only whether it has a value.
create or replace function desk.told(p_row jsonb, p_masked text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when key = any(p_masked) and value <> 'null' then '"…"' else value end)
    from jsonb_each(p_row)
$$;

-- Writes one line for a changed row, with the changed columns alone. An update that changes no column writes no line.
-- Its triggers are deferred. Up to PostgreSQL 17 they run as the role that commits, which may have no right in this
-- schema; so the function runs as its owner.
create or replace function desk.audit_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  masked text[] := string_to_array(tg_argv[2], ',');
  changed text[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(key) into changed from jsonb_each(now_is) n where n.value is distinct from was -> n.key;
    if changed is null then return null; end if;
  end if;
  perform desk.append_audit(
    coalesce(nullif(desk.said('actor'), ''), 'sql:' || session_user),
    coalesce(nullif(desk.said('action'), ''), 'sql.' || lower(tg_op)),
    tg_argv[0], coalesce(now_is, was) ->> tg_argv[1],
    (select jsonb_object_agg(key, value) from jsonb_each(desk.told(was, masked))
      where changed is null or key = any(changed)),
    (select jsonb_object_agg(key, value) from jsonb_each(desk.told(now_is, masked))
      where changed is null or key = any(changed)));
  return null;
end $$;

-- Whether the tables' owner covers a deleted player's names in this transaction (forget_at_desk).
create or replace function desk.is_forgetting() returns boolean language sql stable as $$
  select desk.said('forgetting') = 'on' and current_user = (select pg_get_userbyid(c.relowner) from pg_class c
    where c.oid = 'desk.audit'::regclass)
$$;

create or replace function desk.audit_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit' and desk.is_forgetting() then return new; end if;
  raise exception 'the audit is only added to' using errcode = 'insufficient_privilege';
end $$;

-- Checks the chain from row p_from (1 is its beginning). Gives the first fault, and the row where the check ended. A
-- missing, swapped, altered or inserted row breaks the chain. Where its end was cut off, or all of it was written anew,
-- the hash of an anchor is missing. A row without the names of a deleted player says what a later line has the hash of.
create or replace function desk.verify_audit(
  p_from bigint default 1, out broken bigint, out why text, out seq bigint, out hash bytea
) language plpgsql stable as $$
declare
  r record;
  expected bigint := p_from;
begin
  select a.hash into hash from desk.audit a where a.seq = p_from - 1;
  if not found and p_from > 1 then broken := p_from - 1; why := 'a row is missing'; return; end if;
  hash := coalesce(hash, '\x');
  for r in select * from desk.audit a where a.seq >= p_from order by a.seq loop
    why := case
      when r.seq <> expected then 'a row is missing'
      when r.prev <> hash then 'the row does not follow the one before'
      when r.hash <> sha256(r.prev || convert_to(r.line, 'UTF8')) and encode(sha256(convert_to(r.line, 'UTF8')), 'hex')
        is distinct from (select c.line::jsonb -> 'after' ->> r.seq::text from desk.audit c
          where c.kind = 'audit' and c.target = 'covered' and c.seq > r.seq
            and c.line::jsonb -> 'after' ? r.seq::text order by c.seq desc limit 1) then 'the row was altered'
      when (r.line::jsonb ->> 'seq')::bigint <> r.seq or r.line::jsonb ->> 'actor' <> r.actor
        or r.line::jsonb ->> 'action' <> r.action or r.line::jsonb ->> 'kind' <> r.kind
        or r.line::jsonb ->> 'target' <> r.target
        or r.line::jsonb ->> 'at' <> to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        then 'a column does not say what the line says'
    end;
    if why is not null then broken := expected; return; end if;
    seq := r.seq;
    hash := r.hash;
    expected := expected + 1;
  end loop;
  select n.seq, 'the chain does not have the hash that was kept on ' || n.day into broken, why
    from desk.audit_anchor n left join desk.audit a on a.seq = n.seq
   where n.seq >= p_from - 1 and a.hash is distinct from n.hash order by n.seq limit 1;
end $$;

-- Stores the last hash of each past day, once.
create or replace function desk.anchor_audit() returns table (day date, seq bigint, hash bytea)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into desk.audit_anchor as n (day, seq, hash)
  select distinct on (a.at::date) a.at::date, a.seq, a.hash from desk.audit a
   where a.at >= coalesce((select max(k.day) + 1 from desk.audit_anchor k), '-infinity')
     and a.at < date_trunc('day', app_now())
   order by a.at::date, a.seq desc
  on conflict (day) do nothing
  returning n.day, n.seq, n.hash
$$;

-- The first fault of the chain; no row where there is none. The doctor has no other right in this schema.
create or replace function audit_fault(p_from bigint default 1) returns table (broken bigint, why text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select v.broken, v.why from desk.verify_audit(p_from) v where v.broken is not null
$$;

-- The last day whose hash was stored, for the metrics; no row where there is none yet.
create or replace function last_anchor() returns table (day text, hash text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select n.day::text, encode(n.hash, 'hex') from desk.audit_anchor n order by n.day desc limit 1
$$;

-- The number of the chain's last line; 0 where it has none.
create or replace function audit_end() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(max(a.seq), 0) from desk.audit a
$$;

-- Writes the line for an operator's command. The row of operator_action says who acted and why.
create or replace function desk.audit_operator() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := desk.said('reason');
begin
  -- The note about a player's order stays in operator_action alone, where the deletion of the player's data finds it.
  if why = '' and new.order_no = '' then perform set_config('desk.reason', new.note, true); end if;
  perform desk.append_audit(coalesce(nullif(desk.said('actor'), ''), 'cli:' || new.done_by),
    coalesce(nullif(desk.said('action'), ''), 'cli.' || new.action), 'operator_action', new.subject, null,
    case when new.order_no <> '' then jsonb_build_object('order', new.order_no) end);
  perform set_config('desk.reason', why, true);
  return null;
end $$;

-- Writes the line for a row of money that somebody changed by hand in SQL. It leaves out what names a player. Functions
-- that need no such line set `desk.told`. The trigger's condition excludes the shop's own processes.
create or replace function desk.audit_hand() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) else '{}' end;
  changed text[];
  masked constant text[] := '{uid,role_id,role_name,idem_key,idem_hash,gateway_url,title,hold_reason,
    hold_note,payload,proof,raw,detail,outcome,outcome_note}';
begin
  if desk.said('told') <> '' then return null; end if;
  select array_agg(key) into changed from jsonb_each(was) w where w.value is distinct from now_is -> w.key;
  if changed is null then return null; end if;
  perform desk.append_audit(
    coalesce(nullif(desk.said('actor'), ''), 'sql:' || session_user),
    coalesce(nullif(desk.said('action'), ''), 'sql.' || lower(tg_op)), tg_argv[0], was ->> tg_argv[1],
    (select jsonb_object_agg(key, value) from jsonb_each(desk.told(was, masked)) where key = any(changed)),
    (select jsonb_object_agg(key, value) from jsonb_each(desk.told(now_is, masked)) where key = any(changed)));
  return null;
end $$;

-- The network address in a line of the audit. The index audit_address uses this function, so its result for a line must
-- never change. Null for a line that somebody altered into something other than JSON.
create or replace function desk.line_address(p_line text) returns text
language plpgsql immutable as $$
begin
  return p_line::jsonb ->> 'address';
exception when others then
  return null;
end $$;
