-- Processes hear of changed books, and a price stays as it was written. Their functions: functions/books.sql.

create function market_changed() returns trigger language plpgsql as $f$ begin return null; end $f$;
create function price_kept() returns trigger language plpgsql as $f$ begin return old; end $f$;

create trigger price_kept before update or delete on price for each row execute function price_kept();

do $$
declare
  t text;
begin
  foreach t in array '{currency,price_book,book_country,price,tax_rate,legal_entity,channel_rule}'::text[] loop
    execute format('create trigger market_changed after insert or update or delete on %I for each statement
      execute function market_changed()', t);
  end loop;
end $$;

-- What the game no longer says of an account goes, and all of it with the player's data.
do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant delete on account_market, account_signal to hc_app;
  end if;
end $$;
