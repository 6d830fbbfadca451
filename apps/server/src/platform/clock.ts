import type { Log } from './log.ts'
import type { Query } from './db.ts'

export type Clock = { now: () => number; stop(): void }

/** How often the database is asked what time it is. */
const ASK_MS = 30_000
/** A smaller difference is ignored: a round trip, a leap second or NTP can cause it. */
const TOLERATED_MS = 1_000

/**
 * The database's clock, shared by all processes: this machine's own clock plus its offset from the database's. Order
 * numbers, signatures and tickets so come from one clock, whichever machine makes them. Decision 82.
 */
export async function openClock(q: Query, log: Log): Promise<Clock> {
  let offset = 0
  async function ask(): Promise<void> {
    const before = Date.now()
    const [row] = await q<{ ms: number }>({
      name: 'what-time',
      text: 'select (extract(epoch from app_now()) * 1000)::float8 as ms',
    })
    const after = Date.now()
    // A slow answer is too inaccurate.
    if (!row || after < before || after - before > TOLERATED_MS) return
    const off = row.ms - (before + after) / 2
    const moved = Math.abs(off) < TOLERATED_MS ? 0 : Math.round(off)
    if (moved !== 0 && offset === 0)
      log.warn({ ms: moved }, "this machine's clock differs from the database's: the shop uses the database's")
    offset = moved
  }
  await ask()
  const timer = setInterval(() => {
    ask().catch(() => undefined)
  }, ASK_MS)
  timer.unref()
  return {
    now: () => Date.now() + offset,
    stop: () => clearInterval(timer),
  }
}
