import { z } from 'zod'
import type { ErrorKey } from '../errors.ts'

/** Seconds since 1970, up to the year 2286: the database's times end somewhere. */
export const moment = z.number().int().min(0).max(9_999_999_999)
/** A version that was read; 0: none. */
export const seenVersion = z.number().int().min(0).max(1_000_000_000)

/**
 * One call of the desk, `POST /console/api/{area}/{verb}`. `staff` needs a session; `enrol` takes one that a recovery
 * code or an invitation opened, too, which may do nothing but enrol a factor.
 */
export type DeskCall = {
  readonly auth: 'none' | 'enrol' | 'staff'
  /** A word of permissions.ts; `own`: everybody's own matter. */
  readonly permission: string
  /** It changes something: so it has a CSRF header, an idempotency key, and a row in the audit. */
  readonly changes: boolean
  /** It asks for a factor that was shown in the last five minutes: else 428 `StepUpNeeded`. */
  readonly fresh?: true
  /** The maximum bytes of a body; by default 64 KB. */
  readonly bodyLimit?: number
  readonly summary: string
  readonly body: z.ZodType
  readonly result: z.ZodType
  readonly errors: readonly ErrorKey[]
}

export const deskCall = <const C extends DeskCall>(spec: C): C => spec
