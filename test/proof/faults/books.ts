import type { Query } from '../../../apps/server/src/platform/db.ts'
import { checkWorld } from '../sim/world-checks.ts'
import type { Players } from './players.ts'
import type { World } from './world.ts'

/** The possible final statuses of an order that a player saw with this status. */
const after: Record<number, readonly number[]> = {
  1: [2, 3, 4, 5, 6],
  2: [2, 4, 5],
  3: [2, 3, 4, 5],
  4: [4, 5],
  5: [5],
  6: [2, 4, 5, 6],
}

/**
 * Compares the shop's books with those of the gateway, the game and the players: none may have an entry that another
 * lacks.
 */
export async function booksAgree(
  q: Query,
  world: World,
  players: Players,
): Promise<{ checks: number; failed: string[] }> {
  const { checks, violations } = await checkWorld(q, { gateways: world.gateway, game: world.game, told: players.told })
  const status = new Map(
    (await q<{ order_no: string; status: number }>({ text: 'select order_no, status from orders' })).map((row) => [
      row.order_no,
      row.status,
    ]),
  )
  const [double] = await q<{ n: number; keys: number }>({
    // Money that the desk paid back elsewhere may also come from the gateway: that is a finding for staff.
    text: `select (select count(*)::int from reconcile_finding where settled_at is null
      and kind <> 'paid_back_twice') as n, (select count(*)::int
      from outbox where kind = 'recall' and state = 'refused') as keys`,
  })
  const more: [string, string[]][] = [
    [
      'what a player was shown still stands',
      [...players.seen]
        .filter(([no, statuses]) => [...statuses].some((item) => !after[item]?.includes(status.get(no) ?? 0)))
        .map(([no, statuses]) => `${no} ${[...statuses].join()} now ${status.get(no)}`),
    ],
    [
      'a refund that an operator was promised is made, refused by the gateway or with an operator',
      await openRefunds(q),
    ],
    ["the gateway's books have no difference to ours", double?.n === 0 ? [] : [`${double?.n} findings`]],
    [
      'what the game will not take back is known to the operator',
      double?.keys === world.game.kept.size ? [] : [`${double?.keys} here, ${world.game.kept.size} there`],
    ],
  ]
  return {
    checks: checks + more.length,
    failed: [
      ...violations.map((violation) => `${violation.name}: ${JSON.stringify(violation.rows).slice(0, 600)}`),
      ...more
        .filter(([, rows]) => rows.length > 0)
        .map(([name, rows]) => `${name}: ${rows.length} broken, ${rows.slice(0, 5).join('; ')}`),
    ],
  }
}

const openRefunds = async (q: Query): Promise<string[]> =>
  (
    await q<{ order_no: string; state: string }>({
      text: `select r.order_no, r.state from refund_request r where r.state in ('requested', 'sent')
           and not exists (select 1 from outbox b where b.order_no = r.order_no and b.kind = 'refund'
           and b.state in ('parked', 'held'))`,
    })
  ).map((row) => `${row.order_no} ${row.state}`)
