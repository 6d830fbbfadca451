import type { DeskResult } from '@hc/contract/desk/calls'
import { helpPath } from '@hc/contract/desk/help'
import pg from 'pg'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { waiting } from '../doctor/waiting.ts'

type Answer = DeskResult<'waiting/list'>
type Row = Answer['rows'][number]
type Asked = {
  kind: string
  mine: boolean
  staffId: number
  roles: readonly string[]
  /** Whether this person reviews who works here. */
  reviews: boolean
}

/** Rows of one kind that a page shows; the count says how many there are. */
const MOST = 200
const SLOW = '57014'

const entries = waiting.filter((one) => one.severity !== 'work')

/** One kind's rows, oldest first, with the order, the money and the last word on it. */
const rowsText = ({ key, from, where, example, since }: (typeof entries)[number]): string => `
  select '${key}' as kind, w.subject, coalesce(o.order_no, i.order_no, d.order_no, f.order_no, '') as order_no,
      ${epochSeconds('w.since')} as since, coalesce((r.payload->>'amount_cents')::bigint, d.amount_cents, i.amount_cents,
        o.amount_cents) as amount_cents, coalesce(r.payload->>'currency', d.currency, i.currency, o.currency, '') as currency,
      coalesce(r.detail, b.detail, o.hold_reason, i.outcome, d.reason, f.detail::text, '') as detail,
      coalesce(p.name, '') as claimed_by
    from (select (${example})::text as subject, min(${since}) as since from ${from} where ${where}
      group by 1 order by 2 limit ${MOST}) w
    left join orders o on o.order_no = w.subject
    left join inbox i on '${key}' = 'parked_webhooks' and i.inbox_id::text = w.subject
    left join dispute d on '${key}' in ('open_disputes', 'lost_disputes') and d.dispute_id = w.subject
    left join reconcile_finding f on '${key}' = 'book_differences' and f.txn = w.subject and f.settled_at is null
    left join outbox b on b.order_no = o.order_no and b.kind = 'deliver' and b.state in ('refused', 'parked')
    left join lateral (select x.detail, x.payload from outbox x where x.order_no = o.order_no and x.kind = 'refund'
      and x.state in ('refused', 'failed', 'parked', 'held') limit 1) r on true
    left join desk.task_claim c on c.task = '${key}' and c.subject = w.subject
    left join desk.staff p on p.staff_id = c.staff_id
   order by w.since`
const countText = ({ from, where, example, since }: (typeof entries)[number]): string =>
  `select count(distinct (${example})::text)::int as n, ${epochSeconds(`min(${since})`)} as oldest_at
    from ${from} where ${where}`

const notesText = `select 'note' as kind, r.kind || ' ' || r.target as subject,
    case when r.kind = 'order' then r.target else '' end as order_no, ${epochSeconds('r.at')} as since,
    null::bigint as amount_cents, '' as currency, s.name || ': ' || r.text as detail, coalesce(p.name, '') as claimed_by
  from desk.remark r join desk.staff s using (staff_id)
    left join desk.task_claim c on c.task = 'note' and c.subject = r.kind || ' ' || r.target
    left join desk.staff p on p.staff_id = c.staff_id
 where r.for_role = any($1) and r.at > app_now() - interval '30 days' order by r.remark_id desc limit ${MOST}`

const REVIEW = 'access that somebody is to review'
const reviewsText = `select 'access_review' as kind, p.name as subject, '' as order_no, ${epochSeconds('v.due_at')} as since,
    null::bigint as amount_cents, '' as currency, '' as detail, coalesce(k.name, '') as claimed_by
  from desk.access_reviews() v join desk.staff p using (staff_id)
    left join desk.task_claim c on c.task = 'access_review' and c.subject = p.name
    left join desk.staff k on k.staff_id = c.staff_id
 where v.due_at <= app_now() and v.staff_id <> $1 order by v.due_at limit ${MOST}`

