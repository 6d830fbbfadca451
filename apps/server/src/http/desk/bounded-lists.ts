import { AppError } from '@hc/contract/errors'
import { timeIdFloor } from '@hc/domain/order-no'
import pg from 'pg'
import { type Database, onceAdmitted, type Query, type Row, type Statement } from '../../platform/db.ts'

const LIST_TIMEOUT_MS = 2_000
/** The time-out in the database is lowered only after this share of the time: most lists take a hundredth. */
const UNTOLD = 0.05
const QUERY_CANCELED = '57014'
const DAY_SECONDS = 86_400
const USUAL_DAYS = 30
const MOST_DAYS = 366
export const PAGE = 50
/** The highest exact count of rows. */
const MAX_COUNTED = 1_000

/** What reads of a list need of the database: `configOf` where they name a statement, which is then prepared. */
export type ListDatabase = Pick<Database, 'pool'> & Partial<Pick<Database, 'configOf'>>
const unnamed: Database['configOf'] = ({ text }, values) => ({ text, values: values as unknown[] })

/**
 * Reads of a list in one read-only snapshot, by default with two seconds for all of them.
 *
 * @throws AppError TooWide: the caller should narrow the span
 */
export async function bounded<T>(
  { pool, configOf = unnamed }: ListDatabase,
  work: (q: Query) => Promise<T>,
  mostMs = LIST_TIMEOUT_MS,
): Promise<T> {
  const client = await onceAdmitted(() => pool.connect())
  const start = performance.now()
  /** The time-out that is set in the database. */
  let allowedMs = mostMs
  const q: Query = async <R extends Row>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> => {
    const leftMs = Math.ceil(start + mostMs - performance.now())
    if (leftMs <= 0) throw new AppError('TooWide', { narrow: 'from' })
    if (allowedMs - leftMs > mostMs * UNTOLD) {
      allowedMs = leftMs
      await client.query(`set local statement_timeout = ${leftMs}`)
    }
    return (await client.query<R>(configOf(statement, values))).rows
  }
  try {
    await client.query(`begin isolation level repeatable read read only; set local statement_timeout = ${mostMs}`)
    return await work(q)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED)
      throw new AppError('TooWide', { narrow: 'from' })
    throw error
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
  }
}

/** Conditions of a list, with their values. */
export class Filter {
  readonly values: unknown[] = []
  private readonly conditions: string[] = []
  /** `?` in the condition stands for the value. */
  add(condition: string, value: unknown): this {
    this.conditions.push(this.holds(condition, value))
    return this
  }
  /** The condition with its value, for a part of another condition. */
  holds(condition: string, value: unknown): string {
    this.values.push(value)
    return condition.replaceAll('?', `$${this.values.length}`)
  }
  /** A condition that is skipped for an empty text. */
  text(condition: string, value: string): this {
    return value === '' ? this : this.add(condition, value)
  }
  plain(condition: string): this {
    this.conditions.push(condition)
    return this
  }
  get where(): string {
    return this.conditions.length === 0 ? 'true' : this.conditions.join(' and ')
  }
  copy(): Filter {
    const other = new Filter()
    other.values.push(...this.values)
    other.conditions.push(...this.conditions)
    return other
  }
}

/**
 * The span of a list in seconds, by default the last 30 days. @throws AppError TooWide
 */
export function span(from: number, to: number, nowMs: number): { from: number; to: number } {
  const end = to === 0 ? Math.ceil(nowMs / 1000) + DAY_SECONDS : to
  const begin = from === 0 ? Math.min(end, Math.floor(nowMs / 1000)) - USUAL_DAYS * DAY_SECONDS : from
  if (end - begin > (MOST_DAYS + 1) * DAY_SECONDS) throw new AppError('TooWide', { narrow: 'from' })
  return { from: begin, to: end }
}

/** The span as bounds of a column of numbers that begin with their time. */
export function numbered(
  filter: Filter,
  column: string,
  { from, to }: { from: number; to: number },
  prefix = '',
): Filter {
  return filter
    .add(`${column} >= ?`, prefix + timeIdFloor(from * 1000))
    .add(`${column} < ?`, prefix + timeIdFloor(to * 1000))
}

