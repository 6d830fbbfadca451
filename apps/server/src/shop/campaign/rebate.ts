import type { Rebate, RebateTier } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { centsToUsd } from '@hc/domain/money'
import type { Ctx } from '../../ctx.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { deliveryState } from '../delivery/delivery-state.ts'
import { epochSeconds } from '../../platform/epoch.ts'

type Row = {
  campaign_id: string
  texts: Partial<Record<Locale, { name: string; desc: string }>>
  begins: number
  ends: number
  counts: ('item' | 'coin')[]
  owned: boolean
  cents: number
  added: number
  threshold_cents: number
  rate_pct: number
  gift_goods_id: string | null
  gift_quantity: number
  order_no: string | null
  granted: number
  taken_back: boolean | null
  gift_state: string | null
}

/** "2 × Name" of a gift, or empty. */
export const giftText = (
  catalog: Pick<Catalog, 'text'>,
  goodsId: string | null,
  quantity: number,
  locale: Locale,
): string => {
  if (goodsId === null) return ''
  const { name } = catalog.text(goodsId, locale)
  return quantity === 1 ? name : `${quantity} × ${name}`
}

function toTier(catalog: Pick<Catalog, 'text' | 'find'>, row: Row, locale: Locale): RebateTier {
  const standing = row.taken_back === false
  return {
    threshold: centsToUsd(row.threshold_cents),
    rate: row.rate_pct,
    gift: giftText(catalog, row.gift_goods_id, row.gift_quantity, locale),
    gift_goods: row.gift_goods_id ?? '',
    art: (row.gift_goods_id !== null && catalog.find(row.gift_goods_id)?.icon) || '',
    points: Math.floor((row.threshold_cents * row.rate_pct) / 100),
    why: standing ? 'granted' : row.taken_back ? 'taken_back' : 'not_reached',
    missing: centsToUsd(Math.max(0, row.threshold_cents - row.cents)),
    granted_ts: standing ? row.granted : 0,
    sdk_order_id: standing ? (row.order_no ?? '') : '',
    gift_state: deliveryState(row.gift_state),
  }
}

/**
 * The active campaign with its tiers, and their state for one character. A tier shows its last grant, and the
 * last gift that the game did not take back.
 */
export async function rebateInfo(
  { ctx, catalog }: { ctx: Pick<Ctx, 'q'>; catalog: Pick<Catalog, 'text' | 'find'> },
  accountId: number,
  serverId: string,
  roleId: string,
  orderNo: string,
  locale: Locale,
): Promise<Rebate> {
  const rows = await ctx.q<Row>(
    {
      text: `select c.campaign_id, c.texts, ${epochSeconds('c.starts_at')} as begins, ${epochSeconds('c.ends_at')} as
        ends, c.counts,
                  $2 = '' or exists (select 1 from game_role r where r.server_id = $1 and r.role_id = $2
                  and r.account_id = $3) as owned,
                  coalesce(p.cents, 0) as cents,
                  coalesce((select coalesce(o.base_cents, o.amount_cents) - coalesce(w.cents, 0) from orders o
                  left join rebate_away w using (order_no) where o.order_no = $4 and o.account_id = $3
                  and o.rebate_campaign_id = c.campaign_id and o.server_id = $1 and o.role_id = $2), 0) as added,
                  t.threshold_cents, t.rate_pct, t.gift_goods_id, t.gift_quantity,
                  g.order_no, coalesce(${epochSeconds('g.created_at')}, 0) as granted, case
                  when g.number is not null then g.taken_back_at is not null end as taken_back,
                  (select b.state from rebate_grant s join outbox b on b.outbox_id = 'dlv_' || s.number
                  where not exists (select from outbox r where r.outbox_id = 'rcl_' || s.number
                      and r.state = 'confirmed') and s.campaign_id = c.campaign_id and s.server_id = $1
                      and s.role_id = $2 and s.threshold_cents = t.threshold_cents order by s.created_at desc
                      limit 1) as gift_state
             from rebate_campaign c join rebate_tier t using (campaign_id)
             left join rebate_progress p on p.campaign_id = c.campaign_id and p.server_id = $1 and p.role_id = $2
             left join lateral (select * from rebate_grant s where s.campaign_id = c.campaign_id and s.server_id = $1
             and s.role_id = $2
                and s.threshold_cents = t.threshold_cents order by s.taken_back_at is null desc, s.created_at desc
                limit 1) g on true
            where c.state = 'ready' and c.starts_at <= app_now() and c.ends_at > app_now() order by t.threshold_cents`,
    },
    [serverId, roleId, accountId, orderNo],
  )
  const [first] = rows
  if (!first) return { campaign: null, tiers: [], amount: 0, next_tier: null }
  if (!first.owned) throw new AppError('RoleNotFound')
  const tiers = rows.map((row) => toTier(catalog, row, locale))
  const text = first.texts[locale] ?? first.texts[defaultLocale]
  return {
    campaign: {
      id: first.campaign_id,
      name: text?.name ?? '',
      desc: text?.desc ?? '',
      begin_ts: first.begins,
      end_ts: first.ends,
      counts: first.counts,
    },
    tiers,
    amount: centsToUsd(first.cents),
    ...(first.added > 0 && { added: centsToUsd(first.added) }),
    next_tier: tiers.find((tier) => tier.missing > 0) ?? null,
  }
}
