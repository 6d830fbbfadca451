-- A report of counts by the way to pay, which a person may save as the others.
alter table desk.saved_report drop constraint saved_report_kind_check;
alter table desk.saved_report add constraint saved_report_kind_check check (kind in
  ('money', 'funnel', 'delivery', 'channels', 'methods', 'refunds', 'campaigns', 'codes', 'support'));
alter table desk.saved_report drop constraint saved_report_grouped_by_check;
alter table desk.saved_report add constraint saved_report_grouped_by_check check (grouped_by in
  ('day', 'item', 'server', 'channel', 'method', 'campaign', 'action', 'reason'));
