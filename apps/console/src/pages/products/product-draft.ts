import type { DeskProduct } from '@hc/contract/desk/products'
import type { DeskBody } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { minorOf } from '../../kit/amount.ts'

/** A product in the shape of its form: one field for each text, so that a conflict names the field. */
export type ProductDraft = Record<string, string | boolean>
const CENTS = 100
const MOST_CENTS = 100_000_000
type Fields = Omit<DeskProduct, 'id' | 'kind' | 'version' | 'quantity'>

export const dollars = (cents: number): string => (cents / CENTS).toFixed(2)
/** Whole cents of a typed price; null for an invalid one. */
export function cents(text: string): number | null {
  const amount = minorOf(text, BASE_CURRENCY)
  return amount > 0 && amount < MOST_CENTS ? amount : null
}

export const toDraft = (product: Fields): ProductDraft => ({
  ...Object.fromEntries(
    locales.flatMap((locale) => [
      [`name ${locale}`, product.texts[locale]?.name ?? ''],
      [`desc ${locale}`, product.texts[locale]?.desc ?? ''],
    ]),
  ),
  icon: product.icon,
  price: dollars(product.price_cents),
  bonus: String(product.bonus_pct),
  active: product.active,
  sort: String(product.sort),
  tag: product.tag,
  featured: product.featured === null ? '' : String(product.featured),
})

const word = (draft: ProductDraft, name: string): string => String(draft[name] ?? '')
type Texts = DeskBody<'product/text'>['texts']
export const textsOf = (draft: ProductDraft): Texts =>
  Object.fromEntries(
    locales.flatMap((locale: Locale) => {
      const name = word(draft, `name ${locale}`).trim()
      return name === '' ? [] : [[locale, { name, desc: word(draft, `desc ${locale}`) }]]
    }),
  )

/** A part of a product with its own call and permission. */
export type Part = 'text' | 'sell' | 'price' | 'bonus'
const partOf = (name: string): Part =>
  name === 'price' ? 'price' : name === 'bonus' ? 'bonus' : /^(active|sort|tag|featured)$/.test(name) ? 'sell' : 'text'

/** The changed parts, in the order in which they are saved: parts that need a second person come last. */
export function changedParts(base: ProductDraft, now: ProductDraft): Part[] {
  const parts = new Set(
    Object.keys(now)
      .filter((name) => now[name] !== base[name])
      .map(partOf),
  )
  return (['text', 'sell', 'price', 'bonus'] as const).filter((part) => parts.has(part))
}
/** The fields of an older version that this person may save; with others the whole form would be refused. */
export const fieldsOf = (draft: ProductDraft, mayChange: (part: Part) => boolean): ProductDraft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => mayChange(partOf(name))))
/** A picture of this site. */
export const isPicture = (path: string): boolean => /^\/(?![/\\])[\w./-]+$/.test(path)
export const wrongFields = (draft: ProductDraft): Record<string, boolean> => ({
  [`name ${defaultLocale}`]: word(draft, `name ${defaultLocale}`).trim() === '',
  icon: !isPicture(word(draft, 'icon')),
  price: cents(word(draft, 'price')) === null,
  bonus: !/^\d{1,4}$/.test(word(draft, 'bonus')),
  sort: !/^-?\d{1,4}$/.test(word(draft, 'sort')),
  featured: !/^\d{0,3}$/.test(word(draft, 'featured')),
})
