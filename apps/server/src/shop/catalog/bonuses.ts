import { AppError } from '@hc/contract/errors'
import { createBriefCache } from '../../platform/brief-cache.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

/**
 * When a character used an item's bonus, and when it is available again (seconds since 1970; 0: no date is set). While
 * the bonus is unused, `heldBy` is the open order that holds it, or ''.
 */
export type UsedBonus = { at: number; again: number; heldBy: string }
export type UsedBonuses = ReadonlyMap<string, UsedBonus>

/**
 * The first-top-up bonuses that a character has used, or an open order holds, since their last reset. They are cached
 * for less than a second, and dropped at once when one is used.
 */
export type Bonuses = {
  /** @throws AppError RoleNotFound: the role is not this player's. */
  used(accountId: number, serverId: string, roleId: string): Promise<UsedBonuses>
}

export function createBonuses(q: Query, bus: Bus): Bonuses {
  const cache = createBriefCache<string, { accountId: number; used: UsedBonuses }>()
  bus.on('bonus', (role) => {
    cache.drop(role)
  })
  return {
    async used(accountId, serverId, roleId) {
      const key = `${serverId}/${roleId}`
      const cachedBonuses = cache.get(key)
      if (cachedBonuses?.accountId === accountId) return cachedBonuses.used
      const rows = await q<{ used: string | null; at: number; again: number; held_by: string }>(
        {
          name: 'used-bonuses',
          text: `select b.cp_goods_id as used, coalesce(${epochSeconds('b.at')}, 0) as at, coalesce(b.held_by, '') as
            held_by,
                      coalesce((select ${epochSeconds('min(n.at)')} from bonus_reset n
                        where b.at is not null and n.cp_goods_id = b.cp_goods_id and n.at > app_now()), 0) as again
                 from game_role r left join lateral (
                   select f.cp_goods_id, f.epoch, f.at, null as held_by from first_top_up f
                    where f.server_id = r.server_id and f.role_id = r.role_id
                   union all select h.cp_goods_id, h.epoch, null, h.order_no from bonus_hold h
                    where h.server_id = r.server_id and h.role_id = r.role_id) b
                   on b.epoch = bonus_epoch(b.cp_goods_id, app_now())
                where r.server_id = $1 and r.role_id = $2 and r.account_id = $3`,
        },
        [serverId, roleId, accountId],
      )
      if (rows.length === 0) throw new AppError('RoleNotFound')
      const used = new Map(
        rows.flatMap(({ used: goods, at, again, held_by: heldBy }): [string, UsedBonus][] =>
          goods === null ? [] : [[goods, { at, again, heldBy }]],
        ),
      )
      cache.set(key, { accountId, used })
      return used
    },
  }
}
