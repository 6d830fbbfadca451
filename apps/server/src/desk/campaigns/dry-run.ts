import type { CampaignKindName } from '@hc/contract/desk/kinds'
import type { DeskResult } from '@hc/contract/desk/calls'
import { timeIdFloor } from '@hc/domain/order-no'
import type { Query } from '../../platform/db.ts'
import { kinds } from './kinds/kinds.ts'

type Sums = Omit<DeskResult<'campaign/dryRun'>, 'days' | 'from' | 'to' | 'forecast'>
export type Forecast = { low: number; likely: number; high: number }

const DAY_S = 86_400
/** Days that an order may wait for its money and still be found by its number. */
const LATE_DAYS = 30
export const windows = [7, 30, 90] as const
export type Window = (typeof windows)[number]

/** Its gifts in the given number of past days. */
async function sumsOf(q: Query, kind: CampaignKindName, id: string, days: number, nowMs: number): Promise<Sums> {
  const to = Math.floor(nowMs / 1000)
  const from = to - days * DAY_S
  const [row] = await q<{ sums: Sums }>(
    { text: 'select desk.dry_run($1, $2, to_timestamp($3::bigint), to_timestamp($4::bigint), $5) as sums' },
    [kind, kinds[kind].subject(id), from, to + 1, timeIdFloor((from - LATE_DAYS * DAY_S) * 1000)],
  )
  if (!row) throw new Error('no dry run')
  return row.sums
}

/**
 * What the whole campaign may cost. `most`: the most that it allows. `past`: what it would have given in 7, 30 and 90
 * days, each stretched to its length, if it has one. null: nothing bounds it.
 *
 * @throws AppError CampaignNotFound
 */
export async function dryRun(q: Query, kind: CampaignKindName, id: string, days: Window, nowMs: number) {
  const { days: length, most } = await kinds[kind].length(q, id)
  const sums = await sumsOf(q, kind, id, days, nowMs)
  let forecast: Forecast | null
  if (kinds[kind].forecast === 'most') {
    forecast = most === null ? null : { low: 0, likely: Math.min(most, sums.value_cents), high: most }
  } else {
    const stretched: number[] = []
    for (const window of windows) {
      const { value_cents } = window === days ? sums : await sumsOf(q, kind, id, window, nowMs)
      stretched.push(Math.ceil(length === null ? value_cents : (value_cents * length) / window))
    }
    const likely = stretched[windows.indexOf(days)] ?? 0
    forecast = { low: Math.min(...stretched), likely, high: Math.max(...stretched) }
  }
  return { sums: sums, forecast }
}
