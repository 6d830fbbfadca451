import type { DeskParsed } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'
import { HOUR_S } from '../reports/day-sums.ts'

export type Range = DeskParsed<'today/board'>['range']

/** A time in steps, in seconds: it ends with its last step, and is over or has come as far as `to`. */
export type Steps = { from: number; to: number; end: number; starts: readonly number[] }
export type Spans = { step: 'hour' | 'day'; now: Steps; before: Steps }

const WEEK = 7
const MONTH = 30
const HOURS = 24
/** The midnights that the longest range and the one before it need: of this many days before today, and of tomorrow. */
const DAYS_BACK = 2 * MONTH
const QUARTER_S = 900

/** The beginning of a day in a zone, by how many days it is from today. */
type Midnights = (day: number) => number

async function midnightsOf(q: Query, now: number, zone: string): Promise<Midnights> {
  const rows = await q<{ at: number }>(
    {
      text: `select extract(epoch from
          ((to_timestamp($1) at time zone $2)::date + d)::timestamp at time zone $2)::float8 as at
        from generate_series(-$3::int, 1) d order by d`,
    },
    [now, zone, DAYS_BACK],
  )
  // A day begins at the same quarter of an hour in every zone of today.
  return (day) => Math.floor((rows[day + DAYS_BACK]?.at ?? now) / QUARTER_S) * QUARTER_S
}

const stepped = (from: number, end: number, step: number): number[] =>
  Array.from({ length: Math.max(1, Math.round((end - from) / step)) }, (_, n) => from + n * step)

function hours(midnight: Midnights, range: 'day' | 'today' | 'yesterday', now: number): Omit<Steps, 'starts'> {
  if (range === 'today') return { from: midnight(0), to: now, end: midnight(1) }
  if (range === 'yesterday') return { from: midnight(-1), to: midnight(0), end: midnight(0) }
  const sinceHour = (now - midnight(0)) % HOUR_S
  const end = now - sinceHour + HOUR_S
  return { from: end - HOURS * HOUR_S, to: now, end }
}

/** A range of a zone in hours or days, and the same hours of a week ago, or the span before. */
export async function spansOf(q: Query, range: Range, zone: string, now: number): Promise<Spans> {
  const midnight = await midnightsOf(q, now, zone)
  if (range === 'week' || range === 'month') {
    const days = range === 'week' ? WEEK : MONTH
    const list = (first: number): number[] => Array.from({ length: days }, (_, n) => midnight(first + n))
    const [starts, earlier] = [list(1 - days), list(1 - 2 * days)]
    return {
      step: 'day',
      now: { from: midnight(1 - days), to: now, end: midnight(1), starts },
      before: {
        from: midnight(1 - 2 * days),
        to: Math.min(midnight(-days) + (now - midnight(0)), midnight(1 - days)),
        end: midnight(1 - days),
        starts: earlier,
      },
    }
  }
  const span = hours(midnight, range, now)
  const back = range === 'yesterday' ? midnight(-1) - midnight(-1 - WEEK) : midnight(0) - midnight(-WEEK)
  const shifted = { from: span.from - back, to: span.to - back, end: span.end - back }
  return {
    step: 'hour',
    now: { ...span, starts: stepped(span.from, span.end, HOUR_S) },
    before: { ...shifted, starts: stepped(shifted.from, shifted.end, HOUR_S) },
  }
}
