-- A new order together with what its gateway is to be told: one round trip instead of two.
create function open_order(
  p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus int,
  p_channel text, p_server text, p_role text, p_ttl_seconds int, p_first_check_seconds float8,
  p_hour_floor text, p_unpaid_max int, p_hourly_max int, p_title text,
  out refusal text, out order_no text, out status smallint, out gateway_url text,
  out amount_cents bigint, out currency text, out expires_at timestamptz, out title text, out gateway_ref text)
language plpgsql as $$
begin
  select c.refusal, c.order_no, c.status, c.gateway_url into refusal, order_no, status, gateway_url
    from create_order(p_token, p_order_no, p_key, p_hash, p_goods, p_type, p_amount, p_bonus, p_channel, p_server, p_role, p_ttl_seconds,
      p_first_check_seconds, p_hour_floor, p_unpaid_max, p_hourly_max, p_title) c;
  if refusal is null and status = 1 and gateway_url is null then
    select n.amount_cents, n.currency, n.expires_at, coalesce(n.title, n.cp_goods_id), n.gateway_ref
      into amount_cents, currency, expires_at, title, gateway_ref from orders n where n.order_no = open_order.order_no;
  end if;
end $$;

-- The payment that a gateway made of an order. Called for several orders at once, by number.
create function payment_started(p_order_no text, p_ref text, p_url text) returns void
language plpgsql as $$
begin
  update orders set gateway_ref = p_ref, gateway_url = p_url where order_no = p_order_no;
end $$;
