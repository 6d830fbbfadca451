-- What an operator did to a row that was waiting: who, why and when. A refund has refund_event and refund_settlement.
create table operator_action (
  operator_action_id bigint generated always as identity primary key,
  -- the function that did it
  action text not null,
  -- the row: an order's, delivery's or recall's number, or a webhook's id
  subject text not null,
  -- the order that it is about, '' where none is known
  order_no text not null,
  done_by text not null check (done_by <> ''),
  note text not null check (note <> ''),
  at timestamptz not null
);
create index operator_action_order on operator_action (order_no);
create trigger operator_action_append_only before update or delete on operator_action
  for each row execute function refuse_change_but_names();

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_app') then return; end if;
  revoke update on operator_action from hc_app;
  grant select on operator_action to hc_readonly;
end $$;
