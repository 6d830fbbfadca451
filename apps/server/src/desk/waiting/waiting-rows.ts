import type { DeskResult } from '@hc/contract/desk/calls'
import { helpPath } from '@hc/contract/desk/help'
import pg from 'pg'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { noteKinds } from '../remarks/note-rights.ts'
import type { Who } from '../../http/desk/desk-calls.ts'
import { waitingKinds } from '../../care/doctor/waiting.ts'
import { type Thing, thingsOf } from '../approvals/things.ts'
import { actionOf, actsOn } from './acting.ts'
import { mergedRows } from './merged.ts'

type Answer = DeskResult<'waiting/list'>
type Row = Answer['rows'][number]
type WaitingFilter = {
  kind: string
  mine: boolean
  nobody: boolean
  /** The least waiting time, in hours. */
  hours: number
  merged: boolean
  /** Rights by which this person decides requests. */
  decides: readonly string[]
  staffId: number
  name: string
  roles: readonly string[]
  /** Whether this person reviews the staff's access. */
  reviews: boolean
  /** Whether this person may read such data: a row has the right of what it is about. */
  may: (right: string) => boolean
}

/** What the rows of a person depend on. */
export const readerOf = ({
  decides,
  staff_id: staffId,
  name,
  roles,
  permissions,
}: Who): Omit<WaitingFilter, 'kind' | 'mine' | 'nobody' | 'hours' | 'merged'> => ({
  decides,
  staffId,
  name,
  roles,
  reviews: permissions['staff.suspend'] === 'do',
  may: (right) => permissions[right] !== undefined,
})

/** The most rows of one kind on a page; the count covers all rows. */
const MOST = 200
const SLOW = '57014'

const entries = waitingKinds.filter((entry) => entry.severity !== 'work')

type RowFilter = Pick<WaitingFilter, 'mine' | 'nobody' | 'hours' | 'staffId'>
/** The filtered rows with a subject and a time, before the limit. $1: hours, $2: the person. */
const chosenOf = (key: string, subject: string, since: string, { mine, nobody }: RowFilter): string => {
  const claim = `exists (select 1 from desk.task_claim x where x.task = '${key}' and x.subject = ${subject}`
  return `($1 = 0 or ${since} <= app_now() - make_interval(hours => $1)) and $2::int is not null
    ${mine ? `and ${claim} and x.staff_id = $2)` : ''} ${nobody ? `and not ${claim})` : ''}`
}
const isFiltered = ({ mine, nobody, hours }: RowFilter): boolean => mine || nobody || hours > 0
const valuesOf = ({ hours, staffId }: RowFilter): [number, number] => [hours, staffId]

/** The rows of one kind, oldest first, with order, money and last answer. */
const rowsText = ({ key, from, where, example, since }: (typeof entries)[number], filter: RowFilter): string => `
  select '${key}' as kind, w.subject, coalesce(o.order_no, i.order_no, d.order_no, f.order_no, '') as order_no,
      ${epochSeconds('w.since')} as since, coalesce((r.payload->>'amount_cents')::bigint, d.amount_cents, i.amount_cents,
        o.amount_cents) as amount_cents, coalesce(r.payload->>'currency', d.currency, i.currency, o.currency, '') as currency,
      coalesce(r.detail, b.detail, hold_text(o), outcome_text(i), d.reason, f.detail::text, '') as detail,
      coalesce(p.name, '') as claimed_by, coalesce(d.channel_code, '') as channel, ${epochSeconds('d.due_at')} as due,
      coalesce(g.icon, '') as icon, coalesce(g.texts->'en-US'->>'name', exact_name(y.cp_goods_id, y.points), y.title,
        y.cp_goods_id) as goods_name, y.uid, y.role_name, coalesce(y.hold_reason, '') as hold,
      coalesce(r.state, '') as refund, coalesce((select a.state from outbox a
        where a.outbox_id = 'dlv_' || y.order_no), '') as delivery, i.channel_code as provider, i.txn
    from (select v.subject, v.since from (select (${example})::text as subject, min(${since}) as since
        from ${from} where ${where} group by 1) v
      where ${chosenOf(key, 'v.subject', 'v.since', filter)} order by v.since limit ${MOST}) w
    left join orders o on o.order_no = w.subject
    left join inbox i on '${key}' = 'parked_webhooks' and i.inbox_id::text = w.subject
    left join dispute d on '${key}' in ('open_disputes', 'lost_disputes') and d.dispute_id = w.subject
    left join reconcile_finding f on '${key}' = 'book_differences' and f.txn = w.subject and f.settled_at is null
    left join outbox b on b.outbox_id = 'dlv_' || o.order_no and b.state in ('refused', 'parked')
    left join lateral (select x.detail, x.payload, x.state from outbox x
      where x.order_no = o.order_no and x.kind = 'refund' and x.state in ('refused', 'failed', 'parked', 'held') limit 1) r on true
    left join desk.task_claim c on c.task = '${key}' and c.subject = w.subject
    left join desk.staff p on p.staff_id = c.staff_id
    left join orders y on y.order_no = coalesce(o.order_no, i.order_no, d.order_no, f.order_no)
    left join product g on g.cp_goods_id = y.cp_goods_id
   order by w.since`
