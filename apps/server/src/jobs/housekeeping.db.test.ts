import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ownDatabase, queryOf } from '@hc/test/own-database'
import { until } from '@hc/test/shop'
import type { Chore } from '../platform/scheduled-job.ts'
import type { Log } from '../platform/log.ts'
import { startHousekeeping } from './housekeeping.ts'

const db = ownDatabase('chore')
const log = { warn: () => undefined, error: () => undefined } as unknown as Log

/** Runs a chore of every minute that takes `ms`, and returns the seconds until it is due again. */
async function dueAfter(ms: number, rests: Pick<Chore, 'restsAtMost'>): Promise<number> {
  let isDone = false
  const run = async (): Promise<void> => {
    await sleep(ms)
    isDone = true
  }
  const housekeeping = await startHousekeeping(
    queryOf(db),
    log,
    { retentionDays: 90, supportDays: 180, lookMs: 15_000 },
    () => Promise.resolve(),
    { work: { every: '1 minute', after: '0', ...rests, run } },
    async () => {
      await db.query(
        `update chore set due_at = case name when 'work' then now() - interval '1 day' else 'infinity' end`,
      )
    },
  )
  const due = async (): Promise<number> =>
    (await db.query(`select extract(epoch from due_at - now())::float8 as s from chore where name = 'work'`)).rows[0]?.s
  // While the chore runs, another process would take it after ten minutes.
  await until('the work is done', async () => isDone && (await due()) < 590)
  const seconds = await due()
  await housekeeping.stop()
  return seconds
}

describe('scheduled work', () => {
  it('runs at its fixed times, however long it takes', async () => {
    expect(await dueAfter(1_500, {})).toBeLessThanOrEqual(60)
  })
  it('that rests after each run, and is quick, runs at its fixed times', async () => {
    expect(await dueAfter(1, { restsAtMost: 1_800 })).toBeLessThanOrEqual(120)
  })
  it('that rests uses at most one hundredth of the time', async () => {
    // 1.5 s and 148.5 s of rest, then the next full minute.
    expect(await dueAfter(1_500, { restsAtMost: 1_800 })).toBeGreaterThan(140)
  })
  it('rests no longer than its limit', async () => {
    const seconds = await dueAfter(1_500, { restsAtMost: 70 })
    expect(seconds).toBeGreaterThan(65)
    expect(seconds).toBeLessThanOrEqual(130)
  })
})
