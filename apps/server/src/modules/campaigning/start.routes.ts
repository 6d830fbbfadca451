import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed.ts'
import type { Query } from '../../platform/db.ts'
import { change, conflict, liveOf, momentOf } from '../editing/changes.ts'
import { dryRun, type Kind } from './campaign-sql.ts'

const DRY_RUN_MS = '20000'
const WINDOW = 30
type Started = { kind: 'redeem' | 'rebate'; id: string; version: number }

/** Whether a campaign may become this. @throws AppError CampaignNotFound, VersionConflict, CampaignRefused */
async function mayBecome(q: Query, { kind, id, version }: Started, state: 'ready' | 'stopped'): Promise<void> {
  const live = await liveOf(q, kind, id)
  if (live.version === 0) throw new AppError('CampaignNotFound')
  if (live.version !== version) throw await conflict(q, kind, id)
  const [row] = await q<{ over: boolean; gives: boolean }>(
    {
      text:
        kind === 'rebate'
          ? `select c.ends_at <= app_now() as over, exists (select from rebate_tier x
              where x.campaign_id = c.campaign_id) as gives from rebate_campaign c where c.campaign_id = $1`
          : `select c.ends_at <= app_now() as over, exists (select from redeem_code k
              where k.campaign_id = c.campaign_id) as gives from redeem_campaign c where c.campaign_id = $1`,
    },
    [id],
  )
  if (!row) throw new AppError('CampaignNotFound')
  const wanted = state === 'ready' ? 'draft' : 'ready'
  if (live.body?.state !== wanted) throw new AppError('CampaignRefused', { why: `not_${wanted}` })
  if (row.over) throw new AppError('CampaignRefused', { why: 'over' })
  if (state === 'ready' && !row.gives)
    throw new AppError('CampaignRefused', { why: kind === 'rebate' ? 'no_tiers' : 'no_codes' })
}

/** What it may cost at most, as a limit and whoever decides see it. @throws AppError CampaignRefused */
async function forecastOf(q: Query, kind: Kind, id: string, nowMs: number) {
  await q({ text: `select set_config('statement_timeout', $1, true)` }, [DRY_RUN_MS])
  const { sums, forecast } = await dryRun(q, kind, id, WINDOW, nowMs)
  if (!forecast) throw new AppError('CampaignRefused', { why: 'boundless' })
  const { players, grants, points, items } = sums
  return {
    amount: forecast.high,
    after: {
      forecast_low_cents: forecast.low,
      forecast_cents: forecast.likely,
      forecast_high_cents: forecast.high,
      last_30_days: { players, grants, points, items },
    },
  }
}

async function weighState(q: Query, body: Started, state: 'ready' | 'stopped', nowMs: number): Promise<Weight> {
  await mayBecome(q, body, state)
  const { kind, id, version } = body
  const { amount, after } = await forecastOf(q, kind, id, nowMs)
  const [tiers] = await q<{ mark: number }>({ text: 'select desk.tiers_mark($1) as mark' }, [id])
  return {
    amount,
    kind,
    target: id,
    versions: { [kind]: version, tiers: tiers?.mark ?? 0 },
    forecast: { before: { state: state === 'ready' ? 'draft' : 'ready' }, after: { state, ...after } },
  }
}

/** Start and stop, weighed by what the campaign may cost; and the resets of the first-top-up bonus. */
export function startRoutes(register: DeskRegister, now: () => number): void {
  const become = async (q: Query, body: Started, state: 'ready' | 'stopped'): Promise<{ version: number }> => {
    await mayBecome(q, body, state)
    const { kind, id, version } = body
    const changed = await change(q, { kind, target: id, basedOn: version, patch: { state }, when: null })
    return { version: changed.version }
  }
  register(
    'campaign/start',
    (body, { q }) => become(q, body, 'ready'),
    (body, { q }) => weighState(q, body, 'ready', now()),
  )
  register(
    'campaign/stop',
    (body, { q }) => become(q, body, 'stopped'),
    (body, { q }) => weighState(q, body, 'stopped', now()),
  )
  register(
    'bonus/reset',
    async ({ id, when }, { q }) => {
      const at = when && (await momentOf(q, when))
      const [row] = await q<{ past: boolean; at: number }>(
        {
          text: `select coalesce(to_timestamp($1::bigint), app_now()) < app_now() as past,
            floor(extract(epoch from coalesce(to_timestamp($1::bigint), app_now())))::bigint as at`,
        },
        [at],
      )
      if (!row || row.past) throw new AppError('TimePassed')
      await q(
        {
          text: 'insert into bonus_reset (cp_goods_id, at) values ($1, coalesce(to_timestamp($2::bigint), app_now()))',
        },
        [id, at],
      )
      return { at: row.at }
    },
    async ({ id, when }, { q }) => {
      const [item] = await q<{ version: number; bonus_pct: number; resets: number }>(
        {
          text: `select version, bonus_pct, (select count(*) from bonus_reset r where r.cp_goods_id = $1) as resets
            from product where cp_goods_id = $1 and kind = 'item'`,
        },
        [id],
      )
      if (!item) throw new AppError('ItemNotFound')
      if (item.bonus_pct === 0) throw new AppError('CampaignRefused', { why: 'no_bonus' })
      if (when) await momentOf(q, when)
      const { amount, after } = await forecastOf(q, 'reset', id, now())
      return {
        amount,
        kind: 'bonus_reset',
        target: id,
        versions: { product: item.version, resets: item.resets },
        forecast: {
          before: { resets: item.resets },
          after: { from: when ? `${when.local} ${when.zone}` : 'now', ...after },
        },
      }
    },
  )
  const waiting = `from bonus_reset r where r.cp_goods_id = split_part($1, '@', 1) and r.at > app_now()
    and floor(extract(epoch from r.at))::bigint::text = split_part($1, '@', 2)`
  register(
    'bonus/withdraw',
    async ({ id }, { q }) => {
      const gone = await q({ text: `delete ${waiting} returning 1` }, [id])
      if (gone.length === 0) throw new AppError('CampaignRefused', { why: 'over' })
      return { withdrawn: true }
    },
    async ({ id }, { q }) => {
      const there = await q({ text: `select 1 ${waiting}` }, [id])
      if (there.length === 0) throw new AppError('CampaignNotFound')
      const { amount, after } = await forecastOf(q, 'reset', id, now())
      return { amount, kind: 'bonus_reset', target: id, forecast: { before: after, after: { withdrawn: true } } }
    },
  )
}
