import type { Violation } from '../../../apps/server/src/care/doctor/invariants.ts'
import type pg from 'pg'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { monthRules } from './months.ts'

/**
 * Makes what the checks need: the amount that each order was made with, and what a character would hear of a code of a
 * campaign, asked of the real function and taken back.
 */
export async function addDeskChecks(db: pg.Client): Promise<void> {
  await db.query(`
    create table sim_amount (order_no text primary key, cents bigint not null);
    create function sim_amount() returns trigger language plpgsql as $$
    begin
      insert into sim_amount values (new.order_no, coalesce(new.base_cents, new.amount_cents));
      return null;
    end $$;
    create trigger sim_amount after insert on orders for each row execute function sim_amount();
    create function sim_redeem(p_campaign text, p_server text, p_role text) returns text language plpgsql as $$
    declare
      why text;
    begin
      begin
        delete from redeem_failure;
        delete from session;
        update redeem_campaign set total = null, state = 'ready' where campaign_id = p_campaign;
        insert into redeem_code (code, campaign_id, uses) values ('SIMFRESH', p_campaign, 1);
        insert into session (token_hash, account_id, remember, created_at, expires_at)
        select decode('01', 'hex'), g.account_id, false, app_now(), app_now() + interval '1 hour' from game_role g
         where g.server_id = p_server and g.role_id = p_role;
        select coalesce(r.refusal, 'given') into why
          from redeem_code(decode('01', 'hex'), 'SIM', 'SIMFRESH', p_server, p_role) r;
        raise exception 'taken back';
      exception when raise_exception then null;
      end;
      return why;
    end $$;`)
}

