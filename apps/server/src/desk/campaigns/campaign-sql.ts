import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { timeIdFloor } from '@hc/domain/order-no'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

export type Kind = DeskResult<'campaign/read'>['kind']
type Sums = Omit<DeskResult<'campaign/dryRun'>, 'days' | 'from' | 'to' | 'forecast'>
export type Forecast = { low: number; likely: number; high: number }

const DAY_S = 86_400
/** Days that an order may wait for its money and still be found by its number. */
const LATE_DAYS = 30
export const windows = [7, 30, 90] as const
export type Window = (typeof windows)[number]

const state = `case when c.state <> 'ready' then c.state when c.starts_at > app_now() then 'ready'
    when c.ends_at <= app_now() then 'over' else 'running' end`
const named = `coalesce(c.texts -> 'en-US' ->> 'name', c.campaign_id)`
/** Every campaign as a row of the list. */
export const CAMPAIGNS = `(
    select 'redeem' as kind, c.campaign_id as id, ${named} as name, ${state} as state, c.starts_at as began,
      ${epochSeconds('c.starts_at')} as starts_at, ${epochSeconds('c.ends_at')} as ends_at,
      case when c.total is not null then c.used end as used, c.total
      from redeem_campaign c
    union all
    select 'rebate', c.campaign_id, ${named}, ${state}, c.starts_at, ${epochSeconds('c.starts_at')},
      ${epochSeconds('c.ends_at')}, null, null from rebate_campaign c
    union all
    select 'reset', c.cp_goods_id || '@' || ${epochSeconds('c.at')}, coalesce(p.texts -> 'en-US' ->> 'name',
      c.cp_goods_id), case when c.at > app_now() then 'ready' when exists (select from bonus_reset r
        where r.cp_goods_id = c.cp_goods_id and r.at > c.at and r.at <= app_now()) then 'over' else 'running' end,
      c.at, ${epochSeconds('c.at')}, null, null, null
      from bonus_reset c left join product p using (cp_goods_id)) x`

/** The subject of a dry run; for a reset, the item. */
const subject = (kind: Kind, id: string): string => (kind === 'reset' ? (id.split('@')[0] ?? '') : id)

/** Its gifts in the given number of past days. */
async function sumsOf(q: Query, kind: Kind, id: string, days: number, nowMs: number): Promise<Sums> {
  const to = Math.floor(nowMs / 1000)
  const from = to - days * DAY_S
  const [row] = await q<{ sums: Sums }>(
    { text: 'select desk.dry_run($1, $2, to_timestamp($3::bigint), to_timestamp($4::bigint), $5) as sums' },
    [kind, subject(kind, id), from, to + 1, timeIdFloor((from - LATE_DAYS * DAY_S) * 1000)],
  )
  if (!row) throw new Error('no dry run')
  return row.sums
}

type Length = { days: number | null; bound: number | null; each: number }
/** A campaign's length, and the most of its gifts. @throws AppError CampaignNotFound */
async function lengthOf(q: Query, kind: Kind, id: string): Promise<Length> {
  if (kind === 'reset') return { days: null, bound: null, each: 0 }
  const text =
    kind === 'rebate'
      ? `select extract(epoch from c.ends_at - c.starts_at)::float8 / ${DAY_S} as days, null::bigint as bound,
          0::bigint as each from rebate_campaign c where c.campaign_id = $1`
      : `select null::float8 as days, desk.redeem_bound(c.campaign_id) as bound,
          c.basic_points + c.present_points + (select v.cents from desk.items_value(c.items) v) as each
          from redeem_campaign c where c.campaign_id = $1`
  const [row] = await q<Length>({ text }, [id])
  if (!row) throw new AppError('CampaignNotFound')
  return row
}

/**
 * What the whole campaign may cost. A rebate: what it would have given in 7, 30 and 90 days, each stretched to its
 * length. Codes: the most that they allow. A reset: what the same bonus would have given in those days. null: nothing
 * bounds it.
 *
 * @throws AppError CampaignNotFound
 */
export async function dryRun(q: Query, kind: Kind, id: string, days: Window, nowMs: number) {
  const length = await lengthOf(q, kind, id)
  const chosen = await sumsOf(q, kind, id, days, nowMs)
  let forecast: Forecast | null
  if (kind === 'redeem') {
    const high = length.bound === null ? null : length.bound * length.each
    const likely = high === null ? 0 : Math.min(high, chosen.value_cents)
    forecast = high === null ? null : { low: 0, likely, high }
  } else {
    const stretched: number[] = []
    for (const window of windows) {
      const { value_cents } = window === days ? chosen : await sumsOf(q, kind, id, window, nowMs)
      stretched.push(Math.ceil(length.days === null ? value_cents : (value_cents * length.days) / window))
    }
    const likely = stretched[windows.indexOf(days)] ?? 0
    forecast = { low: Math.min(...stretched), likely, high: Math.max(...stretched) }
  }
  return { sums: chosen, forecast }
}
