import { helpPath } from '@hc/contract/desk/help'
import { waitingByIndex } from '../../care/doctor/waiting.ts'

/** Running campaigns that have given this percentage of their agreed cost. */
const spent = `select f.campaign_id as subject, floor(100 * g.cents / f.high_cents) as value
  from desk.campaign_forecast f, lateral desk.campaign_given(f.kind, f.campaign_id) g
  where f.high_cents > 0 and desk.campaign_runs(f.kind, f.campaign_id) and 100 * g.cents >= $1 * f.high_cents`

/**
 * The measures of alerts. Each statement gives the subjects for which its rule is met, with the value.
 * `$1` is the rule's threshold, `$2` its window in minutes, `$3` an order number at the window's beginning, `$4` one of
 * two hours before now. All are ranges of an index or small tables.
 */
export type Measure = { rule: string; runbook: string; step?: string; sql: string }

export const measures: readonly Measure[] = [
  {
    rule: 'broken_invariant',
    runbook: 'docs/runbooks/broken-books.md',
    step: 'step-1',
    sql: `select c.kind as subject, jsonb_array_length(c.broken) as value from desk.checkup c
      where jsonb_array_length(c.broken) >= $1`,
  },
  {
    rule: 'audit_broken',
    runbook: 'docs/runbooks/audit.md',
    step: 'step-1',
    sql: `select '' as subject, f.broken as value
      from audit_fault(greatest(1, audit_end() - 5000)) f where f.broken >= $1`,
  },
  {
    rule: 'money_waits',
    runbook: 'docs/runbooks/stuck-order.md',
    step: 'step-1',
    sql: `select w.what as subject, floor(extract(epoch from app_now() - w.oldest) / 60) as value
      from (${waitingByIndex}) w where w.n > 0 and w.oldest < app_now() - make_interval(mins => $1::int)`,
  },
  {
    rule: 'delivery_slow',
    runbook: 'docs/runbooks/stuck-order.md',
    step: 'step-1',
    sql: `select '' as subject, round(x.p95) as value from (select percentile_cont(0.95) within group (order by
        extract(epoch from coalesce(o.delivered_at, app_now()) - o.paid_at)) as p95
        from orders o where o.order_no >= $3 and o.paid_at is not null and o.order_type = 'item') x where x.p95 > $1`,
  },
  {
    rule: 'channel_low',
    runbook: 'docs/payments.md',
    sql: `select n.channel_code as subject, round(100 * n.paid / n.opened::numeric / u.share) as value
      from (select o.channel_code, count(o.opened_at) as opened, count(*) filter (where o.paid_cents > 0) as paid
        from orders o where o.order_no >= $3 group by 1) n
      join (select h.channel_code, sum(h.paid)::numeric / nullif(sum(h.opened), 0) as share from desk.channel_hour h
        where h.hour between app_now() - interval '15 days' and app_now() - interval '1 day' group by 1
        having sum(h.opened) >= 100) u using (channel_code)
      where n.opened >= 20 and u.share > 0 and 100 * n.paid / n.opened::numeric < $1 * u.share`,
  },
  {
    rule: 'no_order',
    runbook: 'docs/desk.md',
    step: 'alerts',
    sql: `select '' as subject, round(u.n) as value from (select avg(h.n) * $2 / 60 as n from (select h.hour,
        sum(h.created) as n from desk.channel_hour h where h.hour in (
          select date_trunc('hour', app_now()) - make_interval(days => 7 * w) from generate_series(1, 4) w)
        group by 1) h) u
      where u.n >= $1 and not exists (select 1 from orders o where o.order_no >= $3)`,
  },
  {
    rule: 'dispute_due',
    runbook: 'docs/payments.md',
    sql: `select d.dispute_id as subject, floor(extract(epoch from d.due_at - app_now()) / 3600) as value from dispute d
      where d.stage = 'opened' and d.due_at < app_now() + make_interval(hours => $1::int)`,
  },
  {
    rule: 'webhook_parked',
    runbook: 'docs/runbooks/parked-webhook.md',
    step: 'step-1',
    sql: `select '' as subject, count(*) as value from inbox i where i.state = 'parked' having count(*) >= $1`,
  },
  {
    rule: 'replica_late',
    runbook: 'docs/desk.md',
    step: 'alerts',
    sql: `select coalesce(r.application_name, '') as subject, round(extract(epoch from r.replay_lag)) as value
      from pg_stat_replication r where extract(epoch from r.replay_lag) > $1`,
  },
  {
    rule: 'key_old',
    runbook: 'docs/runbooks/game-lost-its-data.md',
    step: 'step-5',
    sql: `select k.key_id as subject, floor(extract(epoch from app_now() - k.created_at) / 86400) as value
      from game_key k where k.revoked_at is null and k.created_at < app_now() - make_interval(days => $1::int)`,
  },
  {
    rule: 'certificate_ends',
    runbook: 'docs/runbooks/certificates.md',
    sql: `select c.host as subject, greatest(0, floor(extract(epoch from c.ends_at - app_now()) / 86400)) as value
      from desk.certificate c where c.ends_at < app_now() + make_interval(days => $1::int)`,
  },
  {
    rule: 'backup_unproved',
    runbook: 'docs/runbooks/backup-restore.md',
    step: 'the-proof-of-each-night',
    sql: `select '' as subject, floor(extract(epoch from app_now() - x.since) / 3600) as value
      from (select coalesce(max(p.proved_at) filter (where p.equal), min(p.proved_at)) as since,
          (array_agg(p.equal order by p.proof_id desc))[1] as latest from desk.backup_proof p) x
      where x.latest is false or x.since < app_now() - make_interval(hours => $1::int)`,
  },
  {
    rule: 'upgrade_undone',
    runbook: 'docs/runbooks/box.md',
    step: 'upgrade',
    sql: `select r.version as subject, floor(extract(epoch from app_now() - r.to_at) / 3600) as value
      from desk.release r where r.result like 'undone: %' and r.result not like '%an operator took it back'
        and r.to_at > app_now() - make_interval(hours => $1::int)
        and not exists (select 1 from desk.release x where x.release_id > r.release_id and x.result = 'good')`,
  },
  {
    rule: 'disk_low',
    runbook: 'docs/runbooks/box.md',
    step: 'the-disk-is-full',
    sql: `select '' as subject, floor((l.facts ->> 'disk_free')::numeric / 1073741824) as value
      from desk.machine_look l where l.at > app_now() - interval '15 minutes'
        and (l.facts ->> 'disk_free')::numeric < $1::numeric * 1073741824`,
  },
  {
    rule: 'secret_old',
    runbook: 'docs/payments.md',
    sql: `select s.channel_code || ' ' || s.name as subject,
        floor(extract(epoch from app_now() - s.seen_at) / 86400) as value
      from desk.secret_seen s where s.gone_at is null and s.seen_at < app_now() - make_interval(days => $1::int)`,
  },
  {
    rule: 'sign_ins_fail',
    runbook: 'docs/runbooks/audit.md',
    step: 'somebody-cannot-sign-in-any-more',
    sql: `select '' as subject, count(*) as value from desk.staff_failure f
      where f.at > app_now() - make_interval(mins => $2::int) having count(*) >= $1`,
  },
  {
    rule: 'reveals',
    runbook: 'docs/runbooks/audit.md',
    sql: `select a.actor as subject, count(*) as value from desk.audit a where (a.kind = 'reveal'
      or (a.kind, a.action) in (('withdrawal', 'withdrawal/reveal'), ('document', 'document/reveal')))
      and a.at > app_now() - make_interval(mins => $2::int) group by a.actor having count(*) >= $1`,
  },
  {
    rule: 'request_old',
    runbook: 'docs/desk.md',
    step: 'alerts',
    sql: `select a.approval_no::text as subject, floor(extract(epoch from app_now() - a.asked_at) / 3600) as value
      from desk.approval a where a.state = 'open' and a.asked_at < app_now() - make_interval(hours => $1::int)`,
  },
  {
    rule: 'change_conflict',
    runbook: 'docs/desk.md',
    step: 'alerts',
    sql: `select c.kind || ' ' || c.target as subject, count(*) as value from desk.scheduled_change c
      where c.state in ('conflict', 'failed') and c.done_at > app_now() - interval '1 day'
      group by 1 having count(*) >= $1`,
  },
  {
    rule: 'change_moved',
    runbook: 'docs/desk.md',
    step: 'alerts',
    sql: `select c.kind || ' ' || c.target as subject,
        max(abs(round(extract(epoch from c.at - c.moved_from) / 60))) as value
      from desk.scheduled_change c where c.moved_at > app_now() - make_interval(mins => $2::int)
      group by 1 having count(*) >= $1`,
  },
  {
    rule: 'recovery_used',
    runbook: 'docs/runbooks/audit.md',
    step: 'somebody-cannot-sign-in-any-more',
    sql: `select a.actor as subject, count(*) as value from desk.audit a where a.action = 'session/recover'
      and a.kind = 'staff' and a.at > app_now() - make_interval(mins => $2::int) group by a.actor having count(*) >= $1`,
  },
  { rule: 'campaign_cost', runbook: 'docs/desk.md', step: 'alerts', sql: spent },
  { rule: 'campaign_over', runbook: 'docs/desk.md', step: 'alerts', sql: spent },
]

/** The desk's page with the guide for an alert. */
export function helpOf(rule: string): string {
  const measure = measures.find((candidate) => candidate.rule === rule)
  return measure ? helpPath(measure.runbook, measure.step) : ''
}
