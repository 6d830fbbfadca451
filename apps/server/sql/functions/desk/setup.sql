-- "Open your shop": the tests of its steps.

-- Begins a test of a step, once in ten seconds. `wait`: the seconds until the next one may begin; 0: this one has.
create or replace function desk.begin_setup_test(p_step text, p_by text, p_subject text, p_code bytea)
returns table (test_id bigint, wait int) language plpgsql as $$
#variable_conflict use_column
declare
  last timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('setup test:' || p_step, 0));
  select max(t.at) into last from desk.setup_test t where t.step = p_step;
  if last > app_now() - interval '10 seconds' then
    return query select null::bigint, greatest(1, ceil(extract(epoch from last - app_now()) + 10)::int);
    return;
  end if;
  perform desk.note('setup', p_step);
  return query
    insert into desk.setup_test as t (step, at, by, subject, code_hash)
    values (p_step, app_now(), p_by, p_subject, p_code) returning t.test_id, 0;
end $$;

-- Takes a code that the step's last test sent to a person: ten minutes, five tries. Gives whether it was the right one.
create or replace function desk.take_setup_code(p_step text, p_by text, p_code bytea) returns boolean
language plpgsql as $$
declare
  sent desk.setup_test;
begin
  select * into sent from desk.setup_test t where t.step = p_step and t.by = p_by and t.code_hash is not null
   order by t.test_id desc limit 1 for update;
  perform desk.note('setup', p_step);
  if sent.test_id is null or sent.ok is not null or sent.tries >= 5 or sent.at < app_now() - interval '10 minutes' then
    return false;
  end if;
  update desk.setup_test t set tries = t.tries + 1,
      ok = case when t.code_hash = p_code then true when t.tries >= 4 then false end,
      outcome = case when t.code_hash = p_code then 'typed' when t.tries >= 4 then 'wrong' else t.outcome end
   where t.test_id = sent.test_id;
  return sent.code_hash = p_code;
end $$;
