import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { checkDays, DAY_S, firstOrderNo, HOUR_S } from './day-sums.ts'
import { moneyRows, moneyRowsIn } from './reports.ts'

type Hour = DeskResult<'report/channels'>['rows'][number]

/** Sums of days, and orders of each hour and channel. */
export function moneyReportRoutes(register: DeskRegister, nowMs: () => number): void {
  register('report/money', async ({ from, to, by }, { q }) => {
    checkDays(from, to)
    const [rows, others] = [await moneyRows(q, from, to, by), await moneyRowsIn(q, from, to, by)]
    return { rows, others, at: Math.floor(nowMs() / 1000) }
  })
  register('report/channels', async ({ from, to }, { q }) => {
    if (to - from > 31 * DAY_S) throw new AppError('TooWide', { narrow: '31 days' })
    // Past hours are counted already; the newest orders are a range of the index.
    const cut = Math.floor(nowMs() / 1000 / HOUR_S - 1) * HOUR_S
    return {
      rows: await q<Hour>(
        {
          text: `select extract(epoch from hour)::int as hour, channel_code, created::int, opened::int, paid::int,
              failed::int
            from (select hour, channel_code, created, opened, paid, failed from desk.channel_hour
                where hour < to_timestamp($3)
              union all
              select * from desk.hours_since(to_timestamp($3), $4) where to_timestamp($2) > to_timestamp($3)) x
            where hour >= to_timestamp($1) and hour < to_timestamp($2) order by 1, 2`,
        },
        [from, to, cut, firstOrderNo(cut)],
      ),
    }
  })
}
