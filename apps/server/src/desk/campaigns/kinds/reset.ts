import { epochSeconds } from '../../../platform/epoch.ts'
import type { CampaignKind } from './campaign-kind.ts'

/** The item of a reset's id, which is the item, `@` and its second since 1970. */
const itemOf = (id: string): string => id.split('@')[0] ?? ''

/** A character may get the first-top-up bonus of an item once more. Nobody drafts one: it is there, or withdrawn. */
export const reset: CampaignKind = {
  listed: `select c.cp_goods_id || '@' || ${epochSeconds('c.at')} as id,
      coalesce(p.texts -> 'en-US' ->> 'name', c.cp_goods_id) as name,
      case when c.at > app_now() then 'ready' when exists (select from bonus_reset r
        where r.cp_goods_id = c.cp_goods_id and r.at > c.at and r.at <= app_now()) then 'over' else 'running' end as state,
      c.at as began, ${epochSeconds('c.at')} as starts_at, null::bigint as ends_at, null::int as used, null::int as total
      from bonus_reset c left join product p using (cp_goods_id)`,
  requests: ['bonus_reset'],
  got: 'bonus_given',
  subject: itemOf,
  forecast: 'past',
  length: () => Promise.resolve({ days: null, most: null }),
  read: () => Promise.resolve({}),
  named: '',
}
