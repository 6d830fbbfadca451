alter table account add column deleted_at timestamptz;

-- A player leaves. What names a person goes; orders and books stay under a pseudonym, for the law wants them and they are
-- what a dispute is answered from. Refused while money or an item is under way.
create function forget_account(p_account bigint, p_pseudonym text) returns text language plpgsql as $$
declare
  a account;
begin
  select * into a from account where account_id = p_account for update;
  if not found or a.deleted_at is not null then return 'gone'; end if;
  if exists (select 1 from orders o where o.account_id = p_account
               and ((o.status = 1 and o.expires_at > app_now()) or o.status = 2 or o.hold_reason is not null))
     or exists (select 1 from outbox b where b.state in ('pending', 'unknown') and b.payload->>'uid' = a.uid and b.kind = 'deliver' and b.created_at > app_now() - interval '80 hours') then
    return 'open';
  end if;
  update orders set uid = p_pseudonym, role_name = '', idem_key = null, idem_hash = null where account_id = p_account;
  update outbox b set payload = jsonb_set(b.payload, '{uid}', to_jsonb(p_pseudonym)) from orders o
   where o.account_id = p_account and b.order_no = o.order_no and b.kind = 'deliver';
  update inbox i set raw = '' from orders o where o.account_id = p_account and i.order_no = o.order_no and i.state = 'done';
  delete from game_role where account_id = p_account;
  delete from session where account_id = p_account;
  delete from one_time_token where account_id = p_account;
  delete from external_identity where account_id = p_account;
  delete from verification_code where account_id = p_account or target in (a.email, a.phone);
  delete from message where target in (a.email, a.phone);
  delete from sign_in_failure where login_key = a.uid;
  update account set uid = p_pseudonym, login = p_pseudonym, password_hash = null, email = null, phone = null, email_login = false,
    disabled = true, deleted_at = app_now() where account_id = p_account;
  perform pg_notify('hc_bus', 'session:' || p_account);
  return 'done';
end $$;