/** The number of filtered rows of a kind, and the time of the oldest. */
const countText = ({ key, from, where, example, since }: (typeof entries)[number], filter: RowFilter): string =>
  isFiltered(filter)
    ? `select count(*)::int as n, ${epochSeconds('min(v.since)')} as oldest_at
        from (select (${example})::text as subject, min(${since}) as since from ${from} where ${where} group by 1) v
       where ${chosenOf(key, 'v.subject', 'v.since', filter)}`
    : `select count(distinct (${example})::text)::int as n, ${epochSeconds(`min(${since})`)} as oldest_at
        from ${from} where ${where}`

/** A note for a role waits for all of its people until one of them claims it, and ends when it is done. */
const notesText = (filter: RowFilter): string => `select 'note' as kind, r.kind || ' ' || r.target as subject,
    case when r.kind = 'order' then r.target else '' end as order_no, ${epochSeconds('r.at')} as since,
    null::bigint as amount_cents, '' as currency, s.name || ': ' || r.text as detail, coalesce(p.name, '') as claimed_by,
    r.remark_id, r.for_role, r.text
  from desk.remark r join desk.staff s using (staff_id)
    left join desk.task_claim c on c.task = 'note' and c.subject = r.kind || ' ' || r.target
    left join desk.staff p on p.staff_id = c.staff_id
 where r.for_role = any($3) and r.kind = any($4) and r.done_at is null and r.at > app_now() - interval '30 days'
   and ${chosenOf('note', `r.kind || ' ' || r.target`, 'r.at', { ...filter, mine: false })}
   ${filter.mine ? 'and (c.staff_id is null or c.staff_id = $2)' : ''} order by r.remark_id desc limit ${MOST}`

const REVIEW = 'access that somebody is to review'
const reviewsText = (
  filter: RowFilter,
): string => `select 'access_review' as kind, p.name as subject, '' as order_no, ${epochSeconds('v.due_at')} as since,
    null::bigint as amount_cents, '' as currency, '' as detail, coalesce(k.name, '') as claimed_by
  from desk.access_reviews() v join desk.staff p using (staff_id)
    left join desk.task_claim c on c.task = 'access_review' and c.subject = p.name
    left join desk.staff k on k.staff_id = c.staff_id
 where v.due_at <= app_now() and v.staff_id <> $2 and ${chosenOf('access_review', 'p.name', 'v.due_at', filter)}
 order by v.due_at limit ${MOST}`

