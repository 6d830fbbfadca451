-- locks: message
-- A confirmation of a withdrawal outlives its player's data until it was sent. Decision 494.
create function confirmation_ended() returns trigger language plpgsql as $f$ begin return null; end $f$;
create trigger confirmation_ended after update of state on message for each row
  when (new.kind = 'withdrawal' and old.state = 'pending' and new.state <> 'pending' and new.account_id is not null)
  execute function confirmation_ended();
