import type { Violation } from '../../apps/server/src/modules/doctor/invariants.ts'
import type { Query } from '../../apps/server/src/platform/db.ts'

/** What holds of the desk whatever people did at the same moment, and whoever's process died. */
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
  'an approved part was decided on what stood then': `
    select a.approval_no from desk.approval a join gateway_refund r on r.order_no = a.target
     where a.call = 'refund/part' and a.state = 'done' and r.applied and r.at > a.asked_at and r.at < a.ended_at`,
  'approved points were decided on what stood then': `
    select a.approval_no from desk.approval a join account x on x.account_id::text = a.target
      join point_adjustment p using (account_id)
     where a.call = 'points/adjust' and a.state = 'done' and p.at > a.asked_at and p.at < a.ended_at`,
  'whatever money the desk moved has its line of the audit, with who did it': `
    select p.order_no || ' ' || p.part from refund_part p where not exists (select 1 from desk.audit a
      where a.kind = 'order' and a.target = p.order_no and a.actor = p.asked_by
        and (a.line::jsonb -> 'after' ->> 'part')::int = p.part)
     union all select p.adjustment_no::text from point_adjustment p where not exists (select 1 from desk.audit a
      where a.kind = 'account' and a.target = p.account_id::text and a.actor = p.done_by
        and (a.line::jsonb -> 'after' ->> 'adjustment')::bigint = p.adjustment_no)`,
  'a part is what was asked for': `
    select p.order_no, p.part from refund_part p where not exists (
        select 1 from desk.spent s where s.call = 'refund/part' and s.amount = p.amount_cents)
      or p.amount_cents <= 0`,
}

/** Compares what the desk did with what it was allowed. */
export async function checkDesk(q: Query): Promise<{ checks: number; violations: Violation[] }> {
  const violations: Violation[] = []
  for (const [name, sql] of Object.entries(rules)) {
    const rows = await q({ text: `select * from (${sql}) broken limit 5` })
    if (rows.length > 0) violations.push({ name, rows })
  }
  return { checks: Object.keys(rules).length, violations }
}
