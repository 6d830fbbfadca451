import type { HomeGoods, Market as Told, Product, ShopWindow } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import { digitsOf, shownDigits } from '@hc/domain/money/currency-digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { Ctx } from '../../ctx.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { marksFor } from '../catalog/channel-methods.ts'
import type { Law } from '../law/law.ts'
import type { Books } from './books.ts'
import type { Market, Markets } from './markets.ts'

export type WindowParts = {
  books: Books
  catalog: Catalog
  ctx: Pick<Ctx, 'channels' | 'now'>
  law: Pick<Law, 'withdrawal'>
  markets: Pick<Markets, 'of'>
}

export const seconds = (ms: number): number => Math.ceil(ms / 1000)

/** A market in the form of the API. */
export function toldMarket({ books, ctx, law }: Pick<WindowParts, 'books' | 'ctx' | 'law'>, market: Market): Told {
  const { country, book, confirmed, missing, evidence, changeFrom, appeal } = market
  const currency = book?.currency ?? BASE_CURRENCY
  const tax = books.tax(book, country)
  const countries = evidence.map((reading) => reading.country)
  return {
    country,
    currency,
    exponent: digitsOf(currency),
    shown: shownDigits(currency),
    tax_name: tax?.name ?? '',
    rate_ppm: tax?.rate_ppm ?? 0,
    tax_included: book?.tax === 'inclusive',
    local: book !== undefined,
    confirmed,
    missing: [...missing],
    signals: evidence.map(({ signal, country: where }) => ({ signal, country: where })),
    change_ts: changeFrom > ctx.now() ? seconds(changeFrom) : 0,
    appeal,
    countries: [...new Set([...books.countries(), ...countries])].sort(),
    withdrawal: law.withdrawal(country) !== undefined,
  }
}

/** The gateways that take the market's money, in the order of the shop, and the marks of what they take there. */
function payingIn(
  { catalog, ctx, law }: Pick<WindowParts, 'catalog' | 'ctx' | 'law'>,
  { country, book }: Market,
): Required<Pick<ShopWindow, 'gateways' | 'marks'>> {
  const where = { country, currency: book?.currency ?? BASE_CURRENCY }
  const rules = { now: ctx.now(), mayWithdraw: law.withdrawal(country) !== undefined }
  const gateways: string[] = []
  const marks = new Set<string>()
  for (const { channel_code: code, countries, currencies } of catalog.channels()) {
    const channel = ctx.channels.get(code)
    const takes =
      (countries === null || countries.includes(country)) &&
      (currencies === null || currencies.includes(where.currency))
    if (channel?.kind !== 'gateway' || !takes) continue
    gateways.push(channel.name)
    for (const mark of marksFor(catalog.methods(), channel, where, rules)) marks.add(mark)
  }
  return { gateways, marks: [...marks] }
}

/** The goods and prices of a market, public, from memory, in the shop's order. */
export function shopWindow(
  app: Pick<WindowParts, 'books' | 'catalog' | 'ctx' | 'law'>,
  market: Market,
  locale: Locale,
): ShopWindow {
  const productsOf = (kind: 'item' | 'coin'): Product[] =>
    app.catalog.list(kind, locale, new Map()).flatMap((row) => {
      const product = app.catalog.find(row.cp_goods_id)
      const offer = product && app.books.offer(market.book, product)
      return offer ? [{ ...row, offer }] : []
    })
  return {
    market: toldMarket(app, market),
    items: productsOf('item'),
    packs: productsOf('coin'),
    ...payingIn(app, market),
  }
}

type Shelf = { books: Books; catalog: Pick<Catalog, 'find'> }

/** The goods of the home page at the prices of a market; without a book at the base prices. */
export function shelfIn({ books, catalog }: Shelf, { book }: Market, goods: HomeGoods[]) {
  if (!book) return goods
  return goods.flatMap((item) => {
    const product = catalog.find(item.cp_goods_id)
    const offer = product && books.offer(book, product)
    return offer ? [{ ...item, offer }] : []
  })
}

/** The home page's goods for a server-rendered page of a visitor; null if the country has no prices of its own. */
export async function visitorsShelf(
  app: Pick<WindowParts, 'books' | 'catalog' | 'markets'>,
  country: string,
  locale: Locale,
): Promise<HomeGoods[] | null> {
  if (!app.books.of(country)) return null
  const market = await app.markets.of({ account: null, ip: country })
  return market.book ? shelfIn(app, market, app.catalog.shelf(locale)) : null
}

/**
 * The shop window for a server-rendered page of a visitor. A country without a book counts as no country, so its page
 * is the general one.
 */
export async function visitorsWindow(app: WindowParts, country: string, locale: Locale): Promise<ShopWindow> {
  const ip = app.books.of(country) ? country : ''
  return shopWindow(app, await app.markets.of({ account: null, ip }), locale)
}
