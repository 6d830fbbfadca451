-- An upgrade that went back by itself is told to those whom the desk's alerts reach. Decision 753.
insert into desk.alert_rule (rule_key, threshold, window_minutes) values ('upgrade_undone', 72, 1440);
