-- Deliveries to the game and recalls.

-- Whether a delivery has waited so long that no worker asks the game any more (contract, section 7).
create or replace function is_overtime(p_created timestamptz) returns boolean language sql stable as $$
  select p_created < app_now() - interval '72 hours'
$$;

-- Leases outbox rows. The holder of the lease makes the call; if that process dies, the lease expires and another one
-- takes the row.
create or replace function lease_outbox(p_kind text, p_limit int, p_lease_seconds int)
returns table (outbox_id text, order_no text, payload jsonb, attempts int, created_at timestamptz, overtime boolean)
language sql as $$
  update outbox b set lease_until = app_now() + make_interval(secs => p_lease_seconds), attempts = b.attempts + 1
   where b.outbox_id in (
     select x.outbox_id from outbox x where x.kind = p_kind and x.state in ('pending', 'unknown')
        and x.run_at <= app_now() and x.lease_until <= app_now()
      order by x.run_at, x.outbox_id limit p_limit for update skip locked)
  returning b.outbox_id, b.order_no, b.payload, b.attempts, b.created_at, is_overtime(b.created_at)
$$;

-- Stores a failed try, because the row itself has only the last one (decision 284).
create or replace function note_try(b outbox, p_state text, p_detail text) returns void language sql as $$
  insert into outbox_try (outbox_id, order_no, attempt, state, detail, at)
  values (b.outbox_id, b.order_no, b.attempts, p_state, p_detail, app_now())
$$;

-- Records the game's answer to a delivery. Only `confirmed` with its grant id makes status 4; a second answer
-- changes nothing. A confirmation that comes after a refund is kept and waits for an operator. Rows are found by the
-- primary key alone: with the kind beside it, a young table without statistics was read whole through the index of
-- deliveries. p_answer: an answer that is none is an `error` or `unreadable`; null: there was none, or it is one.
-- Decision 13.
create or replace function finish_delivery(
  p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint, p_answer text
) returns text language plpgsql as $$
declare
  no text; b outbox;
begin
  select order_no into no from outbox where outbox_id = p_id;
  perform 1 from orders where order_no = no for update;
  select * into b from outbox where outbox_id = p_id for update;
  if b.kind is distinct from 'deliver' then return b.state; end if;
  if b.state in ('cancelled', 'recall') and p_state = 'confirmed' then
    update outbox set state = 'recall', proof = coalesce(proof, p_proof), detail = 'granted after the refund',
        answer = null
      where outbox_id = p_id;
    return 'recall';
  end if;
  -- A refusal or an unknown outcome never replaces a confirmation; a confirmation replaces any other outcome.
  if b.state not in ('pending', 'unknown') and not (p_state = 'confirmed' and b.state in ('refused', 'parked')) then
    return b.state;
  end if;
  update outbox set state = p_state, proof = coalesce(p_proof, proof), detail = p_detail, answer = p_answer,
    lease_until = '-infinity', run_at = app_now() + make_interval(secs => coalesce(p_pause_ms, 0) / 1000.0),
    ended_at = case when p_state in ('confirmed', 'refused', 'parked') then app_now() end
   where outbox_id = p_id;
  if p_state <> 'confirmed' then perform note_try(b, p_state, p_detail); end if;
  if p_state = 'confirmed' then
    update orders set status = 4, cause = 'delivered', delivered_at = app_now() where order_no = no and status = 2;
  end if;
  return p_state;
end $$;

-- Numbers of what is paid and not delivered: its delivery waits for the game or for somebody. Each part has an index.
-- Whether the order still wants it is the order's status to say. Decision 454.
create or replace function undelivered_orders() returns setof text language sql stable as $$
  select b.order_no from outbox b where b.kind = 'deliver' and b.state in ('pending', 'unknown')
  union all select b.order_no from outbox b where b.kind = 'deliver' and b.state in
    ('refused', 'failed', 'parked', 'held', 'recall')
$$;

