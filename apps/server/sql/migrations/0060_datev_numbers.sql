-- Numbers of the tax adviser's chart for the accounts of the books, in a file for DATEV. Decision 547.
insert into desk.setting (name, value) values ('datev', '{"gateway": "1360", "bank": "1200", "fees": "4970",
  "sales": "8400", "tax": "1770", "suspense": "1590", "settled_elsewhere": "1592", "differences": "1792",
  "other": "1599"}');
-- In a new database the trigger that keeps versions is still a stand-in.
insert into desk.revision (kind, target, version, body, author, live_at)
select 'setting', name, version, jsonb_build_object('value', value), 'migration', now() from desk.setting
 where name = 'datev'
on conflict do nothing;
