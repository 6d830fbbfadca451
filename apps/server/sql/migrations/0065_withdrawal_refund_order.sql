-- locks: withdrawal
-- The order whose money a person gives back for a statement, where the buyer wrote another number. Decision 556.
alter table withdrawal add column refund_order text;
