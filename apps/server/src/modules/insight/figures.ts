import { type Counts, type FigureGroup, figureGroups, type FigureKind, secondsOf } from '@hc/contract/desk/figures'
import { timeIdFloor } from '@hc/domain/order-no'
import type { Query, Row } from '../../platform/db.ts'

const DAY_MS = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** Days that one statement counts. */
const AT_ONCE = 12
/** How many statements one round takes: after a long rest, or in a shop of years, the rest is counted later. */
const STEPS = 5

/** Counts the days that are due. What is killed between two statements is due again. */
export async function countReports(q: Query, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  for (let step = 0; step < STEPS; step++) {
    const due = await q<{ day: string }>({ text: 'select d::text as day from desk.due_reports($1, $2, $3) d' }, [
      dayOf(today),
      timeIdFloor(today - 2 * DAY_MS),
      AT_ONCE,
    ])
    const [row] = await q<{ left: number }>({ text: 'select desk.count_reports($1, $2, $3) as left' }, [
      due.map(({ day }) => day),
      due.map(({ day }) => timeIdFloor(Date.parse(day))),
      due.map(({ day }) => timeIdFloor(Date.parse(day) + DAY_MS)),
    ])
    if ((row?.left ?? 0) === 0) break
  }
}

type Summed = Row & Counts & { key: string | null }
export type Figures = { rows: (Counts & { key: string })[]; together: Counts }

const nothing: Counts = { counts: {}, p50: null, p95: null, p99: null }
const timed = (step: number | null): number | null => (step === null ? null : secondsOf(step))

/** What was counted of days, by day or by what the report has beside it. */
export async function figuresOf(
  q: Query,
  kind: FigureKind,
  { from, to }: { from: string; to: string },
  by: FigureGroup,
): Promise<Figures> {
  const found = await q<Summed>({ text: 'select key, counts, p50, p95, p99 from desk.report_sums($1, $2, $3, $4)' }, [
    kind,
    from,
    to,
    figureGroups[by],
  ])
  const rows = found.map(({ key, counts, p50, p95, p99 }) => ({
    key,
    counts,
    p50: timed(p50),
    p95: timed(p95),
    p99: timed(p99),
  }))
  const { key: _key, ...together } = rows.find(({ key }) => key === null) ?? { key: null, ...nothing }
  return { rows: rows.flatMap(({ key, ...row }) => (key === null ? [] : [{ key, ...row }])), together }
}

/** What campaigns are called at the desk, by the keys that reports have: `redeem:ID`, `rebate:ID`, or a redeem's ID. */
export async function campaignNames(q: Query, keys: readonly string[]): Promise<Record<string, string>> {
  const found = await q<{ key: string; name: string }>(
    {
      text: `select x.key, c.texts -> 'en-US' ->> 'name' as name
          from unnest($1::text[]) x (key) join redeem_campaign c on x.key in (c.campaign_id, 'redeem:' || c.campaign_id)
         where c.texts -> 'en-US' ->> 'name' <> ''
        union all
        select x.key, c.texts -> 'en-US' ->> 'name'
          from unnest($1::text[]) x (key) join rebate_campaign c on x.key = 'rebate:' || c.campaign_id
         where c.texts -> 'en-US' ->> 'name' <> ''`,
    },
    [keys],
  )
  return Object.fromEntries(found.map(({ key, name }) => [key, name]))
}
