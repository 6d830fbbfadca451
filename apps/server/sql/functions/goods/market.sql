-- The country whose prices a player sees.

-- The player declares a country; another one may follow after 90 days, whatever a payment or staff said meanwhile.
-- change_from: from when. The country of a card that contradicted is not declared yet. An open appeal was for another
-- country and ends. The account is locked with the weakest lock, so that nothing is written for a player whose data are
-- being deleted. Refusals: session, MarketLocked. Decisions 371, 525 and 526.
create or replace function set_market(p_token bytea, p_country text, out refusal text, out change_from timestamptz)
language plpgsql as $$
declare
  t timestamptz := app_now();
  who bigint;
  other boolean;
begin
  select s.account_id into who from session s join account c using (account_id)
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled for key share of c;
  if not found then refusal := 'session'; return; end if;
  insert into account_market as m (account_id, country, source, since, change_from)
  values (who, p_country, 'declared', t, t + interval '90 days')
  on conflict (account_id) do update set country = excluded.country, source = 'declared', since = t,
    change_from = excluded.change_from,
    appeal = case when m.appeal = 'refused' then m.appeal else 'none' end
   where (m.country <> excluded.country or m.source = 'payer') and m.change_from <= t;
  if not found then
    select m.change_from, m.country <> p_country or m.source = 'payer' into change_from, other
      from account_market m where m.account_id = who;
    if other then refusal := 'MarketLocked'; end if;
    return;
  end if;
  change_from := t + interval '90 days';
  perform pg_notify('hc_bus', 'account-market:' || who);
end $$;

-- The player asks staff for the prices of a country. While one appeal is open, it stays as it was written. After a
-- strike the account has the card's country, and the player asks for their own. Refusals: session. Decisions 372 and
-- 525.
create or replace function appeal_market(p_token bytea, p_country text, p_text text, out refusal text)
language plpgsql as $$
declare
  t timestamptz := app_now();
  who bigint;
begin
  select s.account_id into who from session s join account c using (account_id)
   where s.token_hash = p_token and s.revoked_at is null and s.expires_at > t and not c.disabled for key share of c;
  if not found then refusal := 'session'; return; end if;
  insert into account_market as m (account_id, country, source, since, change_from, appeal, note, appealed_at)
  values (who, p_country, 'declared', t, t, 'asked', p_text, t)
  on conflict (account_id) do update set appeal = 'asked', note = excluded.note, appealed_at = t,
    country = case when m.source = 'payer' then excluded.country else m.country end,
    source = case when m.source = 'payer' then 'declared' else m.source end,
    since = case when m.source = 'payer' then t else m.since end
   where m.appeal <> 'asked';
  perform pg_notify('hc_bus', 'account-market:' || who);
end $$;

-- Staff answer an appeal. A grant gives the account the prices of its country, whatever the signs say, and clears its
-- strikes. Refusals: not_asked. Decision 372.
create or replace function answer_appeal(p_account bigint, p_granted boolean, out refusal text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update account_market m set appeal = case when p_granted then 'granted' else 'refused' end,
    source = case when p_granted then 'staff' else m.source end, strikes = case when p_granted then 0 else m.strikes end
   where m.account_id = p_account and m.appeal = 'asked';
  if not found then refusal := 'not_asked'; return; end if;
  perform pg_notify('hc_bus', 'account-market:' || p_account);
end $$;

do $$
begin
  revoke execute on function answer_appeal(bigint, boolean) from public;
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then
    grant execute on function answer_appeal(bigint, boolean) to hc_desk;
  end if;
end $$;
