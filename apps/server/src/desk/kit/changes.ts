import type { editedKinds, LocalTime, Planned } from '@hc/contract/desk/editing'
import { AppError } from '@hc/contract/errors'
import pg from 'pg'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { type StoredBody, toBody } from './stored-article.ts'

export type EditedKind = (typeof editedKinds)[number]
export type Change = {
  kind: EditedKind
  target: string
  /** The live version that the change was made for. */
  basedOn: number
  patch: Record<string, unknown>
  /** The draft that is published with it. */
  version?: number | null
  /** null: at once. */
  when: LocalTime | null
}
export type Changed = { version: number; plan: { id: number; at: number } | null }
type Refused = 'changed' | 'not_found' | 'exists' | 'zone' | 'skipped' | 'twice' | 'past' | null

/** The author's name at the desk, or `job:schedule`, `sql:NAME`. */
export const writer = (column: string): string =>
  `coalesce((select w.name from desk.staff w where ${column} = 'staff:' || w.staff_id), ${column})`

type Head = { version: number; body: Record<string, unknown> | null; by: string | null; at: number | null }
/** The last saved version. */
export async function headOf(q: Query, kind: EditedKind, target: string): Promise<Head> {
  const [head] = await q<Head>(
    {
      text: `select h.version, h.body, ${writer('h.author')} as by, ${epochSeconds('h.saved_at')} as at
               from desk.head($1, $2) h`,
    },
    [kind, target],
  )
  return head ?? { version: 0, body: null, by: null, at: null }
}
type Live = { version: number; body: Record<string, unknown> | null }
/** The version that players see. */
export async function liveOf(q: Query, kind: EditedKind, target: string): Promise<Live> {
  const [live] = await q<Live>({ text: 'select version, body from desk.live($1, $2)' }, [kind, target])
  return live ?? { version: 0, body: null }
}

/** Another version was saved meanwhile: nothing is overwritten. */
export async function conflict(q: Query, kind: EditedKind, target: string): Promise<AppError> {
  const { version, body, by, at } = await headOf(q, kind, target)
  const current =
    body === null ? null : kind === 'article' ? toBody(body as StoredBody) : kind === 'block' ? body.value : body
  return new AppError('VersionConflict', { version, by, at, theirs: current })
}

/** @throws AppError the reason why a local time is refused */
function refuseTime(refusal: Refused, when: LocalTime | null): void {
  if (refusal === 'zone') throw new AppError('ZoneUnknown')
  if (refusal === 'skipped') throw new AppError('TimeSkipped', { local: when?.local })
  if (refusal === 'twice') throw new AppError('TimeTwice', { local: when?.local })
  if (refusal === 'past') throw new AppError('TimePassed', { local: when?.local })
}

/**
 * The Unix time of a local time, in seconds.
 *
 * @throws AppError TimeSkipped, TimeTwice, ZoneUnknown
 */
export async function momentOf(q: Query, when: LocalTime): Promise<number> {
  const [row] = await q<{ refusal: Refused; at: number | null }>(
    { text: `select refusal, ${epochSeconds('at')} as at from desk.moment_of($1::timestamp, $2, $3)` },
    [when.local, when.zone, when.which],
  )
  refuseTime(row?.refusal ?? null, when)
  return row?.at ?? 0
}

/** A constraint of the table that a change violates. */
export async function keeping<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code?.startsWith('23') || error.code === '22023'))
      throw new AppError('EditRefused', { rule: error.constraint ?? error.column ?? '' })
    throw error
  }
}

/**
 * Changes a live row now, or plans it.
 *
 * @throws AppError VersionConflict (with theirs), EditRefused, TimeSkipped, TimeTwice, ZoneUnknown, TimePassed
 */
export async function change(q: Query, edit: Change): Promise<Changed> {
  const { kind, target, basedOn, patch, when, version = null } = edit
  if (when) {
    const [row] = await q<{ refusal: Refused; id: number; at: number; version: number }>(
      {
        text: `select refusal, change_id as id, ${epochSeconds('at')} as at, version
          from desk.plan_change($1, $2, $3, $4, $5, $6::timestamp, $7, $8)`,
      },
      [kind, target, basedOn, JSON.stringify(patch), version, when.local, when.zone, when.which],
    )
    refuseTime(row?.refusal ?? null, when)
    if (!row || row.refusal !== null) throw await conflict(q, kind, target)
    return { version: row.version, plan: { id: row.id, at: row.at } }
  }
  const [row] = await keeping(() =>
    q<{ refusal: Refused; version: number }>(
      { text: 'select refusal, version from desk.apply_revision($1, $2, $3, $4, $5)' },
      [kind, target, basedOn, JSON.stringify(patch), version],
    ),
  )
  if (row?.refusal === 'exists') throw new AppError('ProductTaken')
  if (!row || row.refusal !== null) throw await conflict(q, kind, target)
  return { version: row.version, plan: null }
}

/**
 * Refuses now what would be refused when the request is decided, and gives the subject of the request.
 *
 * @throws AppError as `change` does
 */
export async function weighChange(q: Query, { kind, target, basedOn, patch, when }: Change): Promise<Weight> {
  const live = await liveOf(q, kind, target)
  if (live.version !== basedOn) throw await conflict(q, kind, target)
  const before = Object.fromEntries(Object.keys(patch).map((key) => [key, live.body?.[key] ?? null]))
  const weight = { amount: 0, kind, target, versions: { [kind]: live.version } }
  if (!when) return { ...weight, forecast: { before, after: patch } }
  await checkTime(q, when)
  return { ...weight, forecast: { before, after: { ...patch, from: `${when.local} ${when.zone}` } } }
}

