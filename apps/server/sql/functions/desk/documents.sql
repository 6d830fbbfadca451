-- Receipts and credit notes at the desk. Buyers are sealed, and the desk's role cannot read even the sealed value.
-- These functions run with their owner's rights. Decision 405.

-- Writes a line of the audit and gives the sealed buyer of a document. Null where there is no such document.
create or replace function desk.document_buyer(p_series text, p_number bigint) returns bytea
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sealed bytea := (select d.buyer from document d where d.series = p_series and d.number = p_number);
begin
  if sealed is not null then perform desk.note('document', document_number(p_series, p_number)); end if;
  return sealed;
end $$;

-- Whether a document's hash fits its content, and its prev_hash is the hash of the document before it.
create or replace function desk.document_holds(p_series text, p_number bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.hash = document_hash(d) and d.prev_hash = coalesce((select b.hash from document b
      where b.series = d.series and b.number = d.number - 1), ''::bytea)
    from document d where d.series = p_series and d.number = p_number
$$;
