-- locks: desk.audit
-- Lines of the audit are found by the address that they came from (decision 431).
create function desk.line_address(p_line text) returns text
language plpgsql immutable as $$
begin
  return p_line::jsonb ->> 'address';
exception when others then
  return null;
end $$;
create index audit_address on desk.audit (desk.line_address(line), seq) where desk.line_address(line) is not null;
