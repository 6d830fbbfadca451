import { methods } from '@hc/channels/methods'
import { NAMES } from '../campaigns/kinds/kinds.ts'
import { type Counts, type FigureGroup, figureGroups, type FigureKind, secondsOf } from '@hc/contract/desk/figures'
import { timeIdFloor } from '@hc/domain/order-no'
import type { Query, Row } from '../../platform/db.ts'

const DAY_MS = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** Days per statement. */
const AT_ONCE = 12
/** Statements per round: after a long pause, or in an old shop, later rounds count the remaining days. */
const STEPS = 5

/** Counts the due days. After a kill between two statements the remaining days are still due. */
export async function countReports(q: Query, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  for (let step = 0; step < STEPS; step++) {
    const dueDays = await q<{ day: string }>({ text: 'select d::text as day from desk.due_reports($1, $2, $3) d' }, [
      dayOf(today),
      timeIdFloor(today - 2 * DAY_MS),
      AT_ONCE,
    ])
    const [row] = await q<{ left: number }>({ text: 'select desk.count_reports($1, $2, $3) as left' }, [
      dueDays.map(({ day }) => day),
      dueDays.map(({ day }) => timeIdFloor(Date.parse(day))),
      dueDays.map(({ day }) => timeIdFloor(Date.parse(day) + DAY_MS)),
    ])
    if ((row?.left ?? 0) === 0) break
  }
}

type Summed = Row & Counts & { key: string | null }
export type Figures = { rows: (Counts & { key: string })[]; together: Counts }

const nothing: Counts = { counts: {}, p50: null, p95: null, p99: null }
const timed = (step: number | null): number | null => (step === null ? null : secondsOf(step))

/** The counts of days, by day or by another grouping of the report. */
export async function figuresOf(
  q: Query,
  kind: FigureKind,
  { from, to }: { from: string; to: string },
  by: FigureGroup,
): Promise<Figures> {
  const sums = await q<Summed>({ text: 'select key, counts, p50, p95, p99 from desk.report_sums($1, $2, $3, $4)' }, [
    kind,
    from,
    to,
    figureGroups[by],
  ])
  const rows = sums.map(({ key, counts, p50, p95, p99 }) => ({
    key,
    counts,
    p50: timed(p50),
    p95: timed(p95),
    p99: timed(p99),
  }))
  const { key: _key, ...together } = rows.find(({ key }) => key === null) ?? { key: null, ...nothing }
  return { rows: rows.flatMap(({ key, ...row }) => (key === null ? [] : [{ key, ...row }])), together }
}

/** The names of methods that have one in every language, by the keys of reports: `CHANNEL:METHOD`. */
export const methodNames = (keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const name = methods.get(key.split(':')[1] ?? '')?.name
      return name ? [[key, name] as const] : []
    }),
  )

/** The names of campaigns by the keys of reports: `redeem:ID`, `rebate:ID`, or the ID of a redeem campaign. */
export async function campaignNames(q: Query, keys: readonly string[]): Promise<Record<string, string>> {
  const names = await q<{ key: string; name: string }>({ text: NAMES }, [keys])
  return Object.fromEntries(names.map(({ key, name }) => [key, name]))
}