/** Whether a local time can be planned for. @throws AppError TimePassed, TimeSkipped, TimeTwice, ZoneUnknown */
async function checkTime(q: Query, when: LocalTime): Promise<void> {
  const [row] = await q<{ refusal: Refused; past: boolean }>(
    { text: 'select refusal, at <= app_now() as past from desk.moment_of($1::timestamp, $2, $3)' },
    [when.local, when.zone, when.which],
  )
  refuseTime(row?.past ? 'past' : (row?.refusal ?? null), when)
}

/**
 * Saves a draft; gives its version.
 *
 * @throws AppError VersionConflict
 */
export async function saveDraft(q: Query, kind: EditedKind, target: string, head: number, body: object) {
  const [row] = await q<{ refusal: string | null; version: number }>(
    { text: 'select refusal, version from desk.save_draft($1, $2, $3, $4)' },
    [kind, target, head, JSON.stringify(body)],
  )
  if (!row || row.refusal !== null) throw await conflict(q, kind, target)
  return row.version
}

/**
 * Moves a plan of a kind to another local time, or withdraws it (`when` null).
 *
 * @throws AppError VersionConflict (another moment than `seen_at`), PlanOver, TimeSkipped, TimeTwice, ZoneUnknown,
 *   TimePassed
 */
export async function replan(
  q: Query,
  kind: EditedKind,
  { id, when, seen_at }: { id: number; when: LocalTime | null; seen_at?: number | undefined },
) {
  if (seen_at !== undefined) await waitingPlan(q, kind, id, seen_at)
  const [row] = await q<{ refusal: Refused; at: number | null }>(
    { text: `select refusal, ${epochSeconds('at')} as at from desk.replan_change($1, $2, $3::timestamp, $4, $5)` },
    [kind, id, when?.local ?? null, when?.zone ?? null, when?.which ?? null],
  )
  refuseTime(row?.refusal ?? null, when)
  if (!row || row.refusal !== null) throw new AppError('PlanOver')
  return { at: when ? row.at : null }
}

/**
 * The plan, if the caller saw its present moment or named none.
 *
 * @throws AppError VersionConflict
 */
async function waitingPlan(q: Query, kind: EditedKind, id: number, seenAt: number | undefined) {
  const [plan] = await q<{ at: number; by: string; target: string; local: string; zone: string }>(
    {
      text: `select ${epochSeconds('s.at')} as at, ${writer('s.planned_by')} as by, s.target, s.zone,
          to_char(s.local_time, 'YYYY-MM-DD HH24:MI') as local from desk.scheduled_change s
        where s.change_id = $1 and s.kind = $2 and s.state = 'waiting' for update`,
    },
    [id, kind],
  )
  const { at = 0, by = '' } = plan ?? {}
  if (plan && seenAt !== undefined && at !== seenAt)
    throw new AppError('VersionConflict', { by, at, theirs: { at, by } })
  return plan
}

/**
 * Two people must move or withdraw a plan that two people agreed on. Refuses now what would be refused then.
 *
 * @throws AppError as `replan` does
 */
export async function weighReplan(
  q: Query,
  kind: EditedKind,
  { id, when, seen_at }: { id: number; when: LocalTime | null; seen_at?: number | undefined },
): Promise<Weight> {
  const plan = await waitingPlan(q, kind, id, seen_at)
  if (!plan) throw new AppError('PlanOver')
  if (when) await checkTime(q, when)
  const [free] = await q<{ alone: boolean; needed: string[] }>(
    {
      text: `select desk.may_replan($1, case when $2::timestamp is not null
          then (select m.at from desk.moment_of($2::timestamp, $3, $4) m) end) as alone,
        (select desk.needed_for(s.kind, s.patch) from desk.scheduled_change s where s.change_id = $1) as needed`,
    },
    [id, when?.local ?? null, when?.zone ?? null, when?.which ?? null],
  )
  return {
    amount: 0,
    ...(free && !free.alone && { under: free.needed }),
    kind,
    target: plan.target,
    versions: { at: plan.at },
    forecast: {
      before: { from: `${plan.local} ${plan.zone}` },
      after: when ? { from: `${when.local} ${when.zone}` } : { withdrawn: true },
    },
  }
}

const PLAN = `select s.change_id as id, s.kind, s.target, s.patch, s.version,
    to_char(s.local_time, 'YYYY-MM-DD"T"HH24:MI:SS') as local, s.zone, ${epochSeconds('s.at')} as at, s.state,
    ${epochSeconds('s.moved_from')} as moved_from, ${writer('s.planned_by')} as by, s.reason, s.detail
  from desk.scheduled_change s`

/** A target's waiting plans, and those that failed in the last 30 days. */
export const plansOf = async (q: Query, kind: EditedKind, target: string): Promise<Planned[]> =>
  await q<Planned & Row>(
    {
      text: `${PLAN} where s.kind = $1 and s.target = $2 and (s.state = 'waiting'
        or s.state in ('conflict', 'failed') and s.at > app_now() - interval '30 days') order by s.at, s.change_id`,
    },
    [kind, target],
  )

/** Every plan between two moments. */
export const plansBetween = async (q: Query, from: number, to: number): Promise<Planned[]> =>
  await q<Planned & Row>(
    {
      text: `${PLAN} where s.at >= to_timestamp($1) and s.at < to_timestamp($2) and s.state <> 'withdrawn'
        order by s.at, s.change_id limit 1000`,
    },
    [from, to],
  )
