-- A buyer whom no letter reaches gets the confirmation of what they agreed to as a file. `waiver_file`: the buyer
-- fetched it. Decision 585.
alter table consent drop constraint consent_kind_check;
alter table consent add constraint consent_kind_check check (kind in ('waiver', 'waiver_mail', 'waiver_file'));
