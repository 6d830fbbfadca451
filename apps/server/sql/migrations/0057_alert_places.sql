-- Where an alert of a rule goes: numbers of places. null or empty: everywhere. Decision 512.
-- Rules that a migration of the same start has inserted wait for their line of the audit; it is written now.
set constraints all immediate;
alter table desk.alert_rule add column channels bigint[];
set constraints all deferred;
