/*
 * The reports of counts, as data: the measures of each, its groupings, and the format of a number. The server, the
 * page, its file and the weekly letter are made from this. Decision 440.
 */

/** A number that was counted. */
type Count = { kind: 'count' }
/** A percentile of times, in seconds. */
type Time = { kind: 'seconds' }
/** The share `part` of `of`. */
type Share = { kind: 'share'; part: string; of: string }
/** The value of gifts, in US cents. */
type Worth = { kind: 'worth' }
export type Measure = Count | Time | Share | Worth

const count: Count = { kind: 'count' }
const worth: Worth = { kind: 'worth' }
const time: Time = { kind: 'seconds' }
const share = (part: string, of: string): Share => ({ kind: 'share', part, of })

/** The groupings by their names in the address and in saved reports, with their columns in the table of counts. */
export const figureGroups = {
  day: 'day',
  server: 'part',
  channel: 'part',
  method: 'part',
  campaign: 'part',
  action: 'part',
  reason: 'reason',
} as const
export type FigureGroup = keyof typeof figureGroups

/** The rights to reports of service, and to reports of revenue and gifts. Decision 460. */
export type ReportRight = 'report.service' | 'report.money'

type Shape = {
  right: ReportRight
  by: readonly FigureGroup[]
  measures: Readonly<Record<string, Measure>>
  /** The measure that the chart of days shows. */
  chart: string
  /** The measures that have a table by reason; without them the report has no reasons. */
  reasons?: readonly string[]
}

export const figures = {
  delivery: {
    right: 'report.service',
    by: ['day', 'server'],
    measures: {
      paid: count,
      delivered: count,
      refused: count,
      unknown: count,
      p50: time,
      p95: time,
      p99: time,
    },
    chart: 'p95',
  },
  channels: {
    right: 'report.service',
    by: ['day', 'channel', 'reason'],
    measures: { created: count, opened: count, paid: count, failed: count, success: share('paid', 'opened') },
    chart: 'success',
    reasons: ['failed'],
  },
  methods: {
    right: 'report.service',
    by: ['day', 'method'],
    measures: { created: count, opened: count, paid: count, success: share('paid', 'opened') },
    chart: 'success',
  },
  refunds: {
    right: 'report.service',
    by: ['day', 'channel', 'reason'],
    measures: {
      paid: count,
      refunded: count,
      part: count,
      refundRate: share('refunded', 'paid'),
      disputed: count,
      disputeRate: share('disputed', 'paid'),
      won: count,
      lost: count,
    },
    chart: 'refundRate',
    reasons: ['refunded', 'part', 'disputed', 'won', 'lost'],
  },
  campaigns: {
    right: 'report.money',
    by: ['day', 'campaign'],
    measures: { grants: count, points: count, items: count, taken_back: count, worth },
    chart: 'grants',
  },
  codes: {
    right: 'report.money',
    by: ['day', 'campaign'],
    measures: { uses: count, single: count, shared: count, newcomers: count },
    chart: 'uses',
  },
  support: {
    right: 'report.service',
    by: ['day', 'action'],
    measures: { actions: count, orders: count, p50: time, p95: time },
    chart: 'actions',
  },
} as const satisfies Record<string, Shape>

export type FigureKind = keyof typeof figures
export const figureKinds = Object.keys(figures) as readonly FigureKind[]
export const shapeOf = (kind: FigureKind): Shape => figures[kind]

/** The right of a report; reports of money and visits are not reports of counts. */
export const reportRight = (kind: string): ReportRight =>
  figureKinds.includes(kind as FigureKind) ? figures[kind as FigureKind].right : 'report.money'

/** The measures of a table by this group. */
export function measuresOf(kind: FigureKind, by: FigureGroup): readonly (readonly [name: string, measure: Measure])[] {
  const { measures, reasons } = shapeOf(kind)
  return Object.entries(measures).filter(([name]) => by !== 'reason' || reasons?.includes(name) === true)
}

export type Counts = {
  counts: Readonly<Record<string, number>>
  /** Seconds; null: nothing was timed. */
  p50: number | null
  p95: number | null
  p99: number | null
}

/** A measure's number: a count, cents, seconds, or a share of 1; null without data. */
export function figureOf(name: string, measure: Measure, row: Counts): number | null {
  if (measure.kind === 'seconds') return name === 'p50' ? row.p50 : name === 'p95' ? row.p95 : row.p99
  if (measure.kind !== 'share') return row.counts[name] ?? 0
  const of = row.counts[measure.of] ?? 0
  return of === 0 ? null : (row.counts[measure.part] ?? 0) / of
}

/** The seconds that a step of the histogram stands for (`desk.step_of`). */
export const secondsOf = (step: number): number => 2 ** (step / 8) / 10

const DAY_MS = 86_400_000
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysOf = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** The span to compare with: the same number of days before, or the same weekdays of earlier weeks. */
export const comparisons = ['before', 'week'] as const
export type Comparison = (typeof comparisons)[number]
/** The distance in days between a day and the one to compare with. */
export function daysBack(compare: Comparison, from: string, to: string): number {
  const days = daysOf(from, to)
  return compare === 'before' ? days : Math.ceil(days / 7) * 7
}
