-- What a player owes, and the limits that were used up, outlive the deletion of their data: the game may make the
-- account anew. Nothing of it names the player: a keyed hash of the uid is all that is kept.

-- One row. Who reads the whole database can try uids with it; reports (hc_readonly) and what leaves the shop cannot.
create table fingerprint_key (
  key bytea not null
);
create unique index fingerprint_key_once on fingerprint_key ((true));
insert into fingerprint_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

create function fingerprint_of(p_uid text) returns bytea language sql stable as $$
  select sha256(k.key || sha256(k.key || convert_to(p_uid, 'UTF8'))) from fingerprint_key k
$$;

-- Set when the data is deleted; and the account that the game made of the same uid afterwards.
alter table account add column fingerprint bytea, add column back_as bigint;
create index account_fingerprint on account (fingerprint) where fingerprint is not null;
create index account_back_as on account (back_as) where back_as is not null;

-- The accounts whose wallets a change of these may touch: theirs, and those that their players are back under.
create function with_heirs(p_accounts bigint[]) returns bigint[] language sql stable as $$
  select array_agg(distinct x.id) from (
    select unnest(p_accounts) as id union all
    select a.back_as from account a where a.account_id = any(p_accounts) and a.back_as is not null) x
$$;

-- Locks the wallets of these players in the order of the whole shop, for whoever goes on to change several.
create function lock_wallets(p_accounts bigint[]) returns void language plpgsql as $$
begin
  perform 1 from ledger_account where account_id = any(with_heirs(p_accounts)) order by ledger_account_id for update;
end $$;

-- The players whose rebates refunds of these orders may take back: a character may have been another account's.
create function rebate_owners(p_orders text[]) returns bigint[] language sql stable as $$
  select array_agg(distinct g.account_id) from orders o join rebate_grant g on g.campaign_id = o.rebate_campaign_id
     and g.server_id = o.server_id and g.role_id = o.role_id and g.taken_back_at is null
   where o.order_no = any(p_orders)
$$;

-- Moves what p_from owes to p_to: from the wallet as far as it reaches, the rest as debt. Rows are locked in id order.
create function carry_debts(p_from bigint, p_to bigint) returns void language plpgsql as $$
declare
  fb bigint; fp bigint; wb bigint; wp bigint; db bigint; dp bigint; owed_b bigint; owed_p bigint; tb bigint; tp bigint;
  j bigint; a record;
begin
  for a in select ledger_account_id as id, account_id, kind, unit, balance from ledger_account
            where account_id in (p_from, p_to) order by ledger_account_id for update loop
    if a.account_id = p_from then
      if a.kind = 'debt' and a.unit = 'HCB' then fb := a.id; owed_b := -a.balance;
      elsif a.kind = 'debt' then fp := a.id; owed_p := -a.balance; end if;
    elsif a.kind = 'wallet' and a.unit = 'HCB' then wb := a.id; tb := a.balance;
    elsif a.kind = 'wallet' then wp := a.id; tp := a.balance;
    elsif a.unit = 'HCB' then db := a.id;
    else dp := a.id; end if;
  end loop;
  if owed_b + owed_p = 0 then return; end if;
  tb := least(tb, owed_b); tp := least(tp, owed_p);
  -- The source is the journal that the debt grew by last: the same debt is never carried twice.
  insert into ledger_journal (reason, source_id, account_id, basic_points, present_points, created_at)
  values ('debt_carried', p_from || ':' || (select max(e.journal_id) from ledger_entry e
    where e.ledger_account_id in (fb, fp)),
    p_to, -owed_b, -owed_p, app_now()) returning journal_id into j;
  insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
  select j, v.id, v.unit, v.amount from (values (fb, 'HCB', owed_b), (fp, 'HCP', owed_p), (wb, 'HCB', -tb), (wp, 'HCP',
    -tp),
    (db, 'HCB', tb - owed_b), (dp, 'HCP', tp - owed_p)) v (id, unit, amount) where v.amount <> 0;
end $$;

-- Runs after open_wallet, by its name: the wallet is there.
create function player_is_back() returns trigger language plpgsql as $$
declare
  g record;
begin
  update account set back_as = new.account_id where fingerprint = fingerprint_of(new.uid);
  if not found then return null; end if;
  perform lock_wallets(array_agg(a.account_id)) from account a where a.back_as = new.account_id;
  for g in select a.account_id from account a where a.back_as = new.account_id order by a.account_id loop
    perform carry_debts(g.account_id, new.account_id);
  end loop;
  return null;
end $$;
create trigger player_is_back after insert on account for each row execute function player_is_back();

-- As in 0007; what an account owes whose player is back under another one goes there at once.
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

-- An account, and those that its player had before their data was deleted.
create function lives_of(p_account bigint) returns setof bigint language sql stable as $$
  select p_account union all select a.account_id from account a where a.back_as = p_account
$$;

-- As in 0007, once for each reason and player, whatever account the player has. The source names the account by its
-- number: the books are never rewritten, so no uid may stand in them.
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

-- The grants that were made before: their sources were uids. Within this transaction alone the books may be changed.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  return new;
end $$;
with recursive reasons as (
  select min(reason) as reason from ledger_journal
  union all
  select (select min(j.reason) from ledger_journal j where j.reason > r.reason) from reasons r
    where r.reason is not null)
update ledger_journal j set source_id = 'account:' || j.account_id from reasons r
 where j.reason = r.reason and j.order_no is null and j.account_id is not null and r.reason not in ('top_up', 'sale',
   'purchase',
   'refund', 'suspense', 'take_back', 'redeem', 'rebate', 'rebate_back', 'refund_failed', 'refund_settled');
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then revoke insert, update on fingerprint_key
    from hc_app; end if;
end $$;
