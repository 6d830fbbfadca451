-- Double entry. Lock order: ledger accounts by id, after the order's row. System accounts are never locked.

-- The number of a system account. Those of dollars and of points are from before there was another currency. All others
-- are made of the currency's letters and the account's kind, so that nobody looks them up. Null: there is no such kind.
-- Decision 365.
create or replace function system_account(p_kind text, p_unit text) returns bigint
language sql immutable parallel safe as $$
  select coalesce(
    case p_unit
      when 'USD' then case p_kind when 'gateway' then 1 when 'sales' then 2 when 'suspense' then 3
        when 'settled_elsewhere' then 8 when 'bank' then 9 when 'fees' then 10 when 'differences' then 13 end
      when 'HCB' then case p_kind when 'issued' then 4 when 'spent' then 6 when 'adjusted' then 11 end
      when 'HCP' then case p_kind when 'issued' then 5 when 'spent' then 7 when 'adjusted' then 12 end end,
    - 16 * (676 * (ascii(p_unit) - 65) + 26 * (ascii(substr(p_unit, 2)) - 65) + ascii(substr(p_unit, 3)) - 65)
      - case p_kind when 'gateway' then 1 when 'sales' then 2 when 'suspense' then 3 when 'settled_elsewhere' then 4
          when 'bank' then 5 when 'fees' then 6 when 'tax' then 7 when 'expired' then 8 when 'resale' then 9
          when 'resale_credit' then 10 when 'differences' then 11 end)::bigint
$$;

-- Whether a currency is open: orders may be made in it.
create or replace function currency_open(p_currency text) returns boolean language sql stable as $$
  select p_currency = 'USD' or exists (select 1 from currency c where c.code = p_currency and c.enabled)
$$;

-- Whether a currency has accounts, because it is open or was open: its money is booked. Decision 496.
create or replace function currency_has_books(p_currency text) returns boolean language sql stable as $$
  select exists (select 1 from currency c where c.code = p_currency)
$$;

-- Opens a currency: makes its accounts, and allows orders in it. A second call changes nothing.
-- @throws 23514 where p_code is no currency's code
create or replace function open_currency(p_code text) returns void language plpgsql as $$
begin
  insert into currency values (p_code, false) on conflict do nothing;
  insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value
  select system_account(k, p_code), 'system', k, p_code
    from unnest('{gateway,sales,suspense,settled_elsewhere,bank,fees,tax,differences}'::text[]) k
  on conflict do nothing;
  update currency set enabled = true where code = p_code and not enabled;
end $$;

-- Checked at commit: a journal has entries, and they sum to zero in every unit. The base currency and points are summed
-- in one pass, and other units where there are any. Each condition stands alone: beside others, a query is planned anew
-- for each journal. Decision 555.
create or replace function journal_balances() returns trigger language plpgsql as $$
declare
  e record;
  balanced boolean;
begin
  select count(*) as lines, count(*) filter (where unit in ('USD', 'HCB', 'HCP')) as known,
      sum(amount) filter (where unit = 'USD') as usd, sum(amount) filter (where unit = 'HCB') as hcb,
      sum(amount) filter (where unit = 'HCP') as hcp
    into e from ledger_entry where journal_id = new.journal_id;
  if e.lines = 0 then
    raise exception 'journal % has no entries', new.journal_id using errcode = '23514';
  end if;
  balanced := (e.usd <> 0 or e.hcb <> 0 or e.hcp <> 0) is not true;
  if balanced and e.known <> e.lines then
    balanced := not exists (
      select from ledger_entry where journal_id = new.journal_id group by unit having sum(amount) <> 0);
  end if;
  if not balanced then
    raise exception 'journal % does not sum to zero', new.journal_id using errcode = '23514';
  end if;
  return null;
end $$;

