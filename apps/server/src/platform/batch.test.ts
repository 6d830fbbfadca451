import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchableLists, createBatcher } from './batch.ts'
import type { Row, Statement } from './db.ts'

/** A batcher whose statements take a while; `sizes` has how many calls each of them had, in turn. */
function watched(paceMs: number, shared = false) {
  const queries: { text: string; args: readonly unknown[] }[] = []
  const sizes: number[] = []
  const statement = batchableLists('note', 'note', { no: 'text', json: 'jsonb' }, ['no'], { paceMs, shared })
  const ask = createBatcher(async <R extends Row>({ text }: Statement, args: readonly unknown[]) => {
    queries.push({ text, args })
    const nos = Array.isArray(args[0]) ? (args[0] as string[]) : [args[0]]
    sizes.push(nos.length)
    await pause(20)
    return nos.map((no, at) => ({ ord: at + 1, no })) as unknown as R[]
  })
  const { batch } = statement
  if (!batch) throw new Error('a statement without a batch')
  return { sent: queries, sizes, call: (no: string, json: string | null) => ask(statement, batch, [no, json]) }
}

describe('calls of a function', () => {
  it('wait for nothing at rest, share a statement under load, and soon after it wait for one another', async () => {
    const { sizes, call } = watched(200)
    await call('a', null)
    expect(sizes).toEqual([1])
    // The pace of two starts: these share the second statement.
    await Promise.all(['b', 'c', 'd'].map((no) => call(no, null)))
    const first = call('e', null)
    await pause(5)
    expect(await Promise.all([first, call('f', null)])).toEqual([[{ no: 'e' }], [{ no: 'f' }]])
    expect(sizes).toEqual([1, 3, 2])
  })

  it('send a value that many have once, with the place of it for each', async () => {
    const { sent, call } = watched(0, true)
    const alone = call('a', '{"x":1}')
    await Promise.all([call('b', '{"x":1}'), call('c', null), call('d', '{"x":1}'), alone])
    expect(sent.map(({ args }) => args)).toEqual([
      ['a', '{"x":1}'],
      [
        ['b', 'c', 'd'],
        ['{"x":1}', null],
        [1, 2, 1],
      ],
    ])
    expect(sent[0]?.text).toContain('note(array[$1::text], array[$2::jsonb], array[1])')
    expect(sent[1]?.text).toContain('note($1::text[], $2::jsonb[], $3::int[])')
  })
})
