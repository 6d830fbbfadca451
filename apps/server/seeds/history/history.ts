import type { Query } from '../../src/platform/db.ts'
import { planOrders, type Happening, type HistoryProduct } from './plan.ts'
import { historyPlayers } from './players.ts'
import { seeded } from './random.ts'

const SEED = 20_260_101
const DAY_MS = 86_400_000

/**
 * Thirty days of a shop that lives, for a demo without an order: made by the shop's own functions at moments of the
 * past, a transaction for each day. @returns how many orders it made; 0 where the demo has orders
 */
export async function seedHistory(q: Query, startMs: number): Promise<number> {
  const [now] = await q<{ begun: boolean }>({ text: 'select exists (select 1 from orders) as begun' })
  if (now?.begun) return 0
  const products = await q<HistoryProduct>({
    text: `select cp_goods_id as id, kind, price_cents::int as cents, bonus_pct as bonus,
      (select jsonb_object_agg(l.key, l.value->>'name') from jsonb_each(texts) l) as names
      from product where cp_goods_id <> 'coin_exact' order by cp_goods_id`,
  })
  const random = seeded(SEED)
  const players = historyPlayers(random)
  await q(
    {
      text: `with a as (insert into account (uid, login, password_hash, email_login, created_at)
        select p.uid, p.login, null, false, to_timestamp($2 / 1000.0) from jsonb_to_recordset($1::jsonb) p (uid text,
          login text) on conflict do nothing returning account_id, uid)
      insert into game_role (server_id, role_id, account_id, name, level)
      select p.server, p.role, a.account_id, p.name, p.level from jsonb_to_recordset($1::jsonb) p (uid text, server text,
        role text, name text, level int) join a using (uid)`,
    },
    [JSON.stringify(players), startMs - 40 * DAY_MS],
  )
  const plan = planOrders(startMs, random, players, products)
  const days = Map.groupBy(plan, ({ at }: Happening) => Math.floor(at / DAY_MS))
  for (const day of days.values()) await q({ text: 'select demo_play($1::jsonb)' }, [JSON.stringify(day)])
  return plan.filter(({ do: what }) => what === 'order').length
}
