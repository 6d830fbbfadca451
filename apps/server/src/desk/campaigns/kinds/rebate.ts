import { AppError } from '@hc/contract/errors'
import type { Query } from '../../../platform/db.ts'
import { choices, list } from '../../kit/cells.ts'
import { type Breach, type DraftedKind, isGoods, listedIn, namedIn, type OwnFields, wholeIn } from './campaign-kind.ts'

type Tier = { threshold_cents: number; rate_pct: number; gift_goods_id: string | null; gift_quantity: number }
type Body = Pick<OwnFields, 'version' | 'counts'> & { texts: Record<string, { name: string; desc?: string }> }

function tierOf(threshold: unknown, rate: unknown, gift: unknown, quantity: unknown): Tier | null {
  const cents = wholeIn(threshold, 1, 1_000_000_000)
  const pct = wholeIn(rate, 0, 100)
  const n = wholeIn(quantity, 1, 1_000_000)
  const goods = gift === null || gift === '' ? null : isGoods(gift) ? gift : undefined
  if (cents === null || pct === null || n === null || goods === undefined) return null
  return { threshold_cents: cents, rate_pct: pct, gift_goods_id: goods, gift_quantity: n }
}
/** `2500:4:gem_60:2`: a sum in cents, percent in points, the gift and how many. */
const tiers = list<Tier>(
  ([cents, rate, gift = '', quantity = '1']) => tierOf(cents, rate, gift, quantity),
  (tier) => tierOf(tier.threshold_cents, tier.rate_pct, tier.gift_goods_id ?? null, tier.gift_quantity ?? 1),
  20,
)

async function tiersOf(q: Query, id: string): Promise<Pick<OwnFields, 'tiers' | 'mark'>> {
  const [row] = await q<Pick<OwnFields, 'tiers' | 'mark'>>(
    { text: 'select desk.tiers_of($1) as tiers, desk.tiers_mark($1) as mark' },
    [id],
  )
  if (!row) throw new AppError('CampaignNotFound')
  return row
}

/** Points and gifts for a character whose payments reach a sum. */
export const rebate: DraftedKind = {
  listed: listedIn('rebate_campaign'),
  requests: ['rebate', 'running'],
  got: 'tier_granted',
  subject: (id) => id,
  forecast: 'past',
  async length(q, id) {
    const [row] = await q<{ days: number }>(
      {
        text: `select extract(epoch from c.ends_at - c.starts_at)::float8 / 86400 as days
          from rebate_campaign c where c.campaign_id = $1`,
      },
      [id],
    )
    if (!row) throw new AppError('CampaignNotFound')
    return { days: row.days, most: null }
  },
  async read(q, id) {
    const [body] = await q<Body>(
      { text: 'select version, texts, counts from rebate_campaign where campaign_id = $1' },
      [id],
    )
    if (!body) throw new AppError('CampaignNotFound')
    return {
      ...body,
      texts: Object.fromEntries(Object.entries(body.texts).map(([key, { name, desc = '' }]) => [key, { name, desc }])),
      ...(await tiersOf(q, id)),
    }
  },
  named: namedIn('rebate_campaign', `x.key = 'rebate:' || c.campaign_id`),
  table: 'rebate_campaign',
  gives: { sql: 'exists (select from rebate_tier x where x.campaign_id = c.campaign_id)', lacks: 'no_tiers' },
  fieldsOf: (draft) =>
    draft.kind === 'rebate' ? { texts: draft.texts, counts: draft.counts, tiers: draft.tiers } : {},
  check: () => Promise.resolve(),
  promoted: ['texts', 'starts_at', 'ends_at', 'counts', 'tiers'],
  file: {
    columns: {
      counts: { select: 'c.counts', reader: choices('item', 'coin') },
      tiers: {
        select: 'desk.tiers_of(c.campaign_id)',
        reader: tiers,
        packed: (steps: Tier[]) =>
          steps
            .map(({ threshold_cents: cents, rate_pct: rate, gift_goods_id: gift, gift_quantity: n }) =>
              [cents, rate, ...(gift === null ? [] : [gift, n])].join(':'),
            )
            .join('; '),
      },
    },
    needed: ['counts', 'tiers'],
    usual: {},
    inOrder: (fields) =>
      Array.isArray(fields.tiers)
        ? { ...fields, tiers: (fields.tiers as Tier[]).toSorted((a, b) => a.threshold_cents - b.threshold_cents) }
        : fields,
    breaches(fields, goods) {
      const steps = fields.tiers as Tier[]
      const breaches: Breach[] = []
      if (steps.length === 0) breaches.push(['tiers', 'empty'])
      if (new Set(steps.map(({ threshold_cents: cents }) => cents)).size !== steps.length)
        breaches.push(['tiers', 'twice'])
      for (const { gift_goods_id: gift, threshold_cents: cents, rate_pct: rate } of steps) {
        if (gift !== null && !goods.has(gift)) breaches.push(['tiers', 'unknown_product', gift])
        if (gift === null && cents * rate < 100) breaches.push(['tiers', 'gives_nothing', cents])
      }
      return breaches
    },
  },
}
