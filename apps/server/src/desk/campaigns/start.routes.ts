import type { CampaignKindName, DraftedKindName } from '@hc/contract/desk/kinds'
import type { DeskParsed } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { change, conflict, liveOf, momentOf } from '../kit/changes.ts'
import { dryRun } from './dry-run.ts'
import { drafted } from './kinds/kinds.ts'

const DRY_RUN_MS = '20000'
const WINDOW = 30
type Started = { kind: DraftedKindName; id: string; version: number }

/** Whether a campaign may become this. @throws AppError CampaignNotFound, VersionConflict, CampaignRefused */
async function mayBecome(q: Query, { kind, id, version }: Started, state: 'ready' | 'stopped'): Promise<void> {
  const live = await liveOf(q, kind, id)
  if (live.version === 0) throw new AppError('CampaignNotFound')
  if (live.version !== version) throw await conflict(q, kind, id)
  const { table, gives } = drafted[kind]
  const [row] = await q<{ over: boolean; gives: boolean }>(
    { text: `select c.ends_at <= app_now() as over, ${gives.sql} as gives from ${table} c where c.campaign_id = $1` },
    [id],
  )
  if (!row) throw new AppError('CampaignNotFound')
  const next = state === 'ready' ? 'draft' : 'ready'
  if (live.body?.state !== next) throw new AppError('CampaignRefused', { why: `not_${next}` })
  if (row.over) throw new AppError('CampaignRefused', { why: 'over' })
  if (state === 'ready' && !row.gives) throw new AppError('CampaignRefused', { why: gives.lacks })
}

/** Above every limit: what nothing bounds is stopped by two people. */
const BOUNDLESS = 1_000_000_000_000

/**
 * What it may cost: `amount` is the most that it allows, which limits compare; `likely` is the forecast's high end,
 * which alerts compare. The past bounds nothing: characters may be made, and tiers may be reached that nobody reached.
 *
 * @throws AppError CampaignRefused
 */
async function forecastOf(q: Query, kind: CampaignKindName, id: string, nowMs: number, { bounded = true } = {}) {
  await q({ text: `select set_config('statement_timeout', $1, true)` }, [DRY_RUN_MS])
  const { sums, forecast } = await dryRun(q, kind, id, WINDOW, nowMs)
  if (!forecast && bounded) throw new AppError('CampaignRefused', { why: 'boundless' })
  const { players, grants, points, items } = sums
  if (!forecast)
    return { amount: BOUNDLESS, likely: BOUNDLESS, after: { last_30_days: { players, grants, points, items } } }
  const [row] = await q<{ most: number | null }>({ text: 'select desk.campaign_most($1, $2) as most' }, [kind, id])
  return {
    amount: Math.max(forecast.high, row?.most ?? BOUNDLESS),
    likely: forecast.high,
    after: {
      forecast_low_cents: forecast.low,
      forecast_cents: forecast.likely,
      forecast_high_cents: forecast.high,
      last_30_days: { players, grants, points, items },
    },
  }
}

/** Stores the agreed cost for the alerts. */
const noteForecast = (q: Query, kind: Started['kind'], id: string, cents: number): Promise<unknown> =>
  q(
    {
      text: `insert into desk.campaign_forecast as f (kind, campaign_id, high_cents, at) values ($1, $2, $3, app_now())
        on conflict (kind, campaign_id) do update set high_cents = excluded.high_cents, at = excluded.at`,
    },
    [kind, id, cents],
  )

async function weighState(q: Query, body: Started, state: 'ready' | 'stopped', nowMs: number): Promise<Weight> {
  await mayBecome(q, body, state)
  const { kind, id, version } = body
  const { amount, likely, after } = await forecastOf(q, kind, id, nowMs, { bounded: state === 'ready' })
  const [tiers] = await q<{ mark: number }>({ text: 'select desk.tiers_mark($1) as mark' }, [id])
  return {
    amount,
    kind,
    target: id,
    versions: { [kind]: version, tiers: tiers?.mark ?? 0 },
    forecast: { before: { state: state === 'ready' ? 'draft' : 'ready' }, after: { state, ...after } },
    moves: true,
    ...(state === 'ready' && { note: () => noteForecast(q, kind, id, likely) }),
  }
}

