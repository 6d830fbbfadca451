-- History is append-only.

-- Append-only tables refuse every update and delete by any role.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
end $$;

-- Append-only tables whose words may name a person: a word may become "(removed)", nothing else changes. Decision 169.
create or replace function refuse_change_but_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not exists (select 1 from jsonb_each(to_jsonb(new)) n
    join jsonb_each(to_jsonb(old)) o using (key)
     where n.value is distinct from o.value
       and not (key in ('detail', 'note', 'reference', 'reason') and n.value = '"(removed)"')) then return new; end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
end $$;
