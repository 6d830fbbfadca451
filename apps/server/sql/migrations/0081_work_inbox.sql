-- No version calls these forms of settle_inbox and settle_inbox_of any more.
drop function if exists work_inbox(int);
drop function if exists work_inbox_of(text);
