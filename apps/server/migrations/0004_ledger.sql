-- Double entry. Units: USD (cents), HCB (basic points), HCP (present points). Wallets carry a balance;
-- system accounts do not: one hot row for each payment would make every settle wait for the last one.
create table ledger_account (
  ledger_account_id bigint generated always as identity (start with 1000) primary key,
  kind text not null check (kind in ('wallet', 'debt', 'system')),
  name text not null,
  unit text not null check (unit in ('USD', 'HCB', 'HCP')),
  account_id bigint references account,
  balance bigint,
  constraint balance_where_it_belongs check ((kind = 'system') = (balance is null)),
  constraint no_negative_wallet check (kind <> 'wallet' or balance >= 0),
  constraint debt_is_never_a_credit check (kind <> 'debt' or balance <= 0),
  constraint system_ids_are_below_1000 check ((kind = 'system') = (ledger_account_id < 1000)),
  constraint owner_where_it_belongs check ((kind = 'system') = (account_id is null))
);
create unique index ledger_account_player on ledger_account (account_id, kind, unit) where account_id is not null;
create unique index ledger_account_system on ledger_account (name, unit) where account_id is null;

create table ledger_journal (
  journal_id bigint generated always as identity primary key,
  reason text not null,
  source_id text not null,
  order_no text,
  account_id bigint,
  -- what the player sees: points moved by bucket
  basic_points bigint not null default 0,
  present_points bigint not null default 0,
  created_at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  -- nothing is booked twice
  unique (reason, source_id)
);
create index ledger_journal_player on ledger_journal (account_id, journal_id desc)
  where account_id is not null and (basic_points <> 0 or present_points <> 0);
create index ledger_journal_order on ledger_journal (order_no);

create table ledger_entry (
  -- no foreign keys: their share locks on the few system accounts would make every settle meet on one row;
  -- the trigger entries_posted checks the same and more
  journal_id bigint not null,
  ledger_account_id bigint not null,
  unit text not null,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, ledger_account_id)
);
create index ledger_entry_account on ledger_entry (ledger_account_id);

create trigger ledger_journal_append_only before update or delete on ledger_journal for each row execute function refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function refuse_change();

-- Checked at commit: a journal has entries, and they sum to zero in every unit.
create function journal_balances() returns trigger language plpgsql as $$
declare
  uneven bigint;
begin
  select count(*) filter (where x.total <> 0) into uneven
    from (select sum(amount) as total from ledger_entry where journal_id = new.journal_id group by unit) x having count(*) > 0;
  if uneven is null then
    raise exception 'journal % has no entries', new.journal_id using errcode = '23514';
  elsif uneven > 0 then
    raise exception 'journal % does not sum to zero', new.journal_id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on ledger_journal
  deferrable initially deferred for each row execute function journal_balances();

-- An entry belongs to a journal of its own transaction (an old journal never grows), has its account's unit,
-- and is the only thing that moves a balance.
create function entries_posted() returns trigger language plpgsql as $$
declare
  e record;
  journal bigint;
begin
  -- Key by key: joined with the transition table, ledger_account would be planned without knowing how few rows that has.
  for e in select journal_id, ledger_account_id as id, unit, amount from added order by ledger_account_id loop
    if journal is distinct from e.journal_id then
      journal := e.journal_id;
      if (select j.xid from ledger_journal j where j.journal_id = journal) is distinct from pg_current_xact_id() then
        raise exception 'an entry may not join an earlier journal' using errcode = '23514';
      end if;
    end if;
    if e.id >= 1000 then
      update ledger_account l set balance = l.balance + e.amount where l.ledger_account_id = e.id and l.unit = e.unit and l.balance is not null;
    else
      perform 1 from ledger_account l where l.ledger_account_id = e.id and l.unit = e.unit and l.balance is null;
    end if;
    if not found then raise exception 'an entry has its account''s unit' using errcode = '23514'; end if;
  end loop;
  return null;
end $$;
create trigger entries_posted after insert on ledger_entry referencing new table as added
  for each statement execute function entries_posted();

-- The four accounts of a player; the rows exist before they are locked, for an absent row cannot be.
create function open_wallet() returns trigger language plpgsql as $$
begin
  insert into ledger_account (kind, name, unit, account_id, balance) values
    ('wallet', 'wallet', 'HCB', new.account_id, 0), ('wallet', 'wallet', 'HCP', new.account_id, 0),
    ('debt', 'debt', 'HCB', new.account_id, 0), ('debt', 'debt', 'HCP', new.account_id, 0);
  return null;
end $$;
create trigger open_wallet after insert on account for each row execute function open_wallet();

create trigger ledger_account_kept before delete on ledger_account for each row execute function refuse_change();

-- Fixed ids: the functions that post name them.
insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value values
  (1, 'system', 'gateway', 'USD'), (2, 'system', 'sales', 'USD'), (3, 'system', 'suspense', 'USD'),
  (4, 'system', 'issued', 'HCB'), (5, 'system', 'issued', 'HCP'), (6, 'system', 'spent', 'HCB'), (7, 'system', 'spent', 'HCP');
