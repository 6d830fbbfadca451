-- The order of products.

-- Puts all products of a kind into an order in one step. p_versions: the versions that the author saw. A product whose
-- place stays keeps its version. A planned change of a moved product is carried over to its new version, unless it
-- plans another place. `other` is a product that stops the call: it has another version, is new, or is gone.
-- Decision 448.
create or replace function desk.arrange_products(
  p_kind text, p_ids text[], p_versions int[], out other text, out moved int
) language plpgsql as $$
declare
  r record;
  became int;
begin
  perform desk.lock_kinds(array['product']);
  moved := 0;
  select coalesce(p.cp_goods_id, x.id) into other
    from (select * from product where kind = p_kind) p
    full join unnest(p_ids, p_versions) x (id, version) on x.id = p.cp_goods_id
   where p.version is distinct from x.version order by 1 limit 1;
  if other is not null then return; end if;
  for r in select x.id, x.version, (10 * x.place)::int as place, p.sort as was
      from unnest(p_ids, p_versions) with ordinality x (id, version, place)
      join product p on p.cp_goods_id = x.id where p.sort <> 10 * x.place order by x.id loop
    select a.version into became
      from desk.apply_revision('product', r.id, r.version, jsonb_build_object('sort', r.place)) a;
    update desk.scheduled_change s set based_on = became,
        patch = case when s.patch ? 'sort' then s.patch || jsonb_build_object('sort', r.place) else s.patch end
     where s.kind = 'product' and s.target = r.id and s.state = 'waiting' and s.based_on = r.version
       and coalesce((s.patch ->> 'sort')::int, r.was) = r.was;
    moved := moved + 1;
  end loop;
end $$;
