import { AppError } from '@hc/contract/errors'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'

/** Which first-top-up bonuses a character has had; remembered for less than a second, forgotten at once where one is used. */
export type Bonuses = {
  /** @throws AppError RoleNotFound where the role is not this player's. */
  used(accountId: number, serverId: string, roleId: string): Promise<ReadonlySet<string>>
}

const CACHE_MS = 800
const CACHE_MAX = 20_000

export function createBonuses(q: Query, bus: Bus, nowMs: () => number): Bonuses {
  const cache = new Map<string, { accountId: number; used: ReadonlySet<string>; until: number }>()
  bus.on('bonus', (role) => { cache.delete(role) })
  return {
    async used(accountId, serverId, roleId) {
      const key = `${serverId}/${roleId}`
      const known = cache.get(key)
      if (known && known.until > nowMs() && known.accountId === accountId) return known.used
      const rows = await q<{ used: string | null }>({
        name: 'used-bonuses',
        text: `select f.cp_goods_id as used from game_role r left join first_top_up f on f.server_id = r.server_id and f.role_id = r.role_id
                where r.server_id = $1 and r.role_id = $2 and r.account_id = $3`,
      }, [serverId, roleId, accountId])
      if (rows.length === 0) throw new AppError('RoleNotFound')
      const used = new Set(rows.flatMap((row) => row.used ?? []))
      if (cache.size >= CACHE_MAX) cache.clear()
      cache.set(key, { accountId, used, until: nowMs() + CACHE_MS })
      return used
    },
  }
}
