import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testServer } from '@hc/test/shop'
import { bounded } from './bounded-lists.ts'

const pool = new pg.Pool({ connectionString: testServer(), max: 1 })
afterAll(async () => await pool.end())
const sleep = (seconds: number) => ({ text: `select pg_sleep(${seconds})` })

describe('the reads of a list', () => {
  it('share one time limit: the second gets the rest of the first', async () => {
    const timeouts: number[] = []
    const reads = bounded(
      { pool },
      async (q) => {
        const left = { text: `select setting::int as ms from pg_settings where name = 'statement_timeout'` }
        timeouts.push((await q<{ ms: number }>(left))[0]?.ms ?? 0)
        await q(sleep(0.4))
        timeouts.push((await q<{ ms: number }>(left))[0]?.ms ?? 0)
        await q(sleep(30))
      },
      1_000,
    )
    await expect(reads).rejects.toMatchObject({ key: 'TooWide' })
    expect(timeouts).toEqual([1_000, expect.any(Number)])
    expect(timeouts[1]).toBeLessThanOrEqual(600)
  })
  it('stop when the time runs out between two of them', async () => {
    const questions: string[] = []
    const reads = bounded(
      { pool },
      async (q) => {
        await q(sleep(0))
        await new Promise((resolve) => setTimeout(resolve, 2_100))
        questions.push('late')
        await q(sleep(0))
        questions.push('answered')
      },
      2_000,
    )
    await expect(reads).rejects.toMatchObject({ key: 'TooWide' })
    expect(questions).toEqual(['late'])
  })
  it('leave the next list its full time on the same connection', async () => {
    expect(await bounded({ pool }, async (q) => (await q(sleep(0.2))).length)).toBe(1)
  })
})
