import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import {
  changed,
  changeErrors,
  locale,
  planned,
  reason,
  replan,
  replanErrors,
  replanned,
  requests,
  version,
  when,
} from './editing.ts'

const productId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
const text = strict({ name: z.string().trim().min(1).max(80), desc: z.string().trim().max(300) })
const texts = z.partialRecord(locale, text).refine((all) => all['en-US'] !== undefined)
/** The version of an existing row: a separate call makes a row that has no version yet. */
export const live = version.min(1)
const price = z.number().int().min(1).max(10_000_000)
const bonus = z.number().int().min(0).max(1000)
const quantity = z.number().int().min(1).max(1_000_000_000).nullable()
const icon = z
  .string()
  .max(200)
  .regex(/^\/(?![/\\])[\w./-]+$/)
const tag = z.string().trim().max(20)
export const sort = z.number().int().min(-10_000).max(10_000)
const featured = z.number().int().min(0).max(1000).nullable()
const product = strict({
  id: z.string(),
  kind: z.enum(['item', 'coin']),
  price_cents: z.number().int(),
  bonus_pct: z.number().int(),
  icon: z.string(),
  tag: z.string(),
  sort: z.number().int(),
  active: z.boolean(),
  quantity: z.number().int().nullable(),
  featured: z.number().int().nullable(),
  texts: z.partialRecord(locale, strict({ name: z.string(), desc: z.string() })),
  version: z.number().int(),
})
export type DeskProduct = z.output<typeof product>
/** A product's sales of the last 30 days, up to some minutes ago. Null: this person may not see them. */
const sales = strict({
  orders: z.number().int(),
  gross_cents: z.number().int(),
  refunded_cents: z.number().int(),
  points: z.number().int(),
  /** Currencies other than the base, each by itself, in its minor units; their orders are included in `orders`. */
  others: z.array(strict({ currency: z.string(), gross_minor: z.number().int(), refunded_minor: z.number().int() })),
}).nullable()
export type ProductSales = z.output<typeof sales>

export const productCalls = {
  'product/list': reads('product.read', {
    summary: 'All products, on sale and off sale, in the order in which players see them, with their sales.',
    body: strict({}),
    result: z.array(
      product.extend({
        sales,
        /** The orders of each of the last 30 days, the oldest first. */
        sold: z.array(z.number().int()).length(30),
      }),
    ),
  }),
  'product/read': reads('product.read', {
    summary: 'A product with its plans, and with the open requests about it.',
    body: strict({ id: productId }),
    result: strict({
      product,
      plans: z.array(planned),
      requests,
      sales,
    }),
    errors: ['ItemNotFound'],
  }),
  'product/text': changes('product.text', {
    summary: 'Name and description in each language, and the picture. With `when`: at that moment.',
    body: strict({ id: productId, version: live, texts, icon, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/sell': changes('product.sell', {
    summary: 'On or off sale, its place, its tag and its place on the home page. With `when`: at that moment.',
    body: strict({ id: productId, version: live, active: z.boolean(), sort, tag, featured, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/arrange': changes('product.sell', {
    summary: 'Puts all products of a kind into an order. Each is given with the version that the caller read.',
    body: strict({
      kind: z.enum(['item', 'coin']),
      products: z
        .array(strict({ id: productId, version: live }))
        .min(1)
        .max(1000)
        .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a product twice'),
      reason,
    }),
    result: strict({ moved: z.number().int() }),
    errors: ['VersionConflict', 'ItemNotFound'],
  }),
  'product/price': changes('product.price', {
    summary: 'The price. Open orders keep theirs. With `when`: at that moment.',
    body: strict({ id: productId, version: live, price_cents: price, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/bonus': changes('product.bonus', {
    summary: 'The bonus in percent. Open orders keep theirs. With `when`: at that moment.',
    body: strict({ id: productId, version: live, bonus_pct: bonus, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/create': changes('product.create', {
    summary: 'Makes a product, off sale.',
    body: strict({
      id: productId,
      kind: z.enum(['item', 'coin']),
      price_cents: price,
      bonus_pct: bonus,
      quantity,
      icon,
      tag,
      sort,
      texts,
      reason,
    }),
    result: strict({ version: z.number().int() }),
    errors: ['ProductTaken', 'EditRefused'],
  }),
  'product/replan': changes('product.sell', {
    summary: "Moves a product's plan to another moment, or withdraws it.",
    body: replan,
    result: replanned,
    errors: replanErrors,
  }),
}
