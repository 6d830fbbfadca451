-- locks: orders
-- A search for an item or for a large amount reads the parts of a span that can have it. Decision 785.
create index orders_goods_amount on orders using brin (cp_goods_id text_bloom_ops, amount_cents)
  with (pages_per_range = 32, autosummarize);
