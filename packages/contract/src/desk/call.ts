import { z } from 'zod'
import type { ErrorKey } from '../errors.ts'
import { freshPermissions } from './permissions.ts'

/** Seconds since 1970, up to the year 2286, within the range of the database's times. */
export const moment = z.number().int().min(0).max(9_999_999_999)
/** The version that the caller read; 0: none. */
export const seenVersion = z.number().int().min(0).max(1_000_000_000)

/**
 * One call of the desk, `POST /console/api/{area}/{verb}`. `staff` needs a session. `enrol` also accepts a session that
 * a recovery code or an invitation opened, and which may only enrol a factor.
 */
export type DeskCall = {
  readonly auth: 'none' | 'enrol' | 'staff'
  /** A permission of permissions.ts; `own`: a call about the person's own matters, which everybody may make. */
  readonly permission: string
  /** The call changes something, so it needs a CSRF header and an idempotency key, and writes a row into the audit. */
  readonly changes: boolean
  /**
   * The call needs a factor that was shown in the last five minutes, else the answer is 428 `StepUpNeeded`. So do the
   * changing calls of `freshPermissions`, without this mark.
   */
  readonly fresh?: true
  /** The maximum bytes of a body; by default 64 KB. */
  readonly bodyLimit?: number
  readonly summary: string
  readonly body: z.ZodType
  readonly result: z.ZodType
  readonly errors: readonly ErrorKey[]
}

/** Whether a call needs a factor of the last five minutes: by its right, or by its own mark. */
export const needsFresh = (spec: DeskCall): boolean =>
  spec.fresh === true || (spec.changes && freshPermissions.has(spec.permission))

export const deskCall = <const C extends DeskCall>(spec: C): C => spec

/** A call of a signed-in person; `errors` may be left out where there are none. */
type Staffed = Omit<DeskCall, 'auth' | 'permission' | 'changes' | 'errors'> & { readonly errors?: DeskCall['errors'] }
type Whole<P extends string, B extends boolean, C> = C & {
  readonly auth: 'staff'
  readonly permission: P
  readonly changes: B
  readonly errors: C extends { readonly errors: infer E extends DeskCall['errors'] } ? E : readonly []
}
const whole = <P extends string, B extends boolean, C extends Staffed>(permission: P, changing: B, spec: C) =>
  ({ auth: 'staff', permission, changes: changing, errors: [], ...spec }) as unknown as Whole<P, B, C>

/** A call that reads, by a permission of permissions.ts or `own`. */
export const reads = <const P extends string, const C extends Staffed>(permission: P, spec: C): Whole<P, false, C> =>
  whole(permission, false, spec)
/** A call that changes something, by a permission of permissions.ts or `own`. */
export const changes = <const P extends string, const C extends Staffed>(permission: P, spec: C): Whole<P, true, C> =>
  whole(permission, true, spec)
