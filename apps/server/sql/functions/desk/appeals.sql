-- Players who ask for another country's prices. These functions run with their owner's rights.

-- The signs of a player's country: their own choice, the staff's decision (standing), the game, a card or wallet, and
-- the calling code of a verified phone number. The country of their connection is a sign too, but the shop does not
-- store it.
create or replace function desk.market_signs(p_account bigint)
returns table (sign text, country text, at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.signal, s.country, s.at from account_signal s where s.account_id = p_account
  union all select 'phone', left(a.phone, 4), null::timestamptz from account a
   where a.account_id = p_account and a.phone is not null
$$;

-- Answers a player who asked for the prices of their country. p_country and p_asked (seconds) are those of the appeal
-- that the person read: the player may ask for another country meanwhile. Refusals: not_found, not_asked, changed.
create or replace function desk.answer_appeal(
  p_uid text, p_granted boolean, p_country text, p_asked bigint, out refusal text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  who bigint; m account_market;
begin
  select a.account_id into who from account a where a.uid = p_uid and a.deleted_at is null for key share;
  if not found then refusal := 'not_found'; return; end if;
  select * into m from account_market x where x.account_id = who for update;
  if m.appeal = 'asked' and (m.country, floor(extract(epoch from coalesce(m.appealed_at, m.since))))
    is distinct from (p_country, p_asked) then refusal := 'changed'; return; end if;
  refusal := public.answer_appeal(who, p_granted);
end $$;