/** What waits for somebody; a kind that cannot be read in time says so, and hides no other. */
export async function waitingRows(q: Query, { kind, mine, staffId, roles, reviews }: Asked): Promise<Answer> {
  const kinds: Answer['kinds'] = []
  const rows: Row[] = []
  const inTime = async (work: () => Promise<void>): Promise<boolean> => {
    await q({ text: 'savepoint kind' })
    try {
      await work()
      await q({ text: 'release savepoint kind' })
      return true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== SLOW) throw error
      await q({ text: 'rollback to savepoint kind' })
      return false
    }
  }
  const night = await lastNight(q)
  for (const entry of entries) {
    const { key, what, runbook, step } = entry
    const guide = { runbook, help: helpPath(runbook, step) }
    if (entry.nightly) {
      const found = night.find((one) => one.what === what)
      if (found) kinds.push({ kind: key, what, n: found.n, oldest_at: found.oldest_at })
      if (found && (kind === '' || kind === key))
        rows.push({
          ...noFacts,
          kind: key,
          what,
          ...guide,
          subject: found.example,
          order_no: found.example,
          since: found.oldest_at,
        })
      continue
    }
    const counted = await inTime(async () => {
      const [found] = await q<{ n: number; oldest_at: number | null }>({ text: countText(entry) })
      if (!found || found.n === 0) return
      kinds.push({ kind: key, what, n: found.n, oldest_at: found.oldest_at })
      if (kind !== '' && kind !== key) return
      rows.push(
        ...(await q<Omit<Row, 'what' | 'runbook' | 'help'>>({ text: rowsText(entry) })).map((row) => ({
          ...row,
          what,
          ...guide,
        })),
      )
    })
    if (!counted) kinds.push({ kind: key, what, n: null, oldest_at: null })
  }
  const notes = await q<Omit<Row, 'what' | 'runbook' | 'help'>>({ text: notesText }, [roles])
  if (notes.length > 0) kinds.push({ kind: 'note', what: 'notes for your roles', n: notes.length, oldest_at: null })
  if (kind === '' || kind === 'note')
    rows.push(...notes.map((row) => ({ ...row, what: 'notes for your roles', runbook: '', help: '' })))
  if (reviews) {
    const due = await q<Omit<Row, 'what' | 'runbook' | 'help'>>({ text: reviewsText }, [staffId])
    const [oldest] = due
    if (oldest) kinds.push({ kind: 'access_review', what: REVIEW, n: due.length, oldest_at: oldest.since })
    if (kind === '' || kind === 'access_review')
      rows.push(
        ...due.map((row) => ({ ...row, what: REVIEW, runbook: 'docs/desk.md', help: helpPath('docs/desk.md') })),
      )
  }
  const own = mine ? await ownClaims(q, staffId) : null
  return {
    kinds,
    rows: rows.filter((row) => !own || own.has(`${row.kind} ${row.subject}`)).sort((a, b) => a.since - b.since),
  }
}

/** What the doctor found waiting at its last look, for kinds that no index finds. */
const lastNight = async (q: Query): Promise<{ what: string; n: number; oldest_at: number; example: string }[]> =>
  await q({
    text: `select w->>'what' as what, (w->>'n')::int as n, w->>'example' as example,
        coalesce(${epochSeconds("nullif(w->>'oldest', '')::timestamptz")}, ${epochSeconds('c.at')}) as oldest_at
      from desk.checkup c cross join lateral jsonb_array_elements(c.waits) w where c.kind = 'doctor'`,
  })
const noFacts = { amount_cents: null, currency: '', detail: '', claimed_by: '' }

async function ownClaims(q: Query, staffId: number): Promise<Set<string>> {
  const rows = await q<{ task: string; subject: string }>(
    { text: 'select task, subject from desk.task_claim where staff_id = $1' },
    [staffId],
  )
  return new Set(rows.map(({ task, subject }) => `${task} ${subject}`))
}
