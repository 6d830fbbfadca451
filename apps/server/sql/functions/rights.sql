-- Which role may run which function. migrate.ts runs this after it has replaced the functions. PostgreSQL lets
-- everybody run a new function; one that runs as its owner must be open to those alone who need it. Extensions'
-- functions stay as they are.
create or replace function give_rights_on_functions() returns void language plpgsql as $$
declare
  f record;
  everybody text;
  grantees text;
begin
  select string_agg(quote_ident(rolname), ', ') into everybody from pg_roles
   where rolname in ('hc_app', 'hc_desk', 'hc_log', 'hc_readonly');
  for f in
    select p.oid::regprocedure as signature, p.prosecdef as as_owner, n.nspname as place, p.proname as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'desk') and p.prorettype <> 'trigger'::regtype
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('revoke execute on function %s from public', f.signature);
    if everybody is null then continue; end if;
    execute format('revoke execute on function %s from %s', f.signature, everybody);
    select string_agg(quote_ident(rolname), ', ') into grantees from pg_roles
     where case
       when f.place = 'desk' then rolname = 'hc_desk'
       when not f.as_owner then rolname in ('hc_app', 'hc_desk', 'hc_log', 'hc_readonly')
       else exists (select 1 from owners_function_role() r where r.function = f.name and r.role = rolname) end;
    if grantees is not null then execute format('grant execute on function %s to %s', f.signature, grantees); end if;
  end loop;
end $$;

-- The functions of the schema public that run as their owner, and the roles that may run them. A function that is not
-- listed is the owner's alone.
create or replace function owners_function_role() returns table (function text, role text) language sql immutable as $$
  select f, r from (values
    ('hc_app', array['apply_due_change', 'audit_end', 'audit_fault', 'changes_due', 'closed_totals_fault', 'end_demo',
      'forget_at_desk', 'forget_words', 'has_demo_history', 'last_anchor', 'leave_process', 'ledger_days_fault',
      'media_picture', 'move_plans', 'note_content', 'preview_of', 'sales_paused', 'see_process']),
    ('hc_desk', array['answer_appeal', 'audit_end', 'audit_fault', 'closed_totals_fault', 'end_price',
      'ledger_days_fault', 'media_picture', 'note_content', 'sales_paused', 'save_book', 'save_book_countries',
      'save_price']),
    ('hc_log', array['store_events'])) v (r, functions), unnest(functions) f
$$;

-- Functions that run as their owner and that a login of the shop could turn against it: their search path does not end
-- with pg_temp, so that a temporary table could stand in for ours; or a role may run them that is not listed.
create or replace function open_functions() returns table (signature text, why text) language sql stable as $$
  select p.oid::regprocedure::text, case
      when coalesce(array_to_string(p.proconfig, ' '), '') !~ 'search_path=[^=]*, pg_temp$' then 'path'
      else 'rights' end
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ('public', 'desk') and p.prosecdef
     and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     and (coalesce(array_to_string(p.proconfig, ' '), '') !~ 'search_path=[^=]*, pg_temp$'
       or p.prorettype <> 'trigger'::regtype and (p.proacl is null or exists (select 1
         from aclexplode(p.proacl) x left join pg_roles g on g.oid = x.grantee
        where x.grantee <> p.proowner and case n.nspname
          when 'desk' then g.rolname is distinct from 'hc_desk'
          else not exists (select 1 from owners_function_role() r
            where r.function = p.proname and r.role = g.rolname) end)))
$$;
