-- Who made a link to a third party: the game, or a sign-in whose email the third party vouches for. A link by email
-- ends with that email, with the right to sign in by it, and with the password.
alter table external_identity add column made_by text not null default 'game' check (made_by in ('game', 'email'));
-- The version before says no maker where it links by email.
alter table external_identity alter column made_by set default 'email';
-- Of the links that are here already nobody knows; Google's and Apple's may be by email. The game's next PUT makes
-- them its own.
update external_identity i set made_by = 'email' from account a
 where a.account_id = i.account_id and a.email is not null and i.provider in ('google', 'apple');
-- One link a provider and account: the first one counts.
delete from external_identity x using external_identity y
 where x.provider = y.provider and x.account_id = y.account_id
   and (y.created_at, y.subject) < (x.created_at, x.subject);
create unique index external_identity_once on external_identity (account_id, provider);
drop index external_identity_account;

-- Holds both rules for every version that writes: what breaks one is not written, and its sign-in finds no account.
create function identity_linked() returns trigger language plpgsql as $$
declare
  a account;
begin
  select * into a from account where account_id = new.account_id for no key update;
  if new.made_by = 'email' and (a.disabled or not a.email_login) then return null; end if;
  if exists (select 1 from external_identity x
              where x.account_id = new.account_id and x.provider = new.provider and x.subject <> new.subject) then
    return null;
  end if;
  return new;
end $$;
create trigger identity_linked before insert on external_identity for each row execute function identity_linked();

create function links_by_email_end() returns trigger language plpgsql as $$
begin
  if current_setting('hc.same_password', true) = 'on' then return null; end if;
  delete from external_identity where account_id = new.account_id and made_by = 'email';
  return null;
end $$;
create trigger links_by_email_end after update on account for each row
  when (old.email is distinct from new.email or (old.email_login and not new.email_login)
    or old.password_hash is distinct from new.password_hash)
  execute function links_by_email_end();

-- The end of a third-party sign-in: finds the account that the subject is linked with, or links the one whose email
-- the third party vouches for (p_email, else null), and stores the token of its session. A state counts once. Null: no
-- account.
create function identity_token(p_provider text, p_subject text, p_email text, p_state bytea, p_token bytea,
  p_remember boolean, p_ttl interval) returns bigint
language plpgsql as $$
declare
  who bigint;
  a account;
begin
  insert into oauth_state (state_hash, provider, browser_hash, nonce, verifier, redirect, remember, created_at)
  values (p_state, p_provider, '', '', '', '', p_remember, app_now()) on conflict do nothing;
  if not found then return null; end if;
  select i.account_id into who from external_identity i where i.provider = p_provider and i.subject = p_subject;
  if not found then select x.account_id into who from account x where x.email = p_email; end if;
  select * into a from account where account_id = who for no key update;
  if not found or a.disabled then return null; end if;
  if not exists (select 1 from external_identity i
                  where i.provider = p_provider and i.subject = p_subject and i.account_id = who) then
    if p_email is null or a.email is distinct from p_email or not a.email_login then return null; end if;
    insert into external_identity (provider, subject, account_id, made_by)
    values (p_provider, p_subject, who, 'email') on conflict do nothing;
    if not found then return null; end if;
  end if;
  insert into one_time_token (token_hash, kind, account_id, remember, created_at, expires_at)
  values (p_token, 'oauth', who, p_remember, app_now(), app_now() + p_ttl);
  return who;
end $$;
