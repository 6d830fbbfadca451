-- locks: document_due
-- Whether a document was mailed, or its buyer wanted no mail.
alter table document_due
  add column mailed_at timestamptz,
  add column lease_until timestamptz not null default '-infinity';
create index document_due_unmailed on document_due (lease_until) where done_at is not null and mailed_at is null;
