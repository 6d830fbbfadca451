import { TextField } from '@hc/ui/field'
import { count, joinWords } from '../../../kit/facts.tsx'
import { lines, whole, type Why, wrongLine } from '../campaign-draft.ts'
import { goodsOf, ItemsField } from '../goods-fields.tsx'
import type { CampaignForm } from './campaign-form.ts'

const ITEM = /^(\S+) (\d{1,6})$/
const wrongLimit = (value: string): Why | false => value !== '' && !whole(value) && 'invalid'
const limit = (value: string): number | null => (value === '' ? null : Number(value))
const number = (value: string): number => (whole(value) ? Number(value) : 0)

export const redeem: CampaignForm<'redeem'> = {
  wrong: (f) => ({
    items: wrongLine(f.items, ITEM),
    basic: !whole(f.basic) && 'invalid',
    present: !whole(f.present) && 'invalid',
    perRole: wrongLimit(f.perRole),
    perAccount: wrongLimit(f.perAccount),
    total: wrongLimit(f.total),
  }),
  draft: (f, common) => ({
    kind: 'redeem',
    ...common,
    items: lines(f.items).map((line) => {
      const [, id = '', quantity = ''] = ITEM.exec(line) ?? []
      return { cp_goods_id: id, quantity: Number(quantity) }
    }),
    basic_points: Number(f.basic),
    present_points: Number(f.present),
    per_role: limit(f.perRole),
    per_account: limit(f.perAccount),
    total: limit(f.total),
  }),
  reward: ({ common, rows }) => (
    <>
      <ItemsField {...rows('items')} />
      <div className="field-pair">
        <TextField inputMode="numeric" {...common('basic')} />
        <TextField inputMode="numeric" {...common('present')} />
      </div>
    </>
  ),
  who: ({ t, common }) => (
    <div className="field-pair">
      <TextField inputMode="numeric" {...common('perRole', t('campaigns.noLimit'))} />
      <TextField inputMode="numeric" {...common('perAccount', t('campaigns.noLimit'))} />
      <TextField inputMode="numeric" {...common('total', t('campaigns.noLimit'))} />
    </div>
  ),
  whoText: (t, f) =>
    joinWords([
      ...(f.perRole === '' ? [] : [t('campaigns.form.eachCharacter', { n: number(f.perRole), shown: f.perRole })]),
      ...(f.perAccount === ''
        ? []
        : [t('campaigns.form.eachPlayer', { n: number(f.perAccount), shown: f.perAccount })]),
      f.total === '' ? t('campaigns.form.noTotal') : t('campaigns.form.inTotal', { n: count(number(f.total)) }),
    ]),
  unbounded: 'campaigns.noBound',
  most: (f, products) =>
    f.total === ''
      ? null
      : number(f.total) *
        (number(f.basic) +
          number(f.present) +
          goodsOf(f.items).reduce(
            (sum, { id, quantity }) => sum + (products.get(id)?.price_cents ?? 0) * number(quantity),
            0,
          )),
}
