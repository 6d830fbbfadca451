-- The zone of an alert rule's quiet hours, and the weekdays on which they begin (1 Monday to 7 Sunday). Decision 548.
-- Rules that a migration of the same start has inserted wait for their line of the audit; it is written now.
set constraints all immediate;
alter table desk.alert_rule
  add column quiet_zone text not null default 'UTC' check (length(quiet_zone) between 1 and 64),
  add column quiet_days smallint[] not null default '{1,2,3,4,5,6,7}' check (quiet_days <@ '{1,2,3,4,5,6,7}');
set constraints all deferred;
