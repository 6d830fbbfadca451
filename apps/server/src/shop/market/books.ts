import { digitsOf, shownDigits } from '@hc/domain/money/currency-digits'
import { BASE_POINT_RATE, exactAmount } from '@hc/domain/money/exact-points'
import { BASE_CURRENCY, BASE_PRICE_ID, type Offer } from '@hc/domain/money/offer'
import type { Changes } from '../../platform/changes.ts'
import type { Query } from '../../platform/db.ts'
import type { LocalRule } from '../catalog/channel-rules.ts'

type Price = { price_id: number; amount: number; starts: number; ends: number | null }
export type Book = {
  book_id: string
  currency: string
  entity_id: string | null
  /** The number of signs of the buyer's country that the entity requires; 0 without an entity. */
  evidence_min: number
  tax: 'inclusive' | 'none'
  protected: boolean
  /** The price of 1000 points that are bought by number; null: not sold by number. */
  point_rate: number | null
  /** By item, the latest start first. */
  prices: ReadonlyMap<string, readonly Price[]>
}
export type Tax = { name: string; rate_ppm: number }

/** Price books, tax rates and channel rules, from memory. A price starts and ends at its exact time. */
export type Books = {
  /** The book of a country; undefined without a book, or if its currency is not open. */
  of(country: string): Book | undefined
  /** The countries with a book, in order; none in a shop with dollars alone. */
  countries(): readonly string[]
  /** The present price of an item in a book, or null if it is not sold there. Without a book: the base price. */
  offer(book: Book | undefined, product: { cp_goods_id: string; price_cents: number }): Offer | null
  /** The price of points that are bought by number; null if the book does not sell points by number. */
  exact(book: Book | undefined, points: number): Offer | null
  /** The tax that a book's prices include in a country today; null if none. */
  tax(book: Book | undefined, country: string): Tax | null
  rule(channel: string, currency: string): LocalRule | undefined
  /** Grows whenever any of it changes. */
  version(): number
  /** Reloads changed books, for a caller that has seen newer ones than this process has. */
  refresh(): Promise<void>
}

type Rate = Tax & { country: string; from: string; to: string | null }
type MarketBooks = {
  byCountry: ReadonlyMap<string, Book>
  countries: readonly string[]
  /** By country, the latest first. */
  rates: ReadonlyMap<string, readonly Rate[]>
  rules: ReadonlyMap<string, LocalRule>
}

const DAY_MS = 86_400_000
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`

async function readBooks(q: Query): Promise<MarketBooks> {
  const books = await q<Omit<Book, 'prices'>>({
    text: `select b.book_id, b.currency, b.entity_id, coalesce(e.evidence_min, 0) as evidence_min, b.tax, b.protected,
               r.minor_per_1000_points as point_rate
             from price_book b join currency c on c.code = b.currency and c.enabled
             left join legal_entity e using (entity_id) left join point_rate r using (book_id) order by b.book_id`,
  })
  const prices = await q<Price & { book_id: string; goods: string }>({
    text: `select book_id, cp_goods_id as goods, price_id, amount_minor as amount, ${ms('starts_at')} as starts,
                  ${ms('ends_at')} as ends
             from price where offer_id = '' and (ends_at is null or ends_at > app_now())
            order by starts_at desc, price_id desc`,
  })
  const places = await q<{ country: string; book_id: string }>({
    text: 'select country, book_id from book_country order by country',
  })
  const rates = await q<Rate>({
    text: `select country, rate_ppm, name, valid_from::text as from, valid_to::text as to from tax_rate
            where region = '' and kind = 'digital' order by country, valid_from desc`,
  })
  const rules = await q<LocalRule & { channel_code: string; currency: string }>({
    text: 'select channel_code, currency, countries, min_minor, max_minor, sort from channel_rule',
  })
  const byBook = new Map(
    books.map((book) => {
      const ownPrices = Map.groupBy(
        prices.filter((price) => price.book_id === book.book_id),
        ({ goods }) => goods,
      )
      return [book.book_id, { ...book, prices: ownPrices }]
    }),
  )
  const byCountry = new Map(
    places.flatMap(({ country, book_id: id }): [string, Book][] => {
      const book = byBook.get(id)
      return book ? [[country, book]] : []
    }),
  )
  return {
    byCountry,
    countries: [...byCountry.keys()],
    rates: Map.groupBy(rates, ({ country }) => country),
    rules: new Map(rules.map(({ channel_code: channel, currency, ...rule }) => [`${channel} ${currency}`, rule])),
  }
}

const inCurrency = (currency: string): Pick<Offer, 'currency' | 'exponent' | 'shown'> => ({
  currency,
  exponent: digitsOf(currency),
  shown: shownDigits(currency),
})

/** @param now ms since 1970, by the database's clock */
export async function loadBooks(q: Query, changes: Changes, now: () => number): Promise<Books> {
  let books: MarketBooks = { byCountry: new Map(), countries: [], rates: new Map(), rules: new Map() }
  let version = 0
  // Every order in a book asks for the day (UTC), and a date's text costs more than all else of the question.
  let today = { from: 0, day: '' }
  const dayNow = (): string => {
    const at = now()
    if (at < today.from || at >= today.from + DAY_MS || today.day === '') {
      const from = Math.floor(at / DAY_MS) * DAY_MS
      today = { from, day: new Date(from).toISOString().slice(0, 10) }
    }
    return today.day
  }
  await changes.follow('market', async () => {
    books = await readBooks(q)
    version++
  })
  return {
    of: (country) => books.byCountry.get(country),
    countries: () => books.countries,
    offer(book, { cp_goods_id: goods, price_cents: cents }) {
      if (!book)
        return {
          price_id: BASE_PRICE_ID,
          ...inCurrency(BASE_CURRENCY),
          amount_minor: cents,
          tax_included: false,
        }
      const at = now()
      const price = book.prices.get(goods)?.find(({ starts, ends }) => starts <= at && (ends === null || ends > at))
      if (!price) return null
      const taxed = book.tax === 'inclusive'
      return {
        price_id: price.price_id,
        ...inCurrency(book.currency),
        amount_minor: price.amount,
        tax_included: taxed,
      }
    },
    exact(book, points) {
      const rate = book ? book.point_rate : BASE_POINT_RATE
      const currency = book?.currency ?? BASE_CURRENCY
      if (rate === null) return null
      return {
        price_id: BASE_PRICE_ID,
        ...inCurrency(currency),
        amount_minor: exactAmount(points, rate, currency),
        tax_included: book?.tax === 'inclusive',
      }
    },
    tax(book, country) {
      if (book?.tax !== 'inclusive') return null
      const day = dayNow()
      const rate = books.rates.get(country)?.find(({ from, to }) => from <= day && (!to || to > day))
      return rate ? { name: rate.name, rate_ppm: rate.rate_ppm } : null
    },
    rule: (channel, currency) => books.rules.get(`${channel} ${currency}`),
    version: () => version,
    refresh: () => changes.look(),
  }
}
