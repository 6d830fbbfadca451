-- A kind of campaign has functions of its name for what the desk asks of it. These three have another form now, or
-- another name; only functions of SQL call them.
drop function if exists desk.dry_run_rows(text, text, timestamptz, timestamptz, text);
drop function if exists desk.explain_rebate(text, bigint, text, text);
drop function if exists desk.explain_bonus(text, bigint, text, text);