const DECIDE = 'requests that you are to decide'
/** Requests wait for the person who may decide them, claimed or not. */
const requestsText = (filter: RowFilter): string => `select 'approval' as kind, a.approval_no::text as subject,
    '' as order_no, ${epochSeconds('a.asked_at')} as since,
    case when a.call in ('refund/make', 'refund/part') then a.amount end as amount_cents, '' as currency,
    s.name || ': ' || a.reason as detail, coalesce(k.name, '') as claimed_by, a.call, a.kind as about, a.target
  from desk.approval a join desk.staff s on s.staff_id = a.asked_by
    left join desk.task_claim c on c.task = 'approval' and c.subject = a.approval_no::text
    left join desk.staff k on k.staff_id = c.staff_id
 where a.state in ('open', 'alone') and a.lapses_at > app_now() and a.asked_by <> $2 and a.decided_by = any($3)
   and not exists (select 1 from desk.approval_vote v where v.approval_no = a.approval_no and v.staff_id = $2)
   and ${chosenOf('approval', 'a.approval_no::text', 'a.asked_at', { ...filter, mine: false })}
 order by a.asked_at limit ${MOST}`

type FoundRow = Omit<Row, 'what' | 'runbook' | 'help'> & {
  uid?: string | null
  role_name?: string | null
  /** The state of its order. */
  hold?: string
  refund?: string
  delivery?: string
  /** Of a note. */
  for_role?: string
  text?: string
  /** Of a request. */
  call?: string
  /** Of a webhook. */
  provider?: string | null
  txn?: string | null
  about?: string
  target?: string
}

/** What a row's title, its button and its picture are made of. */
function shownRow(row: FoundRow, may: WaitingFilter['may']): Omit<Row, 'what' | 'runbook' | 'help'> {
  const { uid, role_name, hold = '', refund = '', delivery = '', ...other } = row
  const { for_role, text, call, about, target, provider, txn, ...rest } = other
  const { kind, subject } = row
  const isOrders = !call && rest.goods_name != null
  return {
    ...rest,
    goods_name: rest.goods_name ?? '',
    title: {
      ...(hold !== '' && { hold }),
      ...(kind === 'untaxed_countries' && { country: subject.split(' ').at(-1) ?? '' }),
      ...(for_role !== undefined && { for_role, text }),
      ...(provider && { channel: provider, ...(txn && { txn }) }),
      ...(call !== undefined && { call, kind: about, target }),
    },
    action: actionOf(kind, { hold, refund, delivery }, may),
    ...(isOrders && { player: { uid: uid ?? '', role_name: role_name ?? '' } }),
  }
}

