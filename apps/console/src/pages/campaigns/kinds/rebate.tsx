import { joinWords } from '../../../kit/facts.tsx'
import { lines, wrongLine } from '../campaign-draft.ts'
import { TiersField } from '../goods-fields.tsx'
import type { CampaignForm } from './campaign-form.ts'

const TIER = /^(\d{1,7}(?:\.\d{1,2})?) (\d{1,3})(?: (\S+)(?: (\d{1,6}))?)?$/

export const rebate: CampaignForm<'rebate'> = {
  wrong: (f) => ({
    tiers: f.tiers.trim() === '' ? 'needed' : wrongLine(f.tiers, TIER),
    item: !f.item && !f.coin && 'needed',
  }),
  draft: (f, common) => ({
    kind: 'rebate',
    ...common,
    counts: [...(f.item ? (['item'] as const) : []), ...(f.coin ? (['coin'] as const) : [])],
    tiers: lines(f.tiers).map((line) => {
      const [, sum = '', rate = '', gift, quantity = '1'] = TIER.exec(line) ?? []
      return {
        threshold_cents: Math.round(Number(sum) * 100),
        rate_pct: Number(rate),
        gift_goods_id: gift ?? null,
        gift_quantity: Number(quantity),
      }
    }),
  }),
  reward: ({ t, rows }) => (
    <>
      <TiersField {...rows('tiers')} />
      <p className="soft">{t('campaigns.tiersStand')}</p>
    </>
  ),
  who: ({ t, check }) => (
    <fieldset>
      <legend className="field-label">{t('campaigns.counts')}</legend>
      {check('item')}
      {check('coin')}
    </fieldset>
  ),
  whoText: (t, f) =>
    t('campaigns.form.orders', {
      kinds: joinWords([
        ...(f.item ? [t('campaigns.countsItem')] : []),
        ...(f.coin ? [t('campaigns.countsCoin')] : []),
      ]),
    }),
  most: () => null,
  unbounded: 'campaigns.form.costLater',
}
