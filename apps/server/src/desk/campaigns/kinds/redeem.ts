import { AppError } from '@hc/contract/errors'
import type { Query } from '../../../platform/db.ts'
import { list, orNull, whole } from '../../kit/cells.ts'
import { type Breach, type DraftedKind, isGoods, listedIn, namedIn, type OwnFields, wholeIn } from './campaign-kind.ts'

type Item = { cp_goods_id: string; quantity: number; bonus: number }
/** As the table has it: a gift need not speak of a bonus, and a name may be all of a text. */
type Body = Pick<OwnFields, 'version' | 'basic_points' | 'present_points' | 'per_role' | 'per_account'> & {
  texts: Record<string, { name: string; desc?: string }>
  items: (Omit<Item, 'bonus'> & { bonus?: number })[]
}

function itemOf(goods: unknown, quantity: unknown, bonus: unknown): Item | null {
  const n = wholeIn(quantity, 1, 1_000_000)
  const more = wholeIn(bonus, 0, 1000)
  return isGoods(goods) && n !== null && more !== null ? { cp_goods_id: goods, quantity: n, bonus: more } : null
}
/** `gem_300:2:10`: an item, how many, and the bonus in percent. */
const items = list<Item>(
  ([goods, quantity = '1', bonus = '0']) => itemOf(goods, quantity, bonus),
  (item) => itemOf(item.cp_goods_id, item.quantity, item.bonus ?? 0),
  20,
)
const limit = orNull(whole(1, 1_000_000_000))
const points = whole(0, 10_000_000)

async function codesOf(q: Query, id: string): Promise<OwnFields['codes']> {
  const [row] = await q<OwnFields['codes']>(
    {
      text: `select count(*) as made, coalesce(sum(k.used), 0)::bigint as used,
          case when bool_or(k.uses is null) then null else coalesce(sum(k.uses - k.used), 0)::bigint end as left,
          (count(*) - (select count(*) from desk.code_export e join redeem_code c using (code)
            where c.campaign_id = $1)) as to_export
        from redeem_code k where k.campaign_id = $1`,
    },
    [id],
  )
  return row ?? { made: 0, used: 0, left: 0, to_export: 0 }
}

/** Codes, each of which gives a character the campaign's items and points. */
export const redeem: DraftedKind = {
  listed: listedIn('redeem_campaign', 'case when c.total is not null then c.used end', 'c.total'),
  requests: ['redeem', 'running'],
  got: 'redeemed',
  subject: (id) => id,
  forecast: 'most',
  async length(q, id) {
    const [row] = await q<{ most: number | null }>(
      {
        text: `select (desk.redeem_bound(c.campaign_id) * (c.basic_points + c.present_points
            + (select v.cents from desk.items_value(c.items) v)))::float8 as most
          from redeem_campaign c where c.campaign_id = $1`,
      },
      [id],
    )
    if (!row) throw new AppError('CampaignNotFound')
    return { days: null, most: row.most }
  },
  async read(q, id) {
    const [body] = await q<Body>(
      {
        text: `select version, texts, items, basic_points, present_points, per_role, per_account
          from redeem_campaign where campaign_id = $1`,
      },
      [id],
    )
    if (!body) throw new AppError('CampaignNotFound')
    return {
      ...body,
      texts: Object.fromEntries(Object.entries(body.texts).map(([key, { name, desc = '' }]) => [key, { name, desc }])),
      items: body.items.map(({ cp_goods_id, quantity, bonus = 0 }) => ({ cp_goods_id, quantity, bonus })),
      codes: await codesOf(q, id),
    }
  },
  named: namedIn('redeem_campaign', `x.key in (c.campaign_id, 'redeem:' || c.campaign_id)`),
  table: 'redeem_campaign',
  gives: { sql: 'exists (select from redeem_code k where k.campaign_id = c.campaign_id)', lacks: 'no_codes' },
  fieldsOf(draft) {
    if (draft.kind !== 'redeem') return {}
    const { kind: _kind, starts: _starts, ends: _ends, ...fields } = draft
    return fields
  },
  /** Gifts must have a price, or else the cost is unknown. */
  async check(q, draft) {
    if (draft.kind !== 'redeem') return
    const [row] = await q<{ unpriced: string[] }>({ text: 'select unpriced from desk.items_value($1)' }, [
      JSON.stringify(draft.items),
    ])
    if (row && row.unpriced.length > 0) throw new AppError('CampaignRefused', { why: 'unpriced', items: row.unpriced })
  },
  promoted: [
    'texts',
    'items',
    'basic_points',
    'present_points',
    'starts_at',
    'ends_at',
    'per_role',
    'per_account',
    'total',
  ],
  file: {
    columns: {
      items: {
        select: 'c.items',
        reader: items,
        packed: (gifts: Body['items']) =>
          gifts.map((gift) => [gift.cp_goods_id, gift.quantity, gift.bonus ?? 0].join(':')).join('; '),
      },
      basic_points: { select: 'c.basic_points', reader: points },
      present_points: { select: 'c.present_points', reader: points },
      per_role: { select: 'c.per_role', reader: limit },
      per_account: { select: 'c.per_account', reader: limit },
      total: { select: 'c.total', reader: limit },
    },
    needed: [],
    usual: { items: [], basic_points: 0, present_points: 0, per_role: 1, per_account: null, total: null },
    inOrder: (fields) =>
      Array.isArray(fields.items)
        ? { ...fields, items: (fields.items as Partial<Item>[]).map((gift) => ({ bonus: 0, ...gift })) }
        : fields,
    breaches(fields, goods) {
      const gifts = fields.items as Item[]
      const breaches: Breach[] = gifts
        .filter(({ cp_goods_id: id }) => !goods.has(id))
        .map(({ cp_goods_id: id }) => ['items', 'unknown_product', id])
      if (gifts.length === 0 && fields.basic_points === 0 && fields.present_points === 0)
        breaches.push(['items', 'gives_nothing'])
      return breaches
    },
  },
}
