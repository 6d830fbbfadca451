import { describe, expect, it } from 'vitest'
import { codeAt, stepOf } from './totp.ts'

/** RFC 6238, appendix B: the rows of SHA-1. Six digits are the last six of its eight. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

describe('a one-time code', () =>
  it.each(VECTORS)('at second %i is what RFC 6238 says, and counts for its step and one beside it', (at, digits) => {
    const code = digits.slice(-6)
    const step = Math.floor(at / 30)
    expect(codeAt(SECRET, at * 1000)).toBe(code)
    expect([-30, 0, 30].map((apart) => stepOf(SECRET, code, (at + apart) * 1000))).toEqual([step, step, step])
    expect([-60, 60].map((apart) => stepOf(SECRET, code, (at + apart) * 1000))).toEqual([null, null])
  }))
