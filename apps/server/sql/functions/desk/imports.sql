-- Imports at the desk. They apply a file's changes with the functions that a save calls.

-- Stores a dry run. p_counts: {new, changed, same, refused}. p_lines: the wrong lines [{line, target, errors}].
-- p_changes: [{seq, kind, target, based_on, before, patch}].
create or replace function desk.keep_import(
  p_kind text, p_target text, p_name text, p_hash bytea, p_needs text[], p_head jsonb, p_staff bigint,
  p_counts jsonb, p_lines jsonb, p_changes jsonb
) returns bigint language plpgsql as $$
declare
  n bigint;
begin
  insert into desk.import_job (kind, target, name, hash, needs, head, made_by, made_at, lines, fresh, changed, same,
    refused)
  select p_kind, p_target, p_name, p_hash, p_needs, p_head, p_staff, app_now(), c.new + c.changed + c.same + c.refused,
      c.new, c.changed, c.same, c.refused
    from jsonb_to_record(p_counts) c (new int, changed int, same int, refused int)
  returning import_id into n;
  insert into desk.import_line (import_id, line, target, errors)
  select n, l.line, l.target, l.errors from jsonb_to_recordset(p_lines) l (line int, target text, errors jsonb);
  insert into desk.import_change (import_id, seq, kind, target, based_on, before, patch)
  select n, c.seq, c.kind, c.target, c.based_on, nullif(c.before, 'null'), c.patch
    from jsonb_to_recordset(p_changes) c (seq int, kind text, target text, based_on int, before jsonb, patch jsonb);
  perform desk.note('import', n::text, jsonb_build_object('file', p_name, 'kind', p_kind,
    'sha256', encode(p_hash, 'hex')) || p_counts);
  return n;
end $$;

-- Why a campaign accepts no codes, by the rules of make_codes; null: it accepts them.
create or replace function desk.codes_refused(p_campaign text) returns text language sql stable as $$
  select case when c.campaign_id is null then 'not_found' when c.state = 'stopped' or c.ends_at <= app_now() then 'over'
      when c.state <> 'draft' and c.total is null then 'unbounded' end
    from (values (p_campaign)) v (id) left join redeem_campaign c on c.campaign_id = v.id
$$;

-- The first row of a file, or of its chosen rows, that changed since the dry run; null: none changed.
create or replace function desk.import_stale(p_import bigint, p_rows int[]) returns text language sql stable as $$
  select c.target from desk.import_change c
   where c.import_id = p_import and c.state = 'waiting' and (p_rows is null or c.seq = any(p_rows)) and case
     when c.kind = 'code' then exists (select from redeem_code k where k.code = c.target)
     else (select l.version from desk.live(c.kind, c.target) l) <> c.based_on end
   order by c.seq limit 1
$$;

-- Applies up to p_most waiting rows. With p_whole it stops at the first row that it cannot apply, and the caller rolls
-- back. Without p_whole it marks such a row and goes on. Refusals: stale (somebody changed the row since the dry run),
-- refused (a rule of the table).
create or replace function desk.apply_import(
  p_import bigint, p_most int, p_whole boolean, out refusal text, out target text, out why text, out rows int
) language plpgsql as $$
#variable_conflict use_column
declare
  c desk.import_change;
  job desk.import_job;
  done record;
  became text;
begin
  rows := 0;
  select * into job from desk.import_job j where j.import_id = p_import;
  perform desk.lock_kinds(array(select distinct case x.kind when 'code' then 'redeem' else x.kind end
    from desk.import_change x where x.import_id = p_import and x.state = 'waiting'));
  if job.kind = 'codes' then
    why := desk.codes_refused(job.target);
    if why is not null then
      refusal := 'refused';
      target := job.target;
      if not p_whole then
        update desk.import_change x set state = 'refused', why = apply_import.why
         where x.import_id = p_import and x.state = 'waiting';
      end if;
      return;
    end if;
  end if;
  begin
    for c in select * from desk.import_change x where x.import_id = p_import and x.state = 'waiting'
        order by x.seq limit p_most loop
      if c.kind = 'code' then
        insert into redeem_code (code, campaign_id, uses) values (c.target, job.target, (c.patch ->> 'uses')::int)
        on conflict do nothing;
        became := case when found then 'applied' else 'stale' end;
      else
        select r.refusal into done from desk.apply_revision(c.kind, c.target, c.based_on, c.patch) r;
        became := case when done.refusal is null then 'applied' else 'stale' end;
      end if;
      if became = 'stale' and p_whole then
        refusal := 'stale';
        target := c.target;
        return;
      end if;
      update desk.import_change x set state = became where x.import_id = p_import and x.seq = c.seq;
      rows := rows + 1;
    end loop;
  exception when integrity_constraint_violation or data_exception then
    get stacked diagnostics why = message_text;
    target := c.target;
    refusal := 'refused';
    rows := 0;
    if not p_whole then
      -- The exception has rolled back the rows before this one. The next step applies them again, without this row.
      update desk.import_change x set state = 'refused', why = sqlerrm where x.import_id = p_import and x.seq = c.seq;
    end if;
  end;
end $$;

-- One step of an import that is too large for one transaction. One process at a time does it, in the name of the person
-- who asked for the import. False: no import is under way.
create or replace function desk.step_import(p_most int) returns boolean language plpgsql as $$
declare
  job desk.import_job;
begin
  select * into job from desk.import_job j where j.state = 'running' order by j.import_id limit 1
    for update skip locked;
  if not found then return false; end if;
  perform desk.act(job.acting ->> 'actor', job.acting ->> 'action', job.acting ->> 'reason', '', '', '',
    (job.acting #>> '{approval,number}')::bigint, job.acting #>> '{approval,by}');
  perform desk.apply_import(job.import_id, p_most, false);
  if not exists (select from desk.import_change x where x.import_id = job.import_id and x.state = 'waiting') then
    update desk.import_job j set state = 'applied', applied_at = app_now() where j.import_id = job.import_id;
    perform desk.note_import(job.import_id);
  end if;
  return true;
end $$;

-- Notes the result of an import in the audit.
create or replace function desk.note_import(p_import bigint) returns bigint language sql as $$
  select desk.note('import', p_import::text, (select jsonb_object_agg(x.state, x.n) from (
    select c.state, count(*) as n from desk.import_change c where c.import_id = p_import group by 1) x))
$$;
