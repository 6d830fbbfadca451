import { timeIdFloor } from '@hc/domain/order-no'
import type { Chore } from '../../platform/scheduled-job.ts'
import type { Query } from '../../platform/db.ts'
import { DOCUMENT_CHAIN, examine } from '../../care/doctor/doctor.ts'
import { WATCHED } from '../../care/doctor/watch.ts'
import { type AlertDeps, judgeAlerts } from '../alerts/alerts.ts'
import { countReports } from './figures.ts'
import { lookAround } from '../health/installation.ts'
import { writeReports } from './weekly-reports.ts'

const AT_ONCE = 20_000
/** Steps per round: the journals of an old shop are added up over some hours. */
const STEPS = 50
const HOUR_MS = 3_600_000
/** After this time the hour of an order no longer changes; its payment page closes long before. */
const HOURS_BACK = 3
/** Counting rests for at most half an hour: an hour is counted after its end, and before the counts are read for it. */
const COUNTS_REST_S = 1_800

/** Adds up the journals since the last round. */
async function addUp(q: Query): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    const [row] = await q<{ n: number }>({ text: 'select desk.add_totals($1) as n' }, [AT_ONCE])
    if ((row?.n ?? 0) < AT_ONCE) break
  }
}

/** Counts the outcomes of the orders of the last hours. Decision 553. */
async function countHours(q: Query, now: number): Promise<void> {
  const from = Math.floor(now / HOUR_MS - HOURS_BACK) * HOUR_MS
  await q({ text: 'select desk.count_hours(to_timestamp($1), $2)' }, [from / 1000, timeIdFloor(from)])
}

const DAY_MS = 86_400_000
/** Most orders are delivered within this number of days, including the day of the order. */
const FUNNEL_DAYS = 3

/** Counts the steps of visits and orders: of today in each round, of the days before once an hour. */
async function countFunnel(q: Query, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const days = Array.from({ length: FUNNEL_DAYS }, (_, n) => today - n * DAY_MS)
  await q(
    {
      text: `select desk.count_funnel(x.day, x.f, x.c), desk.count_visits(x.day)
        from unnest($1::date[], $2::text[], $3::text[]) with ordinality x (day, f, c, n)
        where x.n = 1 or not exists (select from desk.funnel_day d
          where d.day = x.day and d.counted_at >= date_trunc('hour', app_now()))`,
    },
    [
      days.map((day) => new Date(day).toISOString().slice(0, 10)),
      days.map((day) => timeIdFloor(day)),
      days.map((day) => timeIdFloor(day + DAY_MS)),
    ],
  )
}

/** Stores the findings of a full check, for the health page. */
export async function noteCheckup(
  q: Query,
  kind: 'watch' | 'doctor',
  result: { tookMs: number; checks: number; broken: unknown; waits: unknown },
): Promise<void> {
  await q(
    {
      text: `insert into desk.checkup (kind, at, took_ms, checks, broken, waits)
        values ($1, app_now(), $2, $3, $4, $5)
        on conflict (kind) do update set at = excluded.at, took_ms = excluded.took_ms, checks = excluded.checks,
          broken = excluded.broken, waits = excluded.waits`,
    },
    [kind, Math.round(result.tookMs), result.checks, JSON.stringify(result.broken), JSON.stringify(result.waits)],
  )
}

/** Checks every invariant over the whole database. */
export async function runDoctor(q: Query): Promise<void> {
  const start = performance.now()
  const { checks, violations, waiting } = await examine(q)
  const failures = violations.map(({ name, rows }) => ({
    name,
    rows: rows.length,
    // A document's number is no personal data, so the desk may name broken documents.
    ...(name === DOCUMENT_CHAIN && { documents: rows }),
  }))
  await noteCheckup(q, 'doctor', { tookMs: performance.now() - start, checks, broken: failures, waits: waiting })
}

export type InsightDeps = AlertDeps & {
  /** The players' address of the shop. */
  publicUrl: string
  /** The desk's; null: none is set. */
  consoleUrl: string | null
  /** The failing checks of this process's watch. */
  broken: () => readonly string[]
}

/** The desk's scheduled work: sums and alerts each minute, the doctor each night. */
export function insightChores(deps: InsightDeps): Record<string, Chore> {
  const q = deps.db.query
  return {
    add_up: { every: '1 minute', after: '0', run: () => addUp(q) },
    count_funnel: {
      every: '10 minutes',
      after: '2 minutes',
      restsAtMost: COUNTS_REST_S,
      async run() {
        await countHours(q, deps.now())
        await countFunnel(q, deps.now())
        await countReports(q, deps.now())
      },
    },
    weekly_reports: { every: '1 minute', after: '20 seconds', run: () => writeReports(deps) },
    alerts: {
      every: '1 minute',
      after: '0',
      async run() {
        const failures = deps.broken().map((name) => ({ name, rows: 1 }))
        await noteCheckup(q, 'watch', { tookMs: 0, checks: WATCHED, broken: failures, waits: [] })
        await judgeAlerts(deps)
      },
    },
    look_around: {
      every: '1 day',
      after: '2 hours 7 minutes',
      run: () => lookAround(q, deps.publicUrl, deps.consoleUrl),
    },
    doctor: { every: '1 day', after: '4 hours 23 minutes', run: () => runDoctor(q) },
  }
}