type Total = { n: number; exact: boolean }
/** What a list has read of its first or a later page. */
type Page = { rows: readonly unknown[]; next: string | null }
type Question = { after: string; size: number }

/** The first page holds all rows, so nothing needs to look for more. */
const holdsAll = ({ after }: Question, { next }: Page): boolean => after === '' && next === null

/** What the planner expects of a select: its rows, and its cost in the planner's unit (a page read in order). */
async function planOf(q: Query, select: string, filter: Filter): Promise<{ rows: number; cost: number }> {
  const [plan] = await q<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }] }>(
    { text: `explain (format json) ${select}` },
    filter.values,
  )
  const { 'Plan Rows': rows = 0, 'Total Cost': cost = 0 } = plan?.['QUERY PLAN'][0].Plan ?? {}
  return { rows, cost }
}

/**
 * The number of matching rows: exact up to 1,000, else the planner's estimate. Exports do not need it.
 */
export async function totalOf(q: Query, from: string, filter: Filter, question: Question, list: Page): Promise<Total> {
  if (question.size > PAGE) return { n: question.size, exact: false }
  if (holdsAll(question, list)) return { n: list.rows.length, exact: true }
  const matching = `select 1 from ${from} where ${filter.where}`
  const [count] = await q<{ n: number }>(
    { text: `select count(*)::int as n from (${matching} limit ${MAX_COUNTED + 1}) x` },
    filter.values,
  )
  const n = count?.n ?? 0
  if (n <= MAX_COUNTED) return { n, exact: true }
  return { n: Math.max(n, (await planOf(q, matching, filter)).rows), exact: false }
}

/** The highest number of rows whose money is summed. */
const MOST_SUMMED = 10_000
/**
 * Above this estimate nobody reads ten thousand rows to find out that there are more: it cost two thirds of a list's
 * time at five million orders.
 */
const SURELY_TOO_MANY = 2 * MOST_SUMMED
/** Above this cost of the planner, a sum of what few rows of a long span match would take longer than the list. */
const MOST_COST = 10_000

type Money = { currency: string; minor: number }

/** The number of rows and their money, of at most so many. */
async function summed(q: Query, rows: string, values: unknown[], most: number): Promise<{ n: number; money: Money[] }> {
  const sums = await q<Money & { n: number }>(
    {
      text: `select x.currency, sum(x.minor)::float8 as minor, sum(count(*)) over ()::int as n
        from (${rows} limit ${most + 1}) x group by 1 order by 1`,
    },
    values,
  )
  return {
    n: sums[0]?.n ?? 0,
    money: sums.filter(({ minor }) => minor > 0).map(({ currency, minor }) => ({ currency, minor })),
  }
}

/**
 * The number of matching rows as `totalOf` has it, and their money in minor units, in each currency; null for more rows
 * than are summed. Both come from one read where a thousand rows or fewer match.
 *
 * @param rows a select of `currency` and `minor` by a filter
 * @param whole the filter of exactly the first page's rows
 */
export async function totalsOf(
  q: Query,
  rows: (filter: Filter) => string,
  filter: Filter,
  question: Question,
  list: Page,
  whole: Filter,
): Promise<{ total: Total; totals: Money[] | null }> {
  const few = holdsAll(question, list) ? whole : filter
  const first = await summed(q, rows(few), few.values, MAX_COUNTED)
  if (first.n <= MAX_COUNTED) return { total: { n: first.n, exact: true }, totals: first.money }
  const { rows: estimate, cost } = await planOf(q, rows(filter), filter)
  const total = { n: Math.max(first.n, estimate), exact: false }
  if (estimate > SURELY_TOO_MANY || cost > MOST_COST) return { total, totals: null }
  const all = await summed(q, rows(filter), filter.values, MOST_SUMMED)
  return { total, totals: all.n > MOST_SUMMED ? null : all.money }
}

/** A page out of rows with one extra row, and the cursor of the next page. */
export function pageOf<R>(rows: R[], key: (row: R) => string, size = PAGE): { rows: R[]; next: string | null } {
  const visible = rows.slice(0, size)
  const last = visible.at(-1)
  return { rows: visible, next: rows.length > size && last ? key(last) : null }
}
