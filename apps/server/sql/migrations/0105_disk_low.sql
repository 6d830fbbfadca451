-- A box whose disk fills tells its people, long before sales close by themselves. Decision 757.

insert into desk.alert_rule (rule_key, threshold, window_minutes) values ('disk_low', 5, 1440);
