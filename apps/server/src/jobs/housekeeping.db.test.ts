import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ownDatabase } from '../../testing/own-database.ts'
import { until } from '../../testing/shop.ts'
import type { Log } from '../platform/log.ts'
import type { Query } from '../platform/db.ts'
import { type Chore, startHousekeeping } from './housekeeping.ts'

const db = ownDatabase('chore')
const q = (async ({ text }: { text: string }, args?: unknown[]) =>
  (await db.query(text, args)).rows) as unknown as Query

/** Does a chore that takes some ms, and gives after how many seconds it is due again. */
async function dueAfter(name: string, ms: number): Promise<number> {
  const chore: Chore = { every: '1 minute', after: '0', run: () => sleep(ms) }
  const overdue = `update chore set due_at = case name when '${name}' then now() - interval '1 day' else 'infinity' end`
  const kept = await startHousekeeping(
    q,
    undefined as unknown as Log,
    { retentionDays: 90, supportDays: 180 },
    () => Promise.resolve(),
    { [name]: chore },
    async () => {
      await db.query(overdue)
    },
  )
  const seconds = async (): Promise<number> =>
    (await db.query(`select extract(epoch from due_at - now())::float8 as s from chore where name = $1`, [name]))
      .rows[0]?.s
  // The lease of a chore that runs is ten minutes.
  await until('the chore is done', async () => (await seconds()) > 0 && (await seconds()) < 400)
  await kept.stop()
  return await seconds()
}

describe('scheduled work', () => {
  it('comes by the clock while it is quick', async () => {
    expect(await dueAfter('quick', 1)).toBeLessThanOrEqual(61)
  })
  it('rests longer than its turn where it takes more than a hundredth of the time', async () => {
    const seconds = await dueAfter('slow', 1_500)
    expect(seconds).toBeGreaterThan(140)
    expect(seconds).toBeLessThan(400)
  })
})
