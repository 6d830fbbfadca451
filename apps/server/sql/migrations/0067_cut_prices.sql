-- locks: price
-- When a price ended before a later one cut it short, 'infinity' where it had no end; null: nothing cut it.
-- Decision 557.
alter table price add column cut_from timestamptz;
