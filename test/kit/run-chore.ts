import type pg from 'pg'
import { until } from './shop.ts'

/**
 * A worker leases a chore for ten minutes while it runs (`apps/server/src/jobs/housekeeping.ts`). On a busy machine a
 * question may have begun before the lease that it sees, so it asks by the time of its reading.
 */
const RUNS = `due_at > clock_timestamp() + interval '9 minutes'
  and due_at <= clock_timestamp() + interval '10 minutes'`

/**
 * Makes a worker of the shop do a chore now, and waits until it is done. A run that is under way does not count: it
 * began before what the caller wants it to see.
 */
export async function runChore(db: Pick<pg.Pool, 'query'>, name: string): Promise<void> {
  await until('no worker does the chore', async () => {
    const { rowCount } = await db.query(
      `update chore set due_at = now() - interval '1 day' where name = $1 and not (${RUNS})`,
      [name],
    )
    return rowCount === 1
  })
  await until('the chore is done', async () => {
    const { rows } = await db.query<{ done: boolean }>(
      `select due_at > now() and not (${RUNS}) as done from chore where name = $1`,
      [name],
    )
    return rows[0]?.done === true
  })
}
