-- Who sees reports of deliveries, channels, refunds and support need not see what the shop earns. Decision 460.
update desk.role r set permissions = r.permissions || '{"report.service":"do"}'
 where r.built_in and r.role_key in ('support', 'lead', 'ops') or r.permissions ? 'report.money';
