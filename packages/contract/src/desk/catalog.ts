import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall, seenVersion } from './call.ts'
import {
  changed,
  changeErrors,
  editedKind,
  locale,
  planned,
  reason,
  replan,
  replanErrors,
  replanned,
  savedVersion,
  target,
  unix,
  version,
  when,
  requests,
} from './editing.ts'

const productId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
const text = strict({ name: z.string().trim().min(1).max(80), desc: z.string().trim().max(300) })
const texts = z.partialRecord(locale, text).refine((all) => all['en-US'] !== undefined)
/** The version of an existing row: a separate call makes a row that has no version yet. */
const live = version.min(1)
const price = z.number().int().min(1).max(10_000_000)
const bonus = z.number().int().min(0).max(1000)
const quantity = z.number().int().min(1).max(1_000_000_000).nullable()
const icon = z
  .string()
  .max(200)
  .regex(/^\/(?![/\\])[\w./-]+$/)
const tag = z.string().trim().max(20)
const sort = z.number().int().min(-10_000).max(10_000)
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

const amounts = z.number().int().min(1).max(10_000_000).nullable()
const channel = strict({
  code: z.string(),
  version: z.number().int(),
  /** Whether this installation has the settings that the channel needs. */
  configured: z.boolean(),
  name: z.string(),
  enabled: z.boolean(),
  sort: z.number().int(),
  countries: z.array(z.string()).nullable(),
  currencies: z.array(z.string()).nullable(),
  min_cents: z.number().int().nullable(),
  max_cents: z.number().int().nullable(),
  /** Consecutive failures, and the end of the channel's pause; 0: no pause. */
  failures: z.number().int(),
  rests_until: z.number().int(),
  /** Orders of the last hour and of the last day by this channel, and how many of them were paid. */
  hour: strict({ made: z.number().int(), paid: z.number().int() }),
  day: strict({ made: z.number().int(), paid: z.number().int() }),
  /** Whether the channel takes real money; null if it has no gateway or is not configured. */
  mode: z.enum(['test', 'live']).nullable(),
  /** Open disputes. */
  disputes: z.number().int(),
  /**
   * The secrets that are set: name and first characters of a hash, never a value; and the time since when this shop has
   * known the hash (0: not noted yet).
   */
  secrets: z.array(strict({ name: z.string(), fingerprint: z.string(), seen_at: z.number().int() })),
  requests,
})
export type DeskChannel = z.output<typeof channel>

