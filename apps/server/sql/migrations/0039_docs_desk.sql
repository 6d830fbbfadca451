-- locks: payout
-- The desk finds documents by their day, and taxes by the moment of the money. Payouts have a currency.

create index document_issued on document (issued_at desc, due_id desc);
-- Moments come in the order of the rows, so a block range index is enough: it costs a payment next to nothing.
create index document_due_at on document_due using brin (at) with (pages_per_range = 16, autosummarize = on);

-- The currency of a payout, and of the lines of its file. Rows of before are in dollars.
alter table payout add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
alter table desk.settlement_line add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
