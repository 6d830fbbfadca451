-- locks: capture, ledger_account, inbox
-- The tax inside a payment, what shows the payer's country, and the receipts and credit notes of a seller.

-- What of a capture is tax, by the rate of its day. Null: the shop owes no tax and no document for it.
alter table capture add column tax_minor bigint;

-- The country of the card or wallet, where the gateway tells it with the payment.
alter table inbox add column payer_country text;

-- The tax account of dollars: other currencies got theirs when they were opened.
alter table ledger_account disable trigger guard_ledger_account;
insert into ledger_account (ledger_account_id, kind, name, unit) overriding system value values
  (-223863, 'system', 'tax', 'USD');
alter table ledger_account enable trigger guard_ledger_account;

-- What showed the buyer's country after the order was made. Kept as long as the order's documents.
create table order_evidence (
  order_no text not null,
  signal text not null check (signal in ('payer')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  at timestamptz not null,
  primary key (order_no, signal, country)
);
create trigger order_evidence_kept before update or delete on order_evidence for each row
  execute function refuse_change();

-- A receipt or a credit note that must be written. It is noted by the statement that moves the money: no payment ever
-- waits for a number.
create table document_due (
  due_id bigint generated always as identity primary key,
  order_no text not null,
  entity_id text not null,
  kind text not null check (kind in ('receipt', 'credit_note')),
  -- the order of a receipt, the refund of a credit note
  source text not null,
  gross_minor bigint not null check (gross_minor > 0),
  tax_minor bigint not null check (tax_minor between 0 and gross_minor),
  rate_ppm int,
  at timestamptz not null,
  done_at timestamptz,
  unique (kind, source)
);
create index document_due_open on document_due (due_id) where done_at is null;
create index document_due_order on document_due (order_no);

-- Numbers of a seller's receipts, or credit notes, of a year.
create table document_series (
  series text primary key,
  entity_id text not null references legal_entity,
  kind text not null check (kind in ('receipt', 'credit_note')),
  year int not null,
  -- before the number, as printed
  prefix text not null,
  next bigint not null default 1 check (next > 0),
  unique (entity_id, kind, year)
);

-- A receipt or a credit note as it was written: it never changes. A mistake is a credit note and a new one.
create table document (
  series text not null references document_series,
  number bigint not null check (number > 0),
  due_id bigint not null unique,
  kind text not null check (kind in ('receipt', 'credit_note')),
  order_no text not null,
  -- the receipt that a credit note is of
  of_series text,
  of_number bigint,
  currency text not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  tax_name text,
  rate_ppm int,
  tax_country text,
  -- name, address, country and tax numbers of that moment
  seller jsonb not null,
  -- [{"cp_goods_id", "title", "quantity"}]
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  -- who bought, sealed with the shop's key
  buyer bytea not null,
  -- when the money came or went back
  sold_at timestamptz not null,
  issued_at timestamptz not null,
  hash bytea not null,
  prev_hash bytea not null,
  primary key (series, number),
  check ((kind = 'credit_note') = (of_series is not null)),
  foreign key (of_series, of_number) references document (series, number)
);
create index document_order on document (order_no);
create trigger document_kept before update or delete on document for each row execute function refuse_change();

-- The European Central Bank's rates of a day: how much of a currency one euro is. For reports, never for a charge.
create table fx_rate (
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  per_eur numeric not null check (per_eur > 0),
  source text not null,
  primary key (day, currency)
);

do $$
declare
  whose text;
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    revoke update, delete on order_evidence, document from hc_app;
    revoke delete on document_due, document_series from hc_app;
    revoke insert, update, delete on fx_rate from hc_app;
    grant select, insert on order_evidence, document to hc_app;
    grant select, insert, update on document_due, document_series to hc_app;
    grant select on fx_rate to hc_app;
    -- What a player's deletion takes away.
    grant delete on account_market, account_signal to hc_app;
  end if;
  foreach whose in array array['hc_readonly', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on order_evidence, document_due, document_series, fx_rate to %I', whose);
      execute format('grant select (series, number, due_id, kind, order_no, of_series, of_number, currency, gross_minor,
        tax_minor, tax_name, rate_ppm, tax_country, seller, lines, sold_at, issued_at, hash, prev_hash)
        on document to %I', whose);
    end if;
  end loop;
end $$;