/** The waiting rows of a person. A kind that cannot be read in time says so, and does not hide the others. */
export async function waitingRows(q: Query, filter: WaitingFilter): Promise<Answer> {
  const { kind, roles, reviews, decides } = filter
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
  const filtered = isFiltered(filter)
  /** Home asks without filters, again and again: PostgreSQL then keeps its plans, which cost more than the answers. */
  const planned = (name: string, text: string): { name?: string; text: string } =>
    filtered ? { text } : { name: `waiting-${name}`, text }
  /** A kind without matching rows is in the choice of kinds only while it is chosen. */
  const stands = (key: string, n: number): boolean => n > 0 || (filtered && kind === key)
  for (const entry of entries.filter(({ right }) => filter.may(right))) {
    const { key, what, runbook, step } = entry
    const guide = { runbook, help: helpPath(runbook, step) }
    const isShown = kind === '' || kind === key
    if (entry.nightly) {
      const nightly = night.find((candidate) => candidate.what === what)
      if (!nightly) continue
      const row = await toldAtNight(q, key, nightly, filter)
      // The doctor stored one example, so the filters apply to that one.
      const n = filtered ? Number(row !== undefined) : nightly.n
      if (stands(key, n)) kinds.push({ kind: key, what, n, oldest_at: n > 0 ? nightly.oldest_at : null })
      if (isShown && row) rows.push({ ...shownRow(row, filter.may), what, ...guide })
      continue
    }
    const isCounted = await inTime(async () => {
      const [count] = await q<{ n: number; oldest_at: number | null }>(
        planned(`count-${key}`, countText(entry, filter)),
        filtered ? valuesOf(filter) : [],
      )
      if (!count || !stands(key, count.n)) return
      kinds.push({ kind: key, what, n: count.n, oldest_at: count.oldest_at })
      if (!isShown || count.n === 0) return
      const foundRows = await q<FoundRow>(planned(`rows-${key}`, rowsText(entry, filter)), valuesOf(filter))
      rows.push(...foundRows.map((row) => ({ ...shownRow(row, filter.may), what, ...guide })))
    })
    if (!isCounted) kinds.push({ kind: key, what, n: null, oldest_at: null })
  }
  const sources = [
    { key: 'note', what: 'notes for your roles', text: notesText, values: [roles, noteKinds(filter.may)], runbook: '' },
    { key: 'approval', what: DECIDE, text: requestsText, values: [decides], runbook: '' },
    ...(reviews
      ? [{ key: 'access_review', what: REVIEW, text: reviewsText, values: [], runbook: 'docs/desk.md' }]
      : []),
  ]
  for (const { key, what, text, values, runbook } of sources) {
    const foundRows = await q<FoundRow>(planned(key, text(filter)), [...valuesOf(filter), ...values])
    if (!stands(key, foundRows.length)) continue
    const oldest = foundRows.length === 0 || key === 'note' ? null : Math.min(...foundRows.map(({ since }) => since))
    kinds.push({ kind: key, what, n: foundRows.length, oldest_at: oldest })
    if (kind !== '' && kind !== key) continue
    const help = runbook === '' ? '' : helpPath(runbook)
    const thingOf = await thingsOf(
      q,
      foundRows.map(({ about = '', target = '' }) => ({ kind: about, target })),
      filter.may,
    )
    rows.push(
      ...foundRows.map((row) => ({
        ...shownRow(row, filter.may),
        ...thingFields(thingOf({ kind: row.about ?? '', target: row.target ?? '' }), row.amount_cents),
        what,
        runbook,
        help,
      })),
    )
  }
  const isMine = ({ kind: key, claimed_by: by }: Row): boolean =>
    (by === '' || by === filter.name) && actsOn(key, filter.may)
  return {
    kinds,
    rows: filter.merged
      ? mergedRows(rows.map((row) => ({ ...row, mine: isMine(row) })))
      : rows.map((row) => ({ ...row, mine: isMine(row) })).sort((a, b) => a.since - b.since),
  }
}

/** A row of an order has the player and the money of it. */
const thingFields = (thing: Thing | undefined, amount: number | null): Partial<Row> =>
  thing
    ? {
        goods_name: thing.goods_name,
        icon: thing.icon,
        ...(thing.order && {
          amount_cents: amount ?? thing.order.amount_cents,
          currency: thing.order.currency,
          player: { uid: thing.order.uid, role_name: thing.order.role_name },
        }),
      }
    : {}

type AtNight = { what: string; n: number; oldest_at: number; example: string }

/** The doctor's last findings, for kinds without an index. */
const lastNight = async (q: Query): Promise<AtNight[]> =>
  await q({
    text: `select w->>'what' as what, (w->>'n')::int as n, w->>'example' as example,
        coalesce(${epochSeconds("nullif(w->>'oldest', '')::timestamptz")}, ${epochSeconds('c.at')}) as oldest_at
      from desk.checkup c cross join lateral jsonb_array_elements(c.waits) w where c.kind = 'doctor'`,
  })

/** The example of a kind that the doctor found; none if the filters exclude it. */
async function toldAtNight(q: Query, key: string, nightly: AtNight, filter: RowFilter): Promise<FoundRow | undefined> {
  const { example, oldest_at: since } = nightly
  const [row] = await q<{ claimed_by: string }>(
    {
      text: `select coalesce(p.name, '') as claimed_by from (select $3::text as subject, to_timestamp($4) as since) v
          left join desk.task_claim c on c.task = '${key}' and c.subject = v.subject
          left join desk.staff p on p.staff_id = c.staff_id
         where ${chosenOf(key, 'v.subject', 'v.since', filter)}`,
    },
    [...valuesOf(filter), example, since],
  )
  return (
    row && {
      kind: key,
      subject: example,
      order_no: example,
      since,
      amount_cents: null,
      currency: '',
      detail: '',
      ...row,
    }
  )
}
