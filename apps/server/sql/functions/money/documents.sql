-- Receipts and credit notes. Their numbers have no gaps, and no payment waits for a document.

-- Notes due receipts for these paid orders, if they have a seller who owes the tax.
create or replace function due_receipts(p_orders text[]) returns void language sql set enable_seqscan = off as $$
  insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, rate_ppm, at)
  select t.order_no, t.entity_id, 'receipt', t.order_no, c.amount_cents, c.tax_minor,
      case when c.tax_minor > 0 then coalesce(tax_rate_on(t.tax_country, app_now()), t.rate_ppm) end, app_now()
    from order_terms t, lateral (select x.amount_cents, x.tax_minor from capture x
      where x.order_no = t.order_no and x.outcome = 'applied' offset 0) c
   where t.order_no = any(p_orders) and t.entity_id is not null and c.tax_minor is not null
   order by t.order_no
$$;

-- Notes that money of an order went back, before o changes: a receipt gets a credit note.
create or replace function due_credit_note(o orders, p_cents bigint, p_source text) returns void language sql as $$
  insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, rate_ppm, at)
  select d.order_no, d.entity_id, 'credit_note', p_source, p_cents,
      tax_back(d.gross_minor, d.tax_minor, o.refunded_cents, o.refunded_cents + p_cents), d.rate_ppm, app_now()
    from document_due d where d.order_no = o.order_no and d.kind = 'receipt'
$$;

-- A document's printed number; null without one.
create or replace function document_number(p_series text, p_number bigint) returns text language sql stable as $$
  select s.prefix || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
    from document_series s where s.series = p_series
$$;

-- The hashed text of a document: its whole content, and the hash of the one before it.
create or replace function document_hash(d document) returns bytea language sql stable as $$
  select sha256(d.prev_hash || convert_to(jsonb_build_array(d.series, d.number, d.kind, d.order_no, d.of_series,
    d.of_number, d.currency, d.gross_minor, d.tax_minor, d.tax_name, d.rate_ppm, d.tax_country, d.seller, d.lines,
    encode(d.buyer, 'hex'), extract(epoch from d.sold_at), extract(epoch from d.issued_at))::text, 'UTF8'))
$$;

-- Due documents with their buyer, whom the caller seals. A credit note waits for its receipt.
create or replace function documents_due(p_limit int)
returns table (due_id bigint, entity_id text, kind text, uid text, email text) language sql stable as $$
  select d.due_id, d.entity_id, d.kind, o.uid, a.email from document_due d
    join orders o using (order_no) join account a using (account_id)
   where d.done_at is null and (d.kind = 'receipt' or exists (select 1 from document r
     where r.order_no = d.order_no and r.kind = 'receipt'))
   order by d.due_id limit p_limit
$$;

-- Writes those of these documents that are of one seller and kind and not written yet, in one transaction with their
-- numbers. Another call waits for the series' row. Gives how many it wrote. Decision 379. A receipt goes with the
-- letter about the payment if that is still to be written: it has a mail of its own only if that letter leaves
-- without it.
create or replace function issue_documents(p_entity text, p_kind text, p_dues bigint[], p_buyers bytea[]) returns int
language plpgsql as $$
declare
  t timestamptz := app_now();
  year int := extract(year from app_now() at time zone 'UTC');
  name text := p_entity || case p_kind when 'receipt' then '-R-' else '-C-' end || year;
  s document_series; last bytea; r record; d document; made int := 0;
begin
  insert into document_series (series, entity_id, kind, year, prefix)
  values (name, p_entity, p_kind, year, upper(name) || '-') on conflict do nothing;
  select * into s from document_series where series = name for update;
  select x.hash into last from document x where x.series = name and x.number = s.next - 1;
  for r in
    select u.due_id, u.order_no, u.gross_minor, u.tax_minor, u.rate_ppm, u.at, n.buyer, o.currency, o.cp_goods_id,
        coalesce(o.title, o.cp_goods_id) as title, x.items, x.tax_name, x.tax_country, w.series as of_series,
        w.number as of_number, jsonb_build_object('name', e.name, 'address', e.address, 'country', e.country, 'tax_ids',
          e.tax_ids) as seller
      from unnest(p_dues, p_buyers) n (due_id, buyer) join document_due u using (due_id)
      join orders o using (order_no) join order_terms x using (order_no) join legal_entity e on e.entity_id = p_entity
      left join document w on w.order_no = u.order_no and w.kind = 'receipt' and p_kind = 'credit_note'
     where u.done_at is null and u.entity_id = p_entity and u.kind = p_kind order by u.due_id
  loop
    d := row(name, s.next + made, r.due_id, p_kind, r.order_no, r.of_series, r.of_number, r.currency, r.gross_minor,
      r.tax_minor, case when r.rate_ppm is not null then r.tax_name end, r.rate_ppm, r.tax_country, r.seller, coalesce(
        (select jsonb_agg(i || jsonb_build_object('title', case when i->>'cp_goods_id' = r.cp_goods_id then r.title
          else i->>'cp_goods_id' end)) from jsonb_array_elements(r.items) i),
        jsonb_build_array(jsonb_build_object('cp_goods_id', r.cp_goods_id, 'title', r.title, 'quantity', 1))),
      r.buyer, r.at, t, ''::bytea, coalesce(last, ''::bytea));
    d.hash := document_hash(d);
    insert into document select d.*;
    last := d.hash;
    made := made + 1;
    update document_due x set done_at = t, lease_until = case when p_kind = 'receipt' and exists (
        select from order_letter l where l.order_no = r.order_no and l.event = 'paid' and l.written_at is null)
        then t + delivery_waits() + interval '30 seconds' else x.lease_until end
     where x.due_id = r.due_id;
  end loop;
  update document_series set next = s.next + made where series = name and made > 0;
  return made;
end $$;

-- Leases documents that were not mailed yet, with their recipient; null if the buyer wants no mail.
create or replace function lease_document_mails(p_limit int, p_lease_seconds int)
returns table (due_id bigint, order_no text, number text, email text, locale text) language sql as $$
  with due as (
    update document_due u set lease_until = app_now() + make_interval(secs => p_lease_seconds)
     where u.due_id in (select x.due_id from document_due x
       where x.done_at is not null and x.mailed_at is null and x.lease_until <= app_now()
       order by x.lease_until limit p_limit for update skip locked)
    returning u.due_id, u.order_no)
  select u.due_id, u.order_no, document_number(d.series, d.number), case when a.receipts then a.email end, o.locale
    from due u join document d using (due_id) join orders o on o.order_no = u.order_no join account a using (account_id)
   order by u.due_id
$$;

-- Writes the mail with a document, once. Null p_target: it is not mailed. The account's row is locked first, as
-- everywhere: its data may be being deleted, and a former address must get nothing.
create or replace function mail_document(
  p_due bigint, p_target text, p_locale text, p_body bytea, p_hours int
) returns boolean language plpgsql as $$
declare
  who bigint; no text;
begin
  select o.account_id, o.order_no into who, no from document_due d join orders o using (order_no)
   where d.due_id = p_due;
  perform 1 from account a where a.account_id = who and (p_target is null or a.email = p_target) for key share;
  if not found then return false; end if;
  update document_due set mailed_at = app_now() where due_id = p_due and done_at is not null and mailed_at is null;
  if not found then return false; end if;
  if p_target is not null then
    perform queue_message('email', p_target, 'document', p_locale, p_body, make_interval(hours => p_hours), who, no);
  end if;
  return true;
end $$;
