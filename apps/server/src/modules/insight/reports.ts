import type { DeskResult } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'
import { type Span, sums } from './sums.ts'

export type MoneyRow = Span & { key: string }
export type FunnelRow = DeskResult<'report/funnel'>['rows'][number]
export type Group = 'day' | 'channel' | 'item'

/** Sums of days, by day, channel or item. */
export async function moneyRows(q: Query, from: string, to: string, by: Group): Promise<MoneyRow[]> {
  const key = { day: 't.day::text', channel: 't.channel_code', item: 't.cp_goods_id' }[by]
  return await q<MoneyRow>(
    { text: `select ${key} as key, ${sums} from desk.totals_between($1, $2) t group by 1 order by 1` },
    [from, to],
  )
}

/** How far visits and orders came, by day. */
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