type Reworded = DeskParsed<'campaign/change'>
/** The changes of a started campaign. @throws AppError CampaignNotFound, VersionConflict, CampaignRefused */
async function changeOf(q: Query, { kind, id, version, texts, starts, ends }: Reworded) {
  const live = await liveOf(q, kind, id)
  if (live.version === 0) throw new AppError('CampaignNotFound')
  if (live.version !== version) throw await conflict(q, kind, id)
  if (live.body?.state !== 'ready') throw new AppError('CampaignRefused', { why: 'not_ready' })
  const [now] = await q<{ runs: boolean; over: boolean; starts: number; ends: number; at: number }>(
    {
      text: `select desk.campaign_runs($1, $2) as runs, ends_at <= app_now() as over, ${epochSeconds('starts_at')} as starts,
          ${epochSeconds('ends_at')} as ends, ${epochSeconds('app_now()')} as at
        from ${drafted[kind].table} where campaign_id = $2`,
    },
    [kind, id],
  )
  if (!now || now.over) throw new AppError('CampaignRefused', { why: 'over' })
  const [from, to] = [await momentOf(q, starts), await momentOf(q, ends)]
  if (now.runs && from !== now.starts) throw new AppError('CampaignRefused', { why: 'begun' })
  if (to <= now.at) throw new AppError('TimePassed', { local: ends.local })
  const iso = (at: number): string => new Date(at * 1000).toISOString()
  // A moment that stays keeps what it has below the second.
  const patch = {
    texts,
    ...(from === now.starts ? {} : { starts_at: iso(from) }),
    ...(to === now.ends ? {} : { ends_at: iso(to) }),
  }
  return { runs: now.runs, body: live.body, change: { kind, target: id, basedOn: version, patch, when: null } }
}

/** Computes the cost from the changed campaign, and rolls the change back at once. */
async function weighReworded(q: Query, body: Reworded, nowMs: number): Promise<Weight> {
  const { runs, body: is, change: next } = await changeOf(q, body)
  await q({ text: 'savepoint as_changed' })
  await change(q, next)
  const { amount, likely, after } = await forecastOf(q, body.kind, body.id, nowMs)
  await q({ text: 'rollback to savepoint as_changed' })
  return {
    amount,
    kind: runs ? 'running' : body.kind,
    target: body.id,
    versions: { [body.kind]: body.version },
    forecast: {
      before: Object.fromEntries(Object.keys(next.patch).map((name) => [name, is[name] ?? null])),
      after: { ...next.patch, ...after },
    },
    moves: true,
    note: () => noteForecast(q, body.kind, body.id, likely),
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
    'campaign/change',
    async (body, { q }) => ({ version: (await change(q, (await changeOf(q, body)).change)).version }),
    (body, { q }) => weighReworded(q, body, now()),
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
      if (!row || row.past) throw new AppError('TimePassed', { local: when?.local })
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
        moves: true,
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
  const pending = `from bonus_reset r where r.cp_goods_id = split_part($1, '@', 1) and r.at > app_now()
    and floor(extract(epoch from r.at))::bigint::text = split_part($1, '@', 2)`
  register(
    'bonus/withdraw',
    async ({ id }, { q }) => {
      const deleted = await q({ text: `delete ${pending} returning 1` }, [id])
      if (deleted.length === 0) throw new AppError('CampaignRefused', { why: 'over' })
      return { withdrawn: true }
    },
    async ({ id }, { q }) => {
      const rows = await q({ text: `select 1 ${pending}` }, [id])
      if (rows.length === 0) throw new AppError('CampaignNotFound')
      const { amount, after } = await forecastOf(q, 'reset', id, now())
      return {
        amount,
        moves: true,
        kind: 'bonus_reset',
        target: id,
        forecast: { before: after, after: { withdrawn: true } },
      }
    },
  )
}