/** The desk's invariants, for any simultaneous calls and any killed process. */
const rules: Record<string, string> = {
  'what the desk did was within limits or approved, and done once': `
    select call, did, spent, approved from (
      select 'refund/part' as call, (select count(*) from refund_part) as did,
        (select count(*) from desk.spent where call = 'refund/part' and approval_no is null) as spent,
        (select count(*) from desk.approval where call = 'refund/part' and state = 'done') as approved
      union all select 'points/adjust', (select count(*) from point_adjustment),
        (select count(*) from desk.spent where call = 'points/adjust' and approval_no is null),
        (select count(*) from desk.approval where call = 'points/adjust' and state = 'done')) x
     where did <> spent + approved`,
  'whoever asked did not decide, and whoever decided may': `
    select a.approval_no from desk.approval a where a.state in ('done', 'refused') and (a.ended_by = a.asked_by
        or not exists (select 1 from desk.staff_role h join desk.role r using (role_key)
          where h.staff_id = a.ended_by and a.decided_by = any(r.decides)))
     union all select a.approval_no from desk.approval a where a.state = 'done' and a.people > (
       select count(*) from desk.approval_vote v where v.approval_no = a.approval_no and v.staff_id <> a.asked_by)`,
  'no limit of a person is exceeded without a second one': `
    select s.staff_id, s.permission from desk.spent s join desk.staff_role h using (staff_id)
      join desk.role r using (role_key), lateral (select sum(e.amount) as cents from desk.spent e
        where e.staff_id = s.staff_id and e.permission = s.permission and e.approval_no is null
          and e.at <= s.at and e.at > s.at - interval '24 hours') day
     where s.approval_no is null and (s.amount > (r.limits -> s.permission ->> 'each')::bigint
       or day.cents > (r.limits -> s.permission ->> 'day')::bigint)`,
  // In the order of the audit, which is the order of commits: a transaction that waited for a lock has an older time.
  'an approved part was decided on what stood then': `
    select a.approval_no from desk.approval a
      join desk.audit asked on asked.kind = 'approval' and asked.target = a.approval_no::text
        and asked.line::jsonb -> 'before' is null
      join desk.audit done on done.kind = 'order'
        and split_part(done.line::jsonb ->> 'approval', ' ', 1) = a.approval_no::text
        and done.line::jsonb -> 'after' -> 'part' is not null
      join desk.audit other on other.kind = 'order' and other.target = a.target
        and other.line::jsonb -> 'after' -> 'part' is not null and other.seq > asked.seq and other.seq < done.seq
     where a.call = 'refund/part' and a.state = 'done'`,
  'approved points were decided on what stood then': `
    select a.approval_no from desk.approval a
      join desk.audit done on done.kind = 'account'
        and split_part(done.line::jsonb ->> 'approval', ' ', 1) = a.approval_no::text
     where a.call = 'points/adjust' and a.state = 'done' and (a.versions ->> 'adjustments')::int <> (
       select count(*) from point_adjustment p where p.account_id::text = a.target
        and p.adjustment_no < (done.line::jsonb -> 'after' ->> 'adjustment')::bigint)`,
  'a correction is what two people agreed on, once, of accounts that may be corrected': `
    select c.correction_no, a.state from ledger_correction c left join desk.approval a using (approval_no)
     where (a.call, a.state, 'staff:' || a.asked_by, 'staff:' || a.ended_by)
         is distinct from ('ledger/correct', 'done', c.done_by, c.decided_by) or a.asked_by = a.ended_by
     union all select a.approval_no, a.state from desk.approval a where a.call = 'ledger/correct' and a.state = 'done'
       and not exists (select 1 from ledger_correction c where c.approval_no = a.approval_no)
     union all select j.journal_id, e.unit from ledger_journal j join ledger_entry e using (journal_id)
      where j.reason = 'correction' group by 1, 2
     having sum(e.amount) <> 0 or not array_agg(e.ledger_account_id) <@ '{1,9,10,13}'`,
  'an approved correction of a journal was decided on the corrections that it had then': `
    select a.approval_no from desk.approval a join ledger_correction c using (approval_no)
     where c.corrects is not null and (a.versions ->> 'corrections')::int <> (select count(*) from ledger_correction x
       where x.corrects = c.corrects and x.correction_no < c.correction_no)`,
  'whatever money the desk moved has its line of the audit, with who did it': `
    select p.order_no || ' ' || p.part from refund_part p where not exists (select 1 from desk.audit a
      where a.kind = 'order' and a.target = p.order_no and a.actor = p.asked_by
        and (a.line::jsonb -> 'after' ->> 'part')::int = p.part)
     union all select p.adjustment_no::text from point_adjustment p where not exists (select 1 from desk.audit a
      where a.kind = 'account' and a.target = p.account_id::text and a.actor = p.done_by
        and (a.line::jsonb -> 'after' ->> 'adjustment')::bigint = p.adjustment_no)
     union all select c.correction_no::text from ledger_correction c where not exists (select 1 from desk.audit a
      where a.kind = 'journal' and a.actor = c.done_by
        and (a.line::jsonb -> 'after' ->> 'correction')::bigint = c.correction_no)`,
  'a whole refund of the desk was within limits or approved': `
    select did, allowed from (select (select count(*) from operator_action where action = 'refund'
        and done_by like 'staff:%' and note = 'sim whole') as did,
      (select count(*) from desk.spent where call = 'refund/make' and approval_no is null)
        + (select count(*) from desk.approval where call = 'refund/make' and state = 'done') as allowed) x
     where did > allowed`,
  'an order keeps the price that it was made with, which the item had then': `
    select o.order_no, coalesce(o.base_cents, o.amount_cents), a.cents from orders o join sim_amount a using (order_no)
     where coalesce(o.base_cents, o.amount_cents) <> a.cents
     union all select o.order_no, o.amount_cents, null from orders o join product p using (cp_goods_id)
     where not exists (select 1 from desk.revision r where r.kind = 'product' and r.target = o.cp_goods_id
       and (r.body ->> 'price_cents')::bigint = coalesce(o.base_cents, o.amount_cents) and r.live_at <= o.created_at)`,
  'a price changes once for each time that two people agreed on': `
    select what, did, agreed from (
      select 'now' as what,
        (select count(*) from desk.revision where kind = 'product' and author like 'staff:%') as did,
        (select count(*) from desk.approval a where a.call = 'product/price' and a.state = 'done'
          and a.command::jsonb ->> 'when' is null
          and a.command::jsonb -> 'price_cents' <> a.forecast -> 'before' -> 'price_cents') as agreed
      union all select 'planned', (select count(*) from desk.revision where kind = 'product' and author like 'job:%'),
        (select count(*) from desk.scheduled_change c where c.state = 'done' and exists (select 1 from desk.revision r
          where r.kind = 'product' and r.target = c.target and r.author = 'job:schedule'
            and r.body -> 'price_cents' = c.patch -> 'price_cents'))) x
     where case what when 'now' then did <> agreed else did > agreed end`,
  'what was planned for a version is applied to that version alone, and nothing that is due is left': `
    select c.change_id, c.state from desk.scheduled_change c
     where c.state = 'waiting' and c.at <= app_now() or c.state = 'failed'
     union all select c.change_id, c.state from desk.scheduled_change c where c.state = 'done' and not exists (
       select 1 from desk.revision r where r.kind = c.kind and r.target = c.target
         and r.body -> 'price_cents' = c.patch -> 'price_cents'
         and (r.version = c.based_on or r.version = c.based_on + 1 and r.author = 'job:schedule'))`,
  // A process has the time of its start, so processes of the same hour may have overlapped.
  'nothing is redeemed of a campaign after it was stopped': `
    select r.number from redemption r join desk.revision v on v.kind = 'redeem' and v.target = r.campaign_id
       and v.body ->> 'state' = 'stopped' where r.created_at > v.live_at + interval '1 hour'`,
  'the dry run of a rebate gives each character what the shop gave': `
    select * from (
      (select g.server_id, g.role_id, g.threshold_cents, g.present_points, 'given' as by from rebate_grant g
        where g.taken_back_at is null
       except all select d.server_id, d.role_id, d.tier, d.points, 'given'
        from desk.dry_run_rows('rebate', 'rebate', '-infinity', 'infinity', '') d)
      union all
      (select d.server_id, d.role_id, d.tier, d.points, 'dry run'
        from desk.dry_run_rows('rebate', 'rebate', '-infinity', 'infinity', '') d
       except all select g.server_id, g.role_id, g.threshold_cents, g.present_points, 'dry run' from rebate_grant g
        where g.taken_back_at is null)) x`,
  'the dry run of a redeem campaign has the characters whom the shop would give a code of it': `
    select c.campaign_id, g.role_id, x.says, d.role_id is not null as dry
      from redeem_campaign c cross join game_role g
      cross join lateral (select sim_redeem(c.campaign_id, g.server_id, g.role_id) as says) x
      left join lateral (select r.role_id from desk.dry_run_rows('redeem', c.campaign_id, '-infinity', 'infinity', '') r
        where r.server_id = g.server_id and r.role_id = g.role_id) d on true
     where (x.says = 'given') <> (d.role_id is not null)`,
  ...monthRules,
  // Spending in another currency counts in cents of the base currency.
  'a part is what was asked for': `
    select p.order_no, p.part from refund_part p join orders o using (order_no) where not exists (
        select 1 from desk.spent s left join desk.approval a using (approval_no)
         where s.call = 'refund/part' and (p.amount_cents in (s.amount, a.amount) or o.currency <> 'USD' and s.at = p.created_at))
      or p.amount_cents <= 0`,
}

/** Compares the desk's actions with its rights and limits. */
export async function checkDesk(q: Query): Promise<{ checks: number; violations: Violation[] }> {
  const violations: Violation[] = []
  for (const [name, sql] of Object.entries(rules)) {
    const rows = await q({ text: `select * from (${sql}) broken limit 5` })
    if (rows.length > 0) violations.push({ name, rows })
  }
  return { checks: Object.keys(rules).length, violations }
}
