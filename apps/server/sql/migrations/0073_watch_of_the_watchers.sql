-- Nobody at the desk alone switches off what tells about themselves: a changed audit, and a recovery code that was
-- used.
update desk.alert_rule set enabled = true, threshold = 1, quiet_from = 0, quiet_to = 0
 where rule_key in ('audit_broken', 'recovery_used')
   and not (enabled and threshold <= 1 and quiet_from = quiet_to);
alter table desk.alert_rule add constraint it_stays_on check (rule_key not in ('audit_broken', 'recovery_used')
  or enabled and threshold <= 1 and quiet_from = quiet_to);
