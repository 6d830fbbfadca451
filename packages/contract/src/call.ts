import { z } from 'zod'
import type { ErrorKey } from './errors.ts'

/** One call of the API: everything that validation, types, the API page and the client need. */
export type Call = {
  readonly method: 'POST' | 'GET'
  readonly auth: 'none' | 'player'
  readonly summary: string
  readonly body: z.ZodType
  readonly result: z.ZodType
  /** The answer has `total`: the rows of all pages, or of the whole list where there are none. */
  readonly list?: true
  readonly errors: readonly ErrorKey[]
}

export const call = <const C extends Call>(spec: C): C => spec

/** Calls whose body the specification leaves open take and ignore unknown fields; all others refuse them. */
export const open = z.looseObject
// Decision 18.
export const strict = z.strictObject

export const id = (max = 64) => z.string().min(1).max(max)
export const optionalId = (max = 64) => z.string().max(max).default('')
/** A whole number, also as text: digits. Nothing else is read as one, neither null nor a list of one. Decision 160. */
export const whole = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d{1,16}$/.test(given) ? Number(given) : given),
    z.number().int().min(min).max(max),
  )
/** An id that some clients send as a number. */
export const idOrNumber = (max = 64) =>
  z.preprocess((given) => (typeof given === 'number' ? String(given) : given), id(max))
/** Whole seconds since 1970; 0 or absent means no bound. */
export const seconds = () => whole(0, 9_999_999_999).default(0)
export const page = () => whole(1, 100_000).default(1)
export const size = (max = 50) => whole(1, max).default(10)
