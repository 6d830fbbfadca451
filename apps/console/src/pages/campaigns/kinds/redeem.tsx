import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { lines, whole, type Why, wrongLine } from '../campaign-draft.ts'
import type { CampaignForm } from './campaign-form.ts'

const ITEM = /^(\S+) (\d{1,6})$/
const wrongLimit = (value: string): Why | false => value !== '' && !whole(value) && 'invalid'
const limit = (value: string): number | null => (value === '' ? null : Number(value))

export const redeem: CampaignForm<'redeem'> = {
  hint: (t) => t('campaigns.itemsHint'),
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
  fields: ({ t, common }) => (
    <>
      <TextArea rows={3} {...common('items', t('campaigns.itemsHint'))} />
      <TextField inputMode="numeric" {...common('basic')} />
      <TextField inputMode="numeric" {...common('present')} />
      <TextField inputMode="numeric" {...common('perRole', t('campaigns.noLimit'))} />
      <TextField inputMode="numeric" {...common('perAccount', t('campaigns.noLimit'))} />
      <TextField inputMode="numeric" {...common('total', t('campaigns.noLimit'))} />
    </>
  ),
}
