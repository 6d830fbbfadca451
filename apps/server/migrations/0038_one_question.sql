-- "Check my order" asks gateway and game about an order once in a few seconds, whoever asks and in whatever process.

create table order_question (
  -- an order's number, or `pay:` and the number: its payment is being made
  subject text primary key,
  asked_at timestamptz not null,
  asking boolean not null default true,
  -- false: there was no answer
  answered boolean not null default false,
  not_before timestamptz not null
);
create index order_question_age on order_question (asked_at);

-- Whether the caller is the one to ask now; if not, whether somebody is asking, and whether the last question was
-- answered. Who died while asking is waited for no longer than p_lease_seconds.
create function ask_about(p_subject text, p_lease_seconds float8, out asks boolean, out under_way boolean,
  out was_answered boolean) language plpgsql as $$
declare
  t timestamptz := app_now();
begin
  insert into order_question as q (subject, asked_at, not_before)
  values (p_subject, t, t + make_interval(secs => p_lease_seconds))
  on conflict (subject) do update
    set asked_at = excluded.asked_at, not_before = excluded.not_before, asking = true, answered = false
   where q.not_before <= t;
  asks := found;
  select q.asking and not asks, q.answered into under_way, was_answered from order_question q
    where q.subject = p_subject;
end $$;

-- The next question comes p_every_seconds after this one began, or later where the other side wants it later.
create function question_ended(p_subject text, p_answered boolean, p_every_seconds float8, p_wait_seconds float8)
returns void language sql as $$
  update order_question set asking = false, answered = p_answered, not_before = greatest(
      asked_at + make_interval(secs => p_every_seconds), app_now() + make_interval(secs => p_wait_seconds))
   where subject = p_subject
$$;

-- Works these rows of the inbox, of these orders, in one transaction: their locks are taken in the order of the whole
-- shop (ARCHITECTURE.md), whatever order they came in. It says which captures did not fit: `mismatch ORDER`, `surplus
-- ORDER`.
create function settle_news(p_ids bigint[], p_orders text[], out worked int, out failed int, out odd text[])
language plpgsql as $$
declare
  r record; result text; who bigint[];
begin
  worked := 0; failed := 0; odd := '{}';
  if p_ids is null then return; end if;
  perform 1 from orders where order_no = any(p_orders) order by order_no for update;
  -- One alone takes its locks in that order by itself.
  if cardinality(p_orders) > 1 then
    select array_agg(distinct o.account_id) into who from orders o
     where o.order_no = any(p_orders) and o.order_type = 'coin';
    if exists (select 1 from rebate_campaign) then who := who || lock_rebates(p_orders) || rebate_owners(p_orders);
      end if;
    if who is not null then perform lock_wallets(who); end if;
  end if;
  for r in select i.*, order_of(i) as found_order from inbox i where inbox_id = any(p_ids) order by inbox_id loop
    begin
      result := case r.kind
        when 'paid' then apply_paid(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, 'webhook')
        when 'refunded' then
          apply_refunded_in(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents, r.currency)
        when 'refund_failed' then
          apply_refund_failed(r.channel_code, r.found_order, r.txn, r.refund_txn, r.amount_cents, r.detail->>'reason')
        when 'dispute' then
          apply_dispute(r.channel_code, r.found_order, r.txn, r.amount_cents, r.currency, r.detail, r.event_id)
        when 'approved' then apply_approved(r.channel_code, r.found_order)
        when 'ignored' then 'ignored'
        else apply_refused(r.channel_code, r.found_order, r.kind) end;
    exception when others then
      if sqlstate in ('40P01', '40001', '55P03', '57014') then raise; end if;
      result := 'error: ' || sqlstate || ' ' || sqlerrm;
    end;
    if result = 'unknown_order' or result like 'error:%' then
      -- Never dropped: tried again with growing pauses, then parked for an operator.
      update inbox set attempts = attempts + 1, outcome = result, state = case when attempts >= 9 then 'parked'
        else 'new' end,
        run_at = app_now() + make_interval(secs => least(3600, 2 ^ attempts)) where inbox_id = r.inbox_id;
      failed := failed + 1;
    else
      update inbox set attempts = attempts + 1, outcome = result, state = 'done' where inbox_id = r.inbox_id;
      worked := worked + 1;
      if result in ('mismatch', 'surplus') then odd := odd || (result || ' ' || r.found_order); end if;
    end if;
  end loop;
end $$;

-- As in 0029.
create or replace function work_inbox(p_limit int, out worked int, out failed int,
  out odd text[]) language plpgsql as $$
declare
  nos text[]; ids bigint[];
begin
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(x.order_no) into ids, nos from (
    select inbox_id, order_of(i) as order_no from inbox i where state = 'new' and run_at <= app_now()
     order by run_at, inbox_id limit p_limit for update skip locked) x;
  select s.worked, s.failed, s.odd into worked, failed, odd from settle_news(ids, nos) s;
end $$;

-- What waits of one order's news, and nobody else's.
create function work_inbox_of(p_order text, out worked int, out failed int, out odd text[]) language plpgsql as $$
declare
  nos text[]; ids bigint[];
begin
  select array_agg(x.inbox_id order by x.inbox_id), array_agg(p_order) into ids, nos from (
    select inbox_id from inbox i where state = 'new' and run_at <= app_now() and order_of(i) = p_order
     order by run_at, inbox_id limit 50 for update skip locked) x;
  select s.worked, s.failed, s.odd into worked, failed, odd from settle_news(ids, nos) s;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then grant delete on order_question to hc_app; end if;
end $$;
