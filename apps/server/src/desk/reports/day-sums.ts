import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { timeIdFloor } from '@hc/domain/order-no'

export const HOUR_S = 3_600
export const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
const MOST_DAYS = 366

export type Span = Record<keyof DeskResult<'today/read'>['now'], number>
export const sums = `coalesce(sum(t.orders), 0)::float8 as orders, coalesce(sum(t.newcomers), 0)::float8 as newcomers,
  coalesce(sum(t.gross_cents), 0)::float8 as gross_cents, coalesce(sum(t.refunds), 0)::float8 as refunds,
  coalesce(sum(t.refunded_cents), 0)::float8 as refunded_cents, coalesce(sum(t.points), 0)::float8 as points`

export type SpanIn = DeskResult<'today/read'>['others'][number]['now']
export const sumsIn = `coalesce(sum(t.orders), 0)::float8 as orders, coalesce(sum(t.newcomers), 0)::float8 as newcomers,
  coalesce(sum(t.gross_minor), 0)::float8 as gross_minor, coalesce(sum(t.refunds), 0)::float8 as refunds,
  coalesce(sum(t.refunded_minor), 0)::float8 as refunded_minor`

/** @throws AppError InvalidParams (the end is before the start), TooWide */
export function checkDays(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (!(days >= 0)) throw new AppError('InvalidParams', { issues: [{ path: 'to', message: 'is before from' }] })
  if (days > MOST_DAYS) throw new AppError('TooWide', { narrow: `${MOST_DAYS} days` })
}

/** The lowest order number of a Unix time in seconds. */
export const firstOrderNo = (seconds: number): string => timeIdFloor(seconds * 1000)
