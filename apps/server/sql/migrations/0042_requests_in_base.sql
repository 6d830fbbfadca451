-- What limits and rules counted for a request about another currency than the base (decision 417), frozen with it:
-- {"currency", "cents", "per_usd", "day", "book"}. Null: its amount, as it is. No cents: there was no rate.
alter table desk.approval add column counted jsonb check (jsonb_typeof(counted) = 'object');
