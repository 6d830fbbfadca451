import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads, seenVersion } from './call.ts'
import { when } from './editing.ts'
import { at, country, reason, timeErrors } from './fields.ts'

const bookId = z.string().regex(/^[a-z0-9_-]{1,32}$/)
const item = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
const minor = z.number().int().min(1).max(1_000_000_000_000)
export const currency = z.string().regex(/^[A-Z]{3}$/)
const book = strict({
  book_id: z.string(),
  currency: z.string(),
  /** The currency is open, so players see the book. */
  open: z.boolean(),
  /** null: its orders get no documents. */
  entity_id: z.string().nullable(),
  tax: z.enum(['inclusive', 'none']),
  protected: z.boolean(),
  countries: z.array(z.string()),
  /** Countries of the book whose prices include tax but which have no rate today: their orders freeze no tax. */
  untaxed: z.array(z.string()),
  /** The price of 1000 points that are sold by their number; null: not sold by number. */
  points_minor: at.nullable(),
  version: at,
  /** The number of items that have a price now. */
  items: at,
  /**
   * The price of the median item, in percent of its base price, by the bank's rates of a day ('' for US dollars). Null:
   * no item has a price, or no rate is known.
   */
  worth: strict({ percent: at, day: z.string() }).nullable(),
})
export type DeskBook = z.output<typeof book>
/** `over`: another price takes precedence at this moment. */
export const priceStates = ['now', 'over', 'planned', 'ended'] as const
const price = strict({
  price_id: at,
  amount_minor: at,
  starts_at: at,
  ends_at: at.nullable(),
  state: z.enum(priceStates),
  by: z.string(),
})
export type DeskPrice = z.output<typeof price>

export const priceCalls = {
  'book/list': reads('product.read', {
    summary:
      'Price books, and the options for a new one: open currencies and legal entities. With `prices` the current and ' +
      'the next price of each item in each book.',
    body: strict({ prices: z.boolean().default(false) }),
    result: strict({
      books: z.array(book),
      prices: z
        .array(
          strict({
            book_id: z.string(),
            cp_goods_id: z.string(),
            /** null: not sold in this book now. */
            amount_minor: at.nullable(),
            /** The price that comes next, and when; null: none is planned. */
            next_minor: at.nullable(),
            next_at: at.nullable(),
          }),
        )
        .optional(),
      currencies: z.array(z.string()),
      entities: z.array(strict({ entity_id: z.string(), name: z.string() })),
    }),
  }),
  'book/prices': reads('product.read', {
    summary: 'A book with the prices of each item: the current, the planned, and the last ten that ended.',
    body: strict({ book_id: bookId }),
    result: strict({
      book,
      items: z.array(
        strict({
          cp_goods_id: z.string(),
          name: z.string(),
          active: z.boolean(),
          /** The last written price, or 0: the base of a change. */
          seen: at,
          prices: z.array(price),
        }),
      ),
    }),
    errors: ['RowNotFound'],
  }),
  'book/preview': reads('product.read', {
    summary: 'The prices that a player of a country sees now, item by item.',
    body: strict({ country }),
    result: strict({
      /** '' if the country has no book, or one whose currency is not open. */
      book_id: z.string(),
      currency: z.string(),
      /** The name of the included tax, or ''. */
      tax_name: z.string(),
      rate_ppm: at,
      rows: z.array(
        strict({
          cp_goods_id: z.string(),
          name: z.string(),
          /** null: the item is not sold there. */
          amount_minor: at.nullable(),
        }),
      ),
    }),
  }),
  'book/save': changes('product.price', {
    summary: 'Makes a book (version 0) or changes one. A country moves here from another book.',
    body: strict({
      book_id: bookId,
      version: seenVersion,
      currency,
      entity_id: bookId.nullable(),
      tax: z.enum(['inclusive', 'none']),
      protected: z.boolean(),
      countries: z.array(country).max(260),
      points_minor: minor.nullable(),
      reason,
    }),
    result: strict({ version: at }),
    errors: ['RowNotFound', 'VersionConflict', 'NotPossible', 'NeedsApproval'],
  }),
  'price/save': changes('product.price', {
    summary: 'Sets prices of items in a book, now or from a local time on; a price with an end expires by itself.',
    body: strict({
      book_id: bookId,
      lines: z
        .array(strict({ cp_goods_id: item, amount_minor: minor, seen: z.number().int().min(0) }))
        .min(1)
        .max(200)
        .refine((lines) => new Set(lines.map((line) => line.cp_goods_id)).size === lines.length, 'names an item twice'),
      starts: when,
      ends: when,
      reason,
    }),
    result: strict({ saved: at }),
    errors: ['RowNotFound', 'VersionConflict', ...timeErrors, 'NeedsApproval'],
  }),
  'price/end': changes('product.price', {
    summary: 'Ends a price now or at a local time. One that has not begun by then is removed.',
    body: strict({ price_id: z.number().int().positive(), ends: when, reason }),
    result: strict({ ended: z.boolean() }),
    errors: ['RowNotFound', ...timeErrors, 'NeedsApproval'],
  }),
}