export const catalogCalls = {
  'product/list': deskCall({
    auth: 'staff',
    permission: 'product.read',
    changes: false,
    summary: 'All products, on sale and off sale, in the order in which players see them, with their sales.',
    body: strict({}),
    result: z.array(product.extend({ sales })),
    errors: [],
  }),
  'product/read': deskCall({
    auth: 'staff',
    permission: 'product.read',
    changes: false,
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
  'product/text': deskCall({
    auth: 'staff',
    permission: 'product.text',
    changes: true,
    summary: 'Name and description in each language, and the picture. With `when`: at that moment.',
    body: strict({ id: productId, version: live, texts, icon, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/sell': deskCall({
    auth: 'staff',
    permission: 'product.sell',
    changes: true,
    summary: 'On or off sale, its place, its tag and its place on the home page. With `when`: at that moment.',
    body: strict({ id: productId, version: live, active: z.boolean(), sort, tag, featured, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/arrange': deskCall({
    auth: 'staff',
    permission: 'product.sell',
    changes: true,
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
  'product/price': deskCall({
    auth: 'staff',
    permission: 'product.price',
    changes: true,
    summary: 'The price. Open orders keep theirs. With `when`: at that moment.',
    body: strict({ id: productId, version: live, price_cents: price, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/bonus': deskCall({
    auth: 'staff',
    permission: 'product.bonus',
    changes: true,
    summary: 'The bonus in percent. Open orders keep theirs. With `when`: at that moment.',
    body: strict({ id: productId, version: live, bonus_pct: bonus, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'product/create': deskCall({
    auth: 'staff',
    permission: 'product.create',
    changes: true,
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
  'product/replan': deskCall({
    auth: 'staff',
    permission: 'product.sell',
    changes: true,
    summary: "Moves a product's plan to another moment, or withdraws it.",
    body: replan,
    result: replanned,
    errors: replanErrors,
  }),
  'revision/list': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'The saved versions of something, newest first.',
    body: strict({ kind: editedKind, target, before: z.number().int().min(0).default(0) }),
    result: strict({ versions: z.array(savedVersion), next: z.number().int().nullable() }),
    errors: [],
  }),
  'revision/read': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'A saved version with its fields.',
    body: strict({ kind: editedKind, target, version: seenVersion.min(1) }),
    result: strict({ saved: savedVersion, body: z.record(z.string(), z.unknown()) }),
    errors: ['RevisionNotFound'],
  }),
  'calendar/list': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'Everything with a date between two moments, at most 400 days apart: plans, campaigns, articles, resets.',
    body: strict({ from: unix, to: unix }).refine(({ from, to }) => from < to && to - from <= 400 * 86_400),
    result: strict({
      plans: z.array(planned),
      dates: z.array(
        strict({
          kind: z.enum(['article', 'redeem', 'rebate', 'bonus_reset']),
          target: z.string(),
          what: z.enum(['begins', 'ends', 'shown', 'hidden', 'resets']),
          at: z.number().int(),
        }),
      ),
    }),
    errors: [],
  }),
  'channel/list': deskCall({
    auth: 'staff',
    permission: 'product.read',
    changes: false,
    summary: 'All payment channels: rules, health, and which secrets are set.',
    body: strict({}),
    result: z.array(channel),
    errors: [],
  }),
  'channel/off': deskCall({
    auth: 'staff',
    permission: 'channel.switch_off',
    changes: true,
    summary: 'Takes a channel out of the shop. Payments in progress go on.',
    body: strict({ code: target, version: live, reason: z.string().trim().min(3).max(300) }),
    result: changed,
    errors: changeErrors,
  }),
  'channel/on': deskCall({
    auth: 'staff',
    permission: 'channel.switch_on',
    changes: true,
    summary: 'Offers a channel to players.',
    body: strict({ code: target, version: live, reason: z.string().trim().min(3).max(300) }),
    result: changed,
    errors: changeErrors,
  }),
  'channel/rules': deskCall({
    auth: 'staff',
    permission: 'channel.rules',
    changes: true,
    summary: 'Countries, currencies, amounts and place of a channel; null: no rule.',
    body: strict({
      code: target,
      version: live,
      sort,
      countries: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .min(1)
        .max(250)
        .nullable(),
      currencies: z
        .array(z.string().regex(/^[A-Z]{3}$/))
        .min(1)
        .max(200)
        .nullable(),
      min_cents: amounts,
      max_cents: amounts,
      reason: z.string().trim().min(3).max(300),
      when,
    }),
    result: changed,
    errors: changeErrors,
  }),
  'channel/replan': deskCall({
    auth: 'staff',
    permission: 'channel.rules',
    changes: true,
    summary:
      "Moves a channel's plan to another moment, or withdraws it. Two people agreed on the moment, so two must " +
      'agree on another one.',
    body: strict({ ...replan.shape, reason: z.string().trim().min(3).max(300) }),
    result: replanned,
    errors: replanErrors,
  }),
  'channel/try': deskCall({
    auth: 'staff',
    permission: 'reconcile.run',
    changes: true,
    summary:
      'Asks a gateway for one line of its own books, which changes nothing. A channel without such a list says so.',
    body: strict({ code: target }),
    result: strict({
      state: z.enum(['answers', 'refuses', 'silent', 'none', 'asked']),
      ms: z.number().int(),
      detail: z.string(),
    }),
    errors: ['NotFound'],
  }),
  'sales/state': deskCall({
    auth: 'staff',
    permission: 'product.read',
    changes: false,
    summary: 'Whether all sales pause.',
    body: strict({}),
    result: strict({ paused: z.boolean(), version: z.number().int(), by: z.string(), at: z.number().int() }),
    errors: [],
  }),
  'sales/pause': deskCall({
    auth: 'staff',
    permission: 'sales.pause',
    changes: true,
    summary:
      'Pauses all sales, or resumes them: the shop makes no orders meanwhile. Existing orders can still be paid.',
    body: strict({ paused: z.boolean(), version: live, reason: z.string().trim().min(3).max(300) }),
    result: changed,
    errors: changeErrors,
  }),
}
