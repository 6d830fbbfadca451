import type { DeskResult } from '@hc/contract/desk/calls'
import type { Who } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { noteKinds } from '../remarks/note-rights.ts'

type News = NonNullable<DeskResult<'pulse/read'>['news']>[number]

const MOST = 20
const DAYS = 14
/** The newest of one kind, by a column that an index has. */
const newest = (columns: string, from: string, at: string): string =>
  `(select ${columns}, ${at} as at from ${from} and ${at} > app_now() - interval '${DAYS} days'
    order by ${at} desc limit ${MOST})`
const sources = [
  newest(
    `'request' as kind, a.approval_no::text as id, a.call as about, a.state, '' as text, null::float8 as value,
      a.ended_by as by`,
    `desk.approval a where a.asked_by = $1 and a.state in ('done', 'refused', 'lapsed', 'stale')`,
    'a.ended_at',
  ),
  newest(
    // The subject is a dispute's number.
    `'alert', a.alert_id::text, a.rule_key, case when a.closed_at is null then 'open' else 'over' end,
      case when a.rule_key = 'dispute_due' and not $5 then '' else a.subject end, a.value::float8, null`,
    'desk.alert a where $2',
    'a.opened_at',
  ),
  newest(
    `'note', r.target, r.kind, '', left(r.text, 200), null, r.staff_id`,
    'desk.remark r where r.for_role = any($3) and r.kind = any($4) and r.staff_id <> $1',
    'r.at',
  ),
  newest(
    `'import', j.import_id::text, j.kind, '', '', null, null`,
    'desk.import_job j where j.made_by = $1',
    'j.applied_at',
  ),
].join(' union all ')

/** What happened of late and concerns a person, newest first, and whether they have seen the introduction. */
export async function newsOf(
  q: Query,
  { staff_id, roles, permissions }: Who,
): Promise<{ news: News[]; welcome: boolean }> {
  const has = (right: string): boolean => permissions[right] !== undefined
  const [news, [mark]] = await Promise.all([
    q<News>(
      {
        text: `select n.kind, n.id, n.about, n.state, n.text, n.value, coalesce(p.name, '') as by, ${epochSeconds('n.at')} as at,
            n.at > coalesce(m.at, me.created_at) as unread
          from (${sources}) n join desk.staff me on me.staff_id = $1
            left join desk.staff_mark m on m.staff_id = $1 and m.mark = 'news'
            left join desk.staff p on p.staff_id = n.by
          order by n.at desc limit ${MOST}`,
      },
      [staff_id, has('health.read'), roles, noteKinds(has), has('dispute.read')],
    ),
    q<{ seen: boolean }>(
      {
        text: `select exists (select from desk.staff_mark where staff_id = $1 and mark = 'welcome') as seen`,
      },
      [staff_id],
    ),
  ])
  return { news, welcome: mark?.seen === false }
}

/** Notes that a person has read all news up to now, or has seen the introduction. */
export async function noteSeen(q: Query, { staff_id }: Who, what: 'news' | 'welcome'): Promise<void> {
  await q(
    {
      text: `with requests as (update desk.approval set seen_at = app_now()
          where $2 = 'news' and asked_by = $1 and ended_at is not null and seen_at is null)
        insert into desk.staff_mark (staff_id, mark, at) values ($1, $2, app_now())
        on conflict (staff_id, mark) do update set at = excluded.at`,
    },
    [staff_id, what],
  )
  await q({ text: `select desk.note('staff', $1)` }, [String(staff_id)])
}
