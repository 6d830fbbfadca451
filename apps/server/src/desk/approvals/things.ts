import type { DeskResult } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { draftedKinds } from '@hc/contract/desk/kinds'
import { CAMPAIGNS, drafted } from '../campaigns/kinds/kinds.ts'
import { badgesOf } from '../orders/badges.ts'

export type Target = { kind: string; target: string }
export type Thing = NonNullable<DeskResult<'approval/read'>['thing']>

const ORDER = `jsonb_build_object('order_no', o.order_no, 'created_at', ${epochSeconds('o.created_at')},
  'status', o.status, 'uid', o.uid, 'role_name', o.role_name, 'server_name', o.server_name, 'type', o.order_type,
  'amount_cents', o.amount_cents, 'currency', o.currency, 'channel', o.channel_code, 'badges', ${badgesOf},
  'cause', coalesce(o.cause, ''))`

/** The rows of campaigns that people draft: their gifts have the pictures. */
const BODIES = draftedKinds
  .map((kind) => `select '${kind}' as kind, r.campaign_id as id, to_jsonb(r) as body from ${drafted[kind].table} r`)
  .join(' union all ')

/** The order, the product or the campaign behind targets, with its name and picture. Other targets have none. */
const TEXT = `select t.kind, t.target, coalesce(c.name, p.texts->'en-US'->>'name', exact_name(o.cp_goods_id, o.points),
    o.title, p.cp_goods_id, o.cp_goods_id) as goods_name, coalesce(p.icon, g.icon, '') as icon,
    case when o.order_no is not null then ${ORDER} end as "order",
    case when p.cp_goods_id is not null and o.order_no is null then jsonb_build_object('cp_goods_id', p.cp_goods_id,
      'price_cents', p.price_cents, 'bonus_pct', p.bonus_pct, 'active', p.active) end as product,
    case when c.id is not null then jsonb_build_object('kind', c.kind, 'state', c.state, 'starts_at', c.starts_at,
      'ends_at', c.ends_at) end as campaign
  from unnest($1::text[], $2::text[]) t (kind, target)
    left join orders o on t.kind in ('order', 'recall') and o.order_no = regexp_replace(t.target, '^rcl_', '')
    left join outbox b on b.outbox_id = 'dlv_' || o.order_no
    left join product p on p.cp_goods_id = case when t.kind = 'product' then t.target
      when t.kind = 'bonus_reset' then split_part(t.target, '@', 1)
      when t.kind = 'price' then split_part(t.target, ' ', 2) else o.cp_goods_id end
    left join lateral (select x.kind, x.id, x.name, x.state, x.starts_at, x.ends_at from ${CAMPAIGNS}
      where x.id = t.target and x.kind = any($3) and t.kind in (x.kind, 'running') limit 1) c on true
    left join (${BODIES}) d on (d.kind, d.id) = (c.kind, c.id)
    left join product g
      on g.cp_goods_id = coalesce(d.body->'items'->0->>'cp_goods_id', d.body->'tiers'->0->>'gift_goods_id')
  where coalesce(o.order_no, p.cp_goods_id, c.id) is not null`

const keyOf = ({ kind, target }: Target): string => `${kind} ${target}`

/** What targets are, for those who may read orders; a product and a campaign everybody may see. */
export async function thingsOf(
  q: Query,
  targets: readonly Target[],
  may: (right: string) => boolean,
): Promise<(target: Target) => Thing | undefined> {
  const readable = targets.filter(({ kind }) => (kind !== 'order' && kind !== 'recall') || may('order.read'))
  if (readable.length === 0) return () => undefined
  const rows = await q<Target & { goods_name: string; icon: string } & Pick<Thing, 'order' | 'product' | 'campaign'>>(
    { text: TEXT },
    [readable.map(({ kind }) => kind), readable.map(({ target }) => target), draftedKinds],
  )
  const things = new Map(
    rows.map(({ kind, target, goods_name, icon, order, product, campaign }) => [
      keyOf({ kind, target }),
      {
        goods_name,
        icon,
        ...(order ? { order } : {}),
        ...(product ? { product } : {}),
        ...(campaign ? { campaign } : {}),
      },
    ]),
  )
  return (target) => things.get(keyOf(target))
}
