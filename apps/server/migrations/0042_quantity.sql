-- How many of its unit an item holds (gems): what a bonus doubles, and what "best value" is computed from.
-- Null for what is no plain amount, a month pass.
alter table product add column quantity integer check (quantity > 0);
