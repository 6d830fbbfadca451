import { describe, expect, it } from 'vitest'
import type { Machine, RunResult } from '../machine.ts'
import { booksOf, wrongBooks } from './look.ts'

/** A machine whose doctor ends like this, one after the other. */
function machineOf(ends: readonly Partial<RunResult>[]) {
  const pauses: number[] = []
  let at = 0
  const machine = {
    run: () => Promise.resolve({ code: 0, stdout: '', stderr: '', ...ends[Math.min(at++, ends.length - 1)] }),
    pause: (ms: number) => {
      pauses.push(ms)
      return Promise.resolve()
    },
  } as unknown as Machine
  return { machine, pauses }
}
const late = { code: 1, stderr: '"a rule" could not be checked: Query read timeout\n' }
const booksWith = (...names: string[]) => ({ stdout: JSON.stringify({ violations: names.map((name) => ({ name })) }) })
const wrongOf = async (...ends: Partial<RunResult>[]): Promise<string | null> =>
  wrongBooks(await booksOf(machineOf(ends).machine, '/release'))

describe('the books of a shop that goes to another release', () => {
  it('hold where its doctor finds nothing', async () => {
    expect(await wrongOf(booksWith())).toBeNull()
  })

  it('are broken by the rules that its doctor names', async () => {
    expect(await wrongOf({ code: 1, ...booksWith('a rule', 'another') })).toBe('books are broken: a rule, another')
  })

  it('are checked again where a check got no answer in time: a late answer is no broken book', async () => {
    const { machine, pauses } = machineOf([late, late, booksWith()])
    expect(wrongBooks(await booksOf(machine, '/release'))).toBeNull()
    expect(pauses).toHaveLength(2)
  })

  it('are unknown, and neither well nor broken, where nobody can check them', async () => {
    const why = 'nobody knows whether the books hold: "a rule" could not be checked: Query read timeout'
    expect(await wrongOf(late)).toBe(why)
    expect(await wrongOf({ code: null })).toBe('nobody knows whether the books hold: the doctor did not answer')
  })
})
