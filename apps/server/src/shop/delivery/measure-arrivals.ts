import { timeIdFloor } from '@hc/domain/order-no'
import type { Query } from '../../platform/db.ts'
import type { Chore } from '../../platform/scheduled-job.ts'

const DAYS = 7
/** With fewer deliveries nothing is said. */
const LEAST = 100
const STEP_SECONDS = 5
/** A longer time is no promise that a page can make in seconds. */
const MOST_SECONDS = 600

/**
 * Notes in how many seconds nine of ten items of the last seven days' orders were in the game after their payment.
 * Pages read the note with the catalogue. Decision 686.
 */
export async function measureArrivals(q: Query, nowMs: number): Promise<void> {
  const [row] = await q<{ seconds: number | null }>(
    {
      text: `select case when count(*) >= $2 then
          greatest($3, ceil(percentile_disc(0.9) within group (order by took) / $3) * $3) end::int as seconds
        from (select extract(epoch from delivered_at - paid_at)::float8 as took from orders
          where order_no >= $1 and order_type = 'item' and paid_at is not null and delivered_at is not null) d`,
    },
    [timeIdFloor(nowMs - DAYS * 86_400_000), LEAST, STEP_SECONDS],
  )
  const seconds = row?.seconds ?? null
  if (seconds === null || seconds > MOST_SECONDS) {
    await q({ text: 'delete from arrival_time' })
    return
  }
  await q(
    {
      text: `insert into arrival_time as a (seconds) values ($1)
        on conflict (measured) do update set seconds = excluded.seconds where a.seconds <> excluded.seconds`,
    },
    [seconds],
  )
}

export const arrivalChore = (parts: { q: Query; now: () => number }): Record<string, Chore> => ({
  measure_arrivals: {
    every: '5 minutes',
    after: '3 minutes',
    restsAtMost: 3600,
    run: () => measureArrivals(parts.q, parts.now()),
  },
})
