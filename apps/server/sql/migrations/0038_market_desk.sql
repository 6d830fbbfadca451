-- locks: price_book, book_country, price, point_rate, currency, legal_entity, tax_rate, channel_rule, account_market
-- Whoever changes prices, currencies or rates is in the audit: by the desk, or by hand in SQL.
create constraint trigger audit after insert or update or delete on price_book deferrable initially deferred
  for each row execute function desk.audit_change('book', 'book_id', '');
create constraint trigger audit after insert or update or delete on book_country deferrable initially deferred
  for each row execute function desk.audit_change('book', 'book_id', '');
create constraint trigger audit after insert or update or delete on price deferrable initially deferred
  for each row execute function desk.audit_change('price', 'price_id', '');
create constraint trigger audit after insert or update or delete on point_rate deferrable initially deferred
  for each row execute function desk.audit_change('book', 'book_id', '');
create constraint trigger audit after insert or update or delete on currency deferrable initially deferred
  for each row execute function desk.audit_change('currency', 'code', '');
create constraint trigger audit after insert or update or delete on legal_entity deferrable initially deferred
  for each row execute function desk.audit_change('entity', 'entity_id', '');
create constraint trigger audit after insert or update or delete on tax_rate deferrable initially deferred
  for each row execute function desk.audit_change('tax', 'country', '');
create constraint trigger audit after insert or update or delete on channel_rule deferrable initially deferred
  for each row execute function desk.audit_change('channel', 'channel_code', '');

-- When a player asked for the prices of their country.
alter table account_market add column appealed_at timestamptz;
create index market_appeal on account_market (appealed_at) where appeal = 'asked';

-- What players do themselves, and what the shop learns of their cards, is no change by staff: its processes do not come
-- here. The player's words and country are not told.
create constraint trigger audit after update on account_market deferrable initially deferred
  for each row when (current_user <> 'hc_app')
  execute function desk.audit_change('player', 'account_id', 'note,country');
