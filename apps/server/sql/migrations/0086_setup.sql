-- The tests of "Open your shop": a row for each press. A step is done by proof, and no person ticks it. Decision 642.
create table desk.setup_test (
  test_id bigint generated always as identity primary key,
  step text not null,
  at timestamptz not null,
  by text not null,
  -- null: it is under way, or waits for its code
  ok boolean,
  -- what was tested, such as the shop's address: a test of another one proves nothing
  subject text not null default '',
  outcome text not null default '',
  detail text not null default '',
  -- of a code that was sent and is to be typed back
  code_hash bytea,
  tries smallint not null default 0
);
create index setup_test_of_step on desk.setup_test (step, test_id);

update desk.role r set permissions = r.permissions || '{"setup.run":"do"}'
 where r.built_in and r.role_key in ('ops', 'owner');

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant select, insert, update on desk.setup_test to hc_desk;
    revoke delete on desk.setup_test from hc_desk;
  end if;
end $$;
