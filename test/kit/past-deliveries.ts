import { timeIdFloor } from '@hc/domain/order-no'
import type pg from 'pg'

const DAY_MS = 86_400_000

/** Writes delivered orders of the demo's player, made some days ago, each with its seconds from payment to delivery. */
export async function pastDeliveries(
  db: Pick<pg.Pool, 'query'>,
  daysAgo: number,
  seconds: readonly number[],
  type: 'item' | 'coin' = 'item',
): Promise<void> {
  const at = Date.now() - daysAgo * DAY_MS
  await db.query(
    `insert into orders (order_no, account_id, uid, status, order_type, cp_goods_id, amount_cents, paid_cents,
        bonus_granted, channel_code, created_at, expires_at, paid_at, delivered_at)
      select left($1, 10) || left($4, 1) || lpad(n::text, 15, '0'), a.account_id, a.uid, 4, $4, 'gem_60', 99, 99, 0,
        'sandbox', t.at, t.at + interval '1 hour', t.at + interval '9 seconds',
        t.at + interval '9 seconds' + make_interval(secs => s)
      from unnest($3::float8[]) with ordinality x (s, n)
        cross join (select to_timestamp($2::float8 / 1000) as at) t
        cross join (select account_id, uid from account where login = 'demo') a`,
    [timeIdFloor(at), at, seconds, type],
  )
}

/** So many equal times. */
export const times = (n: number, seconds: number): number[] => Array.from({ length: n }, () => seconds)