-- An entry belongs to a journal of its own transaction (an old journal never grows), has its account's unit, and is the
-- only thing that changes a balance. One trigger call checks all entries of a statement. Rows are found by ordered
-- lists of their keys, because the planner does not know how few rows were added.
create or replace function entries_posted() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wallets bigint[]; sums bigint[];
begin
  if exists (select from (select distinct journal_id from added) a
    where (select j.xid from ledger_journal j where j.journal_id = a.journal_id) is distinct from pg_current_xact_id())
    then
    raise exception 'an entry may not join an earlier journal' using errcode = '23514';
  end if;
  if exists (select from (select distinct ledger_account_id as id, unit from added) a
    where (select l.unit from ledger_account l
      where l.ledger_account_id = a.id and (l.balance is null) = (a.id < 1000)) is distinct from a.unit) then
    raise exception 'an entry has its account''s unit' using errcode = '23514';
  end if;
  select array_agg(a.id), array_agg(a.sum) into wallets, sums from (
    select ledger_account_id as id, sum(amount)::bigint as sum from added where ledger_account_id >= 1000 group by 1) a;
  if wallets is not null then
    update ledger_account l set balance = l.balance + sums[array_position(wallets, l.ledger_account_id)]
     where l.ledger_account_id = any(wallets);
  end if;
  return null;
end $$;

-- Makes a player's four ledger accounts together with the account, because a row that does not exist cannot be locked.
-- Only players have wallets.
create or replace function open_wallet() returns trigger language plpgsql as $$
begin
  if new.kind <> 'player' then return null; end if;
  insert into ledger_account (kind, name, unit, account_id, balance) values
    ('wallet', 'wallet', 'HCB', new.account_id, 0), ('wallet', 'wallet', 'HCP', new.account_id, 0),
    ('debt', 'debt', 'HCB', new.account_id, 0), ('debt', 'debt', 'HCP', new.account_id, 0);
  return null;
end $$;

-- The accounts whose wallets a change of these may touch: the accounts themselves, and those under which their players
-- came back.
create or replace function with_heirs(p_accounts bigint[]) returns bigint[] language sql stable as $$
  select array_agg(distinct x.id) from (
    select unnest(p_accounts) as id union all
    select a.back_as from account a where a.account_id = any(p_accounts) and a.back_as is not null) x
$$;

-- Locks the wallets of these players in the order of the whole shop, for a caller that will change several.
create or replace function lock_wallets(p_accounts bigint[]) returns void language plpgsql as $$
begin
  perform 1 from ledger_account where account_id = any(with_heirs(p_accounts)) order by ledger_account_id for update;
end $$;

-- Credits points to a player inside journal p_journal: they pay the debt first, and the rest goes to the wallet.
-- Wallets are locked in id order. p_gross: the money that a gateway took for the points, in minor units of p_unit; 0
-- for none. p_tax: the tax inside p_gross.
create or replace function credit_points(
  p_journal bigint, p_account bigint, p_basic bigint, p_present bigint, p_unit text, p_gross bigint, p_tax bigint
) returns void language plpgsql as $$
declare
  wb bigint; wp bigint; db bigint; dp bigint; db_now bigint; dp_now bigint; rb bigint; rp bigint; a record;
begin
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = p_account order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id;
    elsif a.kind = 'wallet' then wp := a.id;
    elsif a.unit = 'HCB' then db := a.id; db_now := a.balance;
    else dp := a.id; dp_now := a.balance; end if;
  end loop;
  rb := least(p_basic, -db_now); rp := least(p_present, -dp_now);
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select p_journal, v.id, v.unit, v.amount from (values
    (system_account('gateway', p_unit), p_unit, p_gross), (system_account('sales', p_unit), p_unit, p_tax - p_gross),
    (system_account('tax', p_unit), p_unit, -p_tax), (4, 'HCB', -p_basic), (5, 'HCP', -p_present),
    (db, 'HCB', rb), (dp, 'HCP', rp), (wb, 'HCB', p_basic - rb), (wp, 'HCP', p_present - rp)) v (id, unit, amount)
  where v.amount <> 0;
end $$;

-- Credits points. The money for them, if there is any, is p_cents in dollars.
create or replace function credit_entries(
  p_journal bigint, p_account bigint, p_basic bigint, p_present bigint, p_cents bigint
) returns void language sql as $$
  select credit_points(p_journal, p_account, p_basic, p_present, 'USD', p_cents, 0)
$$;

-- Takes points back inside journal p_journal: out of the wallet as far as it reaches, and the rest becomes the player's
-- debt. If the player came back under another account, the debt goes there at once.
create or replace function take_back_entries(p_journal bigint, p_account bigint, p_basic bigint,
  p_present bigint) returns void
