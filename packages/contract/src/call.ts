import { z } from 'zod'
import type { ErrorKey } from './errors.ts'

/** One call of the API: the data for validation, types, the API page and the client. */
export type Call = {
  readonly method: 'POST' | 'GET'
  readonly auth: 'none' | 'player'
  readonly summary: string
  readonly body: z.ZodType
  readonly result: z.ZodType
  /** The answer has `total`: the number of rows of all pages, or of the whole list if it has no pages. */
  readonly list?: true
  readonly errors: readonly ErrorKey[]
}

export const call = <const C extends Call>(spec: C): C => spec

/** Calls whose body the specification leaves open accept and ignore unknown fields; all others reject them. */
export const open = z.looseObject
// Decision 18.
export const strict = z.strictObject

export const id = (max = 64) => z.string().min(1).max(max)
export const optionalId = (max = 64) => z.string().max(max).default('')
/**
 * A whole number, or the same as text in digits. Nothing else is converted, neither null nor a list with one number.
 * Decision 160.
 */
export const whole = (min: number, max: number) =>
  z.preprocess(
    (input) => (typeof input === 'string' && /^-?\d{1,16}$/.test(input) ? Number(input) : input),
    z.number().int().min(min).max(max),
  )
/** An id that some clients send as a number. */
export const idOrNumber = (max = 64) =>
  z.preprocess((input) => (typeof input === 'number' ? String(input) : input), id(max))
/** Whole seconds since 1970; 0 or absent means no bound. */
export const seconds = () => whole(0, 9_999_999_999).default(0)
export const page = () => whole(1, 100_000).default(1)
export const size = (max = 50) => whole(1, max).default(10)
