-- locks: orders, refund_event, gateway_refund, inbox, ledger_journal, outbox
-- What stood inside a text is a column. `hold_note`: what was done about a hold; null: it is open. `part`: the part
-- refund that the event is about. `dispute_id`: the lost dispute that took the money. `outcome_note`: the database's
-- error, or an operator's words. `channel_code`: the channel of a payout or a correction. `answer`: the game did
-- answer, by an error number or unreadably. Decision 597.
-- drops: function place_orders(p_tokens bytea[], p_order_nos text[], p_keys text[], p_hashes bytea[], p_goods
--   text[], p_types text[], p_amounts bigint[], p_bonuses integer[], p_channels text[], p_servers text[], p_roles
--   text[], p_ttls integer[], p_first_checks double precision[], p_hour_floors text[], p_unpaid_maxima integer[],
--   p_hourly_maxima integer[], p_titles text[], p_shown integer[], p_locales text[], p_currencies text[], p_points
--   bigint[], p_bases bigint[], p_terms jsonb[])
drop function if exists place_orders(bytea[], text[], text[], bytea[], text[], text[], bigint[], int[], text[], text[],
  text[], int[], float8[], text[], int[], int[], text[], int[], text[], text[], bigint[], bigint[], jsonb[]);

-- No line of the audit is about what is moved here.
select set_config('desk.told', 'on', true);

alter table orders add column hold_note text;
update orders set hold_reason = split_part(hold_reason, ':', 1),
    hold_note = coalesce(substring(hold_reason from ': seen, (.*)$'), '')
 where hold_reason is not null and hold_reason like '%: seen%';

alter table refund_event add column part int;
alter table refund_event disable trigger refund_event_append_only;
update refund_event e set part = p.part, detail = null
  from refund_part p where p.order_no = e.order_no and e.detail = 'part ' || p.part || ', ' || p.asked_by;
alter table refund_event enable trigger refund_event_append_only;

alter table gateway_refund add column dispute_id text;
update gateway_refund r set dispute_id = d.dispute_id
  from dispute d where d.channel_code = r.channel_code and r.refund_txn = 'dispute:' || d.dispute_id;

-- A webhook that an operator closed is named by the action. Others keep an error only while they wait.
alter table inbox add column outcome_note text;
update inbox i set outcome = 'operator', outcome_note = substr(i.outcome, length('operator: ') + 1)
  from operator_action a
 where a.action = 'close_webhook' and i.inbox_id = a.subject::bigint and starts_with(i.outcome, 'operator: ');
update inbox set outcome = 'error', outcome_note = substr(outcome, length('error: ') + 1)
 where state = 'new' and starts_with(outcome, 'error: ');
update inbox set outcome = 'error', outcome_note = substr(outcome, length('error: ') + 1)
 where state = 'parked' and starts_with(outcome, 'error: ');

alter table ledger_journal add column channel_code text;
alter table ledger_journal disable trigger ledger_journal_append_only;
update ledger_journal j set channel_code = p.channel_code
  from payout p where j.reason = 'payout' and j.source_id = p.channel_code || ':' || p.payout_id;
update ledger_journal j set channel_code = c.channel_code
  from ledger_correction c where j.reason = 'correction' and j.source_id = c.channel_code || ':' || c.correction_no;
alter table ledger_journal enable trigger ledger_journal_append_only;

-- What has ended is looked for by the kind of its last failure no more.
alter table outbox add column answer text;
update outbox set answer = case when starts_with(detail, 'HTTP ') then 'error' else 'unreadable' end
 where (state in ('pending', 'unknown') or state in ('refused', 'failed', 'parked', 'held', 'recall'))
   and kind in ('deliver', 'recall') and (starts_with(detail, 'HTTP ')
   or detail in ('answer is not JSON', 'answer without a grant id', 'answer of another form'));

set constraints all immediate;
set constraints all deferred;
select set_config('desk.told', '', true);
