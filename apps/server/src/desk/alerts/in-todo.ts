import { waitingKinds } from '../../care/doctor/waiting.ts'
import type { Who } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'

export type InTodo = { kind: string; subject: string }
type Alert = { rule: string; subject: string }

/** The requests that a person may decide, of those that alerts name. */
async function decidable(q: Query, { staff_id, decides }: Who, alerts: readonly Alert[]): Promise<Set<string>> {
  const numbers = alerts.filter(({ rule }) => rule === 'request_old').map(({ subject }) => subject)
  if (numbers.length === 0) return new Set()
  const rows = await q<{ no: string }>(
    {
      text: `select a.approval_no::text as no from desk.approval a
        where a.approval_no::text = any($3) and a.state in ('open', 'alone') and a.lapses_at > app_now()
          and a.asked_by <> $1 and a.decided_by = any($2) and not exists (select 1 from desk.approval_vote v
            where v.approval_no = a.approval_no and v.staff_id = $1)`,
    },
    [staff_id, decides, numbers],
  )
  return new Set(rows.map(({ no }) => no))
}

/**
 * The rows of To do that open alerts are about, for a person who sees those rows. Such an alert is listed there alone.
 * `subject` '': all rows of the kind.
 */
export async function inTodo(
  q: Query,
  who: Who,
  alerts: readonly Alert[],
): Promise<(alert: Alert) => InTodo | undefined> {
  const requests = await decidable(q, who, alerts)
  const may = (right: string): boolean => who.permissions[right] !== undefined
  return ({ rule, subject }) => {
    if (rule === 'dispute_due') return may('dispute.read') ? { kind: 'open_disputes', subject } : undefined
    if (rule === 'webhook_parked') return may('inbox.read') ? { kind: 'parked_webhooks', subject: '' } : undefined
    if (rule === 'request_old') return requests.has(subject) ? { kind: 'approval', subject } : undefined
    if (rule !== 'money_waits') return undefined
    const entry = waitingKinds.find(
      ({ what, severity, nightly, right }) => what === subject && severity !== 'work' && !nightly && may(right),
    )
    return entry && { kind: entry.key, subject: '' }
  }
}