-- Deliveries that the game may take now, oldest first, after p_after where it is given; `waiting` counts all of
-- them. Push may hold one at the same moment: its delivery id makes that harmless. A delivery that was handed out
-- counts as asked: a refund then recalls it instead of cancelling it. Decisions 34 and 35.
create or replace function pull_deliveries(p_limit int, p_server text, p_after text)
returns table (outbox_id text, payload jsonb, created_at timestamptz, waiting bigint)
language sql as $$
  with open as materialized (
    select x.outbox_id from outbox x
      where x.kind = 'deliver' and x.state in ('pending', 'unknown') and x.outbox_id > p_after
       and (p_server = '' or x.payload->>'server_id' = p_server)),
  due as (
    select x.outbox_id, x.payload, x.created_at, x.attempts from outbox x
     where x.outbox_id in (select open.outbox_id from open order by 1 limit p_limit)),
  fresh as (select x.outbox_id from outbox x join due using (outbox_id)
    where due.attempts = 0 for update of x skip locked),
  asked as (update outbox b set attempts = 1
    where b.outbox_id in (select fresh.outbox_id from fresh) and b.attempts = 0 and b.state in ('pending', 'unknown')
    returning b.outbox_id)
  select due.outbox_id, due.payload, due.created_at, (select count(*) from open) from due
   where due.attempts > 0 or due.outbox_id in (select asked.outbox_id from asked) order by due.outbox_id
$$;

-- The game's own word on a delivery, for games that pull: the same end as a push's answer. Gives what the delivery
-- is now, nothing for an unknown one.
create or replace function ack_delivery(
  p_id text, p_grant text, p_refused text, out state text, out proof text, out detail text
) language plpgsql as $$
begin
  if not exists (select 1 from outbox where outbox_id = p_id and kind = 'deliver') then return; end if;
  perform finish_delivery(p_id, case when p_grant is null then 'refused' else 'confirmed' end, p_grant, p_refused, 0,
    null);
  select b.state, b.proof, b.detail into state, proof, detail from outbox b where b.outbox_id = p_id;
end $$;

-- Asks the game to take back an item that it granted or may have granted: once for a delivery. Decision 230.
create or replace function ask_recall(p_number text, p_order text) returns void language sql as $$
  insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
  select 'rcl_' || p_number, 'recall', b.order_no,
      (b.payload - 'delivery_id') || jsonb_build_object('recall_id', 'rcl_' || p_number, 'delivery_id', b.outbox_id,
        'grant_id', b.proof, 'reason', 'refund', 'refund_of', p_order),
      app_now(), app_now()
    from outbox b where b.outbox_id = 'dlv_' || p_number and b.state in ('confirmed', 'recall')
  on conflict do nothing
$$;

-- Records the game's answer to a recall: taken back, or refused with a reason. After any other answer it is retried.
create or replace function finish_recall(
  p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint, p_answer text
) returns void language plpgsql as $$
declare
  b outbox;
begin
  update outbox x set state = p_state, proof = coalesce(p_proof, x.proof), detail = p_detail, answer = p_answer,
      lease_until = '-infinity', run_at = app_now() + make_interval(secs => p_pause_ms / 1000.0),
      ended_at = case when p_state in ('confirmed', 'refused', 'parked') then app_now() end
   where x.outbox_id = p_id and x.kind = 'recall' and x.state in ('pending', 'unknown')
  returning x.* into b;
  if not found then return; end if;
  if p_state = 'confirmed' then
    perform give_gift_again(b.order_no);
  else
    insert into outbox_try (outbox_id, order_no, attempt, state, detail, at)
    values (b.outbox_id, b.order_no, b.attempts, p_state, p_detail, app_now());
  end if;
end $$;

-- Deliveries that the game confirmed since a moment, for one character or, with '', for all, oldest first, without
-- refunded and recalled ones.
create or replace function confirmed_since(p_since timestamptz, p_role text)
returns table (outbox_id text, role_id text, payload jsonb, proof text, ended_at timestamptz, attempts int)
language sql stable as $$
  select b.outbox_id, coalesce(b.payload->>'role_id', ''), b.payload, b.proof, b.ended_at, b.attempts
    from outbox b left join orders o using (order_no) left join rebate_grant g on g.number = b.order_no
   where b.kind = 'deliver' and b.state = 'confirmed' and b.ended_at >= p_since
     and (p_role = '' or b.payload->>'role_id' = p_role) and coalesce(o.status, 4) = 4 and g.taken_back_at is null
   order by b.ended_at, b.outbox_id
$$;

-- Leases confirmed deliveries that must be sent to the game again.
create or replace function lease_again(p_limit int, p_lease_seconds int)
returns table (outbox_id text, payload jsonb, proof text, tries int) language sql as $$
  with due as (update delivery_again w set run_at = app_now() + make_interval(secs => p_lease_seconds),
      tries = w.tries + 1
     where w.outbox_id in (select x.outbox_id from delivery_again x where x.answer is null and x.run_at <= app_now()
       order by x.run_at, x.outbox_id limit p_limit for update skip locked)
    returning w.outbox_id, w.tries)
  select due.outbox_id, b.payload, b.proof, due.tries from due join outbox b using (outbox_id)
$$;
