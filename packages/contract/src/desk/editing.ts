import { timeZone } from '@hc/domain/time-zone'
import { z } from 'zod'
import { id, strict } from '../call.ts'
import { moment, seenVersion } from './call.ts'
import { draftedKinds } from './kinds.ts'
import { locales } from '../locales.ts'

/** Kinds of rows that have versions and can have planned changes. */
export const editedKinds = ['product', 'channel', 'article', 'block', ...draftedKinds, 'setting'] as const
export const editedKind = z.enum(editedKinds)
export const locale = z.enum(locales)
export const reason = z.string().trim().max(300).default('')
/** The live version that a change is based on; for a draft, the last saved one. */
export { moment as unix, seenVersion as version }

/** A time zone by its present name in the time zone database; browsers may send a former one. */
export const zoneName = z
  .string()
  .max(64)
  .refine((zone) => timeZone(zone) !== undefined, 'must be a time zone such as Europe/Berlin')
  .overwrite((zone) => timeZone(zone) ?? zone)

/** A local time in a zone. `which` selects one of the two moments if clocks are set back over it. */
export const localTime = strict({
  local: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/),
  zone: zoneName,
  which: z.enum(['', 'first', 'second']).default(''),
})
export type LocalTime = z.output<typeof localTime>
/** null: at once. */
export const when = localTime.nullable().default(null)

/** The outcome of a change: a live version, or a plan. */
export const changed = strict({
  version: z.number().int(),
  plan: strict({ id: z.number().int(), at: z.number().int() }).nullable(),
})

export const planned = strict({
  id: z.number().int(),
  kind: z.string(),
  target: z.string(),
  patch: z.record(z.string(), z.unknown()),
  version: z.number().int().nullable(),
  local: z.string(),
  zone: z.string(),
  at: z.number().int(),
  /** The moment before the zone's rules changed. */
  moved_from: z.number().int().nullable(),
  state: z.enum(['waiting', 'done', 'conflict', 'failed', 'withdrawn']),
  by: z.string(),
  reason: z.string(),
  detail: z.string(),
})
export type Planned = z.output<typeof planned>

/** An open request. */
export const requests = z.array(
  strict({
    approval_no: z.number().int(),
    call: z.string(),
    by: z.string(),
    at: z.number().int(),
    /** What limits compare: minor units of the target's currency, points or rows. */
    amount: z.number().int().optional(),
  }),
)
export type OpenRequest = z.output<typeof requests>[number]

export const savedVersion = strict({
  version: z.number().int(),
  by: z.string(),
  at: z.number().int(),
  live_at: z.number().int().nullable(),
  reason: z.string(),
})

export const target = id(100)
/** A plan is withdrawn, or moved to another local time. */
export const replan = strict({
  id: z.number().int().positive(),
  when,
  /** The moment that the page showed: another person may have moved it meanwhile. */
  seen_at: moment.optional(),
  reason,
})
export const replanned = strict({ at: z.number().int().nullable() })
export const changeErrors = [
  'VersionConflict',
  'EditRefused',
  'TimeSkipped',
  'TimeTwice',
  'ZoneUnknown',
  'TimePassed',
] as const
export const replanErrors = [
  'PlanOver',
  'VersionConflict',
  'TimeSkipped',
  'TimeTwice',
  'ZoneUnknown',
  'TimePassed',
] as const
