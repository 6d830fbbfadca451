import type { DeskResult } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'
import { type Span, type SpanIn, sums, sumsIn } from './day-sums.ts'

export type MoneyRow = Span & { key: string }
export type FunnelRow = DeskResult<'report/funnel'>['rows'][number]
export type Group = 'day' | 'channel' | 'item'

export type MoneyRowIn = SpanIn & { key: string }
const keyOf = (by: Group): string => ({ day: 't.day::text', channel: 't.channel_code', item: 't.cp_goods_id' })[by]

/** Sums of days in the base currency, by day, channel or item. */
export async function moneyRows(q: Query, from: string, to: string, by: Group): Promise<MoneyRow[]> {
  return await q<MoneyRow>(
    { text: `select ${keyOf(by)} as key, ${sums} from desk.totals_between($1, $2) t group by 1 order by 1` },
    [from, to],
  )
}

/** The same in other currencies, each separately. */
export async function moneyRowsIn(q: Query, from: string, to: string, by: Group): Promise<MoneyRowIn[]> {
  return await q<MoneyRowIn>(
    {
      text: `select ${keyOf(by)} as key, t.unit as currency, ${sumsIn} from desk.totals_between_in($1, $2) t
        group by 1, 2 order by 2, 1`,
    },
    [from, to],
  )
}

/** The steps that visits and orders reached, by day. */
export async function funnelRows(q: Query, from: string, to: string): Promise<(FunnelRow & { at: number })[]> {
  return await q<FunnelRow & { at: number }>(
    {
      text: `select day::text, visits, recharge, item, clicks, orders, opened, paid, delivered,
          extract(epoch from counted_at)::int as at
        from desk.funnel_day where day between $1 and $2 order by day`,
    },
    [from, to],
  )
}
