import { TextArea } from '@hc/ui/text-area'
import { lines, wrongLine } from '../campaign-draft.ts'
import type { CampaignForm } from './campaign-form.ts'

const TIER = /^(\d{1,7}(?:\.\d{2})?) (\d{1,3})(?: (\S+)(?: (\d{1,6}))?)?$/

export const rebate: CampaignForm<'rebate'> = {
  hint: (t) => t('campaigns.tiersHint'),
  wrong: (f) => ({ tiers: f.tiers.trim() === '' ? 'needed' : wrongLine(f.tiers, TIER) }),
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
  fields: ({ t, common, check }) => (
    <>
      <fieldset>
        <legend>{t('campaigns.counts')}</legend>
        {check('item')}
        {check('coin')}
      </fieldset>
      <TextArea rows={5} {...common('tiers', t('campaigns.tiersHint'))} />
      <p className="soft">{t('campaigns.tiersStand')}</p>
    </>
  ),
}
