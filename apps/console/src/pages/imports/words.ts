import type { ImportChange } from '@hc/contract/desk/imports'
import { factName } from '../../kit/codes.ts'
import { money } from '../../kit/facts.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { tOf } from '../../kit/text-of.ts'

/** The message for a wrong cell. */
export const wrongText = (t: DeskTexts, why: string): string => tOf(t, 'imports.wrong', why) ?? why

export type Step = { field: string; before: string | null; after: string }

type Text = Partial<Record<'name' | 'desc' | 'title' | 'summary', string>>
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const words = (value: unknown): string => {
  const { name, desc, title, summary } = (isObject(value) ? value : {}) as Text
  return [name ?? title, desc ?? summary].filter((candidate) => candidate).join(' – ')
}
const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : JSON.stringify(value ?? '')
/** One entry of a list: an item and its count, or a tier and its gift. */
const part = (item: unknown): string => {
  if (!isObject(item)) return word(item)
  if ('cp_goods_id' in item) return `${word(item.quantity)} × ${word(item.cp_goods_id)}`
  if ('threshold_cents' in item)
    return [
      `${money(Number(item.threshold_cents))}: ${word(item.rate_pct)} %`,
      ...(item.gift_goods_id === null ? [] : [`${word(item.gift_quantity)} × ${word(item.gift_goods_id)}`]),
    ].join(', ')
  return JSON.stringify(item)
}
function plain(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && field.endsWith('_cents')) return money(value)
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(part).join(' · ')
  return isObject(value) ? JSON.stringify(value).slice(0, 200) : word(value)
}

/** The fields that come first. */
const first = ['texts', 'kind', 'price_cents', 'bonus_pct', 'items', 'tiers', 'starts_at', 'ends_at']
const place = (field: string): number => (first.includes(field) ? first.indexOf(field) : first.length)

/** The changes of a row, field by field; texts language by language. A new row lists its non-empty fields. */
export const stepsOf = ({ before, after }: Pick<ImportChange, 'before' | 'after'>): Step[] =>
  Object.entries(after)
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([field, value]): Step[] => {
      const was = before?.[field]
      if (field !== 'texts' || !isObject(value))
        return [{ field, before: before === null ? null : plain(field, was), after: plain(field, value) }]
      const old = isObject(was) ? was : {}
      return Object.keys(value)
        .filter((locale) => JSON.stringify(old[locale]) !== JSON.stringify(value[locale]))
        .map((locale) => ({
          field: locale,
          before: before === null ? null : words(old[locale]) || '–',
          after: words(value[locale]) || '–',
        }))
    })
    .filter((step) => step.before !== null || step.after !== '–')

const names = {
  price_cents: 'products.price',
  bonus_pct: 'products.bonus',
  kind: 'products.kind',
  quantity: 'products.quantity',
  icon: 'products.icon',
  tag: 'products.tag',
  sort: 'products.sort',
  featured: 'products.featured',
  active: 'products.onSale',
  starts_at: 'campaigns.starts',
  ends_at: 'campaigns.ends',
  items: 'campaigns.items',
  basic_points: 'campaigns.basic',
  present_points: 'campaigns.present',
  per_role: 'campaigns.perRole',
  per_account: 'campaigns.perAccount',
  total: 'campaigns.total',
  counts: 'campaigns.counts',
  tiers: 'campaigns.tiers',
} as const
const isNamed = (field: string): field is keyof typeof names => Object.hasOwn(names, field)
/** The label of a field on its own page. */
export const fieldName = (t: DeskTexts, field: string): string =>
  isNamed(field) ? t(names[field]) : factName(t, field)
