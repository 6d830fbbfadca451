-- locks: ledger_account
-- Corrections of the books, and keys of the game that two people of the desk agree on.

-- What the books and somebody outside disagree about, and no better account is known for.
alter table ledger_account disable trigger guard_ledger_account;
insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value values
  (13, 'system', 'differences', 'USD');
alter table ledger_account enable trigger guard_ledger_account;

-- A journal that two people wrote by hand. Its reason stands in the request; nothing here is ever changed.
create table ledger_correction (
  correction_no bigint generated always as identity primary key,
  -- the journal that it corrects, where there is one
  corrects bigint,
  -- whose money it is, where the gateways' account is among its entries
  channel_code text not null,
  approval_no bigint not null unique,
  done_by text not null,
  decided_by text not null,
  at timestamptz not null,
  check (decided_by <> '' and decided_by <> done_by)
);
create index ledger_correction_of on ledger_correction (corrects) where corrects is not null;
-- Accounts that no order, player or delivery owns: gateway, bank, fees, differences.
create table ledger_correction_entry (
  correction_no bigint not null references ledger_correction (correction_no),
  ledger_account_id bigint not null check (ledger_account_id in (1, 9, 10, 13)),
  amount bigint not null check (amount <> 0),
  primary key (correction_no, ledger_account_id)
);
create trigger ledger_correction_kept before update or delete on ledger_correction
  for each row execute function refuse_change();
create trigger ledger_correction_entry_kept before update or delete on ledger_correction_entry
  for each row execute function refuse_change();

-- A new key of the game, as two people agreed on it: who asked takes its secret once. The secret stands nowhere here.
create table desk.game_key_grant (
  grant_no bigint generated always as identity primary key,
  staff_id bigint not null references desk.staff (staff_id),
  allowed_at timestamptz not null,
  until timestamptz not null,
  taken_at timestamptz,
  -- the id of the key that was made
  key_id text
);
create constraint trigger audit_game_key_grant after insert or update or delete on desk.game_key_grant
  deferrable initially deferred for each row execute function desk.audit_change('game_key', 'grant_no', '');

update desk.role r set permissions = r.permissions || '{"ledger.correct":"ask"}',
    decides = r.decides[:array_position(r.decides, 'period.close')] || 'ledger.correct'::text
      || r.decides[array_position(r.decides, 'period.close') + 1:]
 where r.role_key in ('finance', 'owner') and r.built_in;
insert into desk.approval_rule (rule_key, permission, condition, decided_by, note) values
  ('ledger_correct', 'ledger.correct', 'always', 'ledger.correct', 'A journal that corrects the books');

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke insert, update on ledger_correction, ledger_correction_entry from hc_app;
  end if;
  if exists (select 1 from pg_roles where rolname = 'hc_readonly') then
    grant select on ledger_correction, ledger_correction_entry to hc_readonly;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select on ledger_correction, ledger_correction_entry to hc_desk;
  grant select, insert on desk.game_key_grant to hc_desk;
end $$;
