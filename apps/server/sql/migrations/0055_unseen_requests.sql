-- locks: desk.approval
-- Own requests that ended and that their asker has not looked at yet: the menu counts them every 15 seconds.
create index approval_unseen on desk.approval (asked_by)
  where state in ('done', 'refused', 'lapsed', 'stale') and seen_at is null;
