-- locks: order_terms, payout, ledger_correction_entry
-- The desk finds documents by their day, and orders whose buyer's country is weakly shown. Payouts have a currency.

create index document_issued on document (issued_at desc, due_id desc);
create index order_terms_weak on order_terms (order_no) where weak;

-- The currency of a payout, and of the lines of its file. Rows of before are in dollars.
alter table payout add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
alter table desk.settlement_line add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');

-- Accounts that may be corrected, now of any currency: gateway, bank, fees and differences (see system_account).
alter table ledger_correction_entry drop constraint ledger_correction_entry_ledger_account_id_check;
alter table ledger_correction_entry add constraint ledger_correction_entry_ledger_account_id_check check (
  ledger_account_id in (1, 9, 10, 13) or ledger_account_id < 0 and -ledger_account_id % 16 in (1, 5, 6, 11));