language plpgsql as $$
declare
  wb bigint; wp bigint; db bigint; dp bigint; tb bigint; tp bigint; a record; heir bigint;
begin
  for a in select ledger_account_id as id, kind, unit, balance from ledger_account
            where account_id = p_account order by ledger_account_id for update loop
    if a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id; tb := least(p_basic, a.balance);
    elsif a.kind = 'wallet' then wp := a.id; tp := least(p_present, a.balance);
    elsif a.unit = 'HCB' then db := a.id;
    else dp := a.id; end if;
  end loop;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select p_journal, v.id, v.unit, v.amount from (values
    (4::bigint, 'HCB', p_basic), (5::bigint, 'HCP', p_present),
    (wb, 'HCB', -tb), (wp, 'HCP', -tp), (db, 'HCB', tb - p_basic), (dp, 'HCP', tp - p_present)) v (id, unit, amount)
  where v.amount <> 0;
  if tb < p_basic or tp < p_present then
    select x.back_as into heir from account x where x.account_id = p_account and x.back_as is not null;
    if found then perform carry_debts(p_account, heir); end if;
  end if;
end $$;

-- How many of p_points go back when p_back of p_paid cents have gone back: rounded in the player's favour, and all
-- points with the last cent.
create or replace function points_back(
  p_points bigint, p_back bigint, p_paid bigint
) returns bigint language sql immutable as $$
  select p_points * p_back / p_paid
$$;

-- Takes back what stands for an order's money which has gone back or is promised back, less what was taken before: the
-- points of a pack, and what the order earned of a rebate. Where a promise has ended without the money, the player has
-- them again; a deleted account gets no points of a pack. The caller holds the order's row lock; the wallet's comes
-- next. p_source: a gateway's number, or why points move without one. Decisions 161, 568 and 575.
create or replace function take_back(p_order text, p_source text) returns void language plpgsql as $$
declare
  o orders; given ledger_journal; due_b bigint; due_p bigint; n int; j bigint; away bigint;
begin
  select * into o from orders where order_no = p_order;
  if not found then return; end if;
  perform settle_rebate(o);
  if o.order_type <> 'coin' then return; end if;
  select * into given from ledger_journal where order_no = p_order and reason = 'top_up';
  if not found then return; end if;
  away := money_promised(o);
  select points_back(given.basic_points, away, o.paid_cents) + coalesce(sum(b.basic_points), 0),
         points_back(given.present_points, away, o.paid_cents) + coalesce(sum(b.present_points), 0), count(*)
    into due_b, due_p, n from ledger_journal b where b.order_no = p_order and b.reason = 'take_back';
  -- A journal needs entries, so a part that is worth no point makes no journal.
  if due_b = 0 and due_p = 0 then return; end if;
  if due_b + due_p < 0 and exists (select 1 from account a where a.account_id = o.account_id
    and a.deleted_at is not null) then
    return;
  end if;
  insert into ledger_journal (reason, source_id, order_no, account_id, basic_points, present_points, created_at)
  values ('take_back', case when p_source in ('promised', 'refused', 'ended')
      then p_order || ':' || p_source || ':' || n else p_source end,
    p_order, o.account_id, -due_b, -due_p, app_now()) returning journal_id into j;
  if due_b + due_p < 0 then perform credit_entries(j, o.account_id, -due_b, -due_p, 0);
  else perform take_back_entries(j, o.account_id, due_b, due_p); end if;
end $$;

-- Gives points without an order (opening balance, goodwill), once for each reason and player, whatever account the
-- player has. The source names the account by its number: the books are never rewritten, so no uid may stand in
-- them.
create or replace function grant_points(p_uid text, p_basic bigint, p_present bigint, p_reason text) returns void
language plpgsql as $$
declare
  who bigint; j bigint;
begin
  select account_id into strict who from account where uid = p_uid;
  if exists (select 1 from lives_of(who) l join ledger_journal x on x.reason = p_reason
    and x.source_id = 'account:' || l) then
    return;
  end if;
  insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
  values (p_reason, 'account:' || who, who, p_basic, p_present, app_now()) on conflict do nothing returning journal_id
    into j;
  if j is not null then perform credit_entries(j, who, p_basic, p_present, 0); end if;
end $$;
