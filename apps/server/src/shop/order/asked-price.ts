import { AppError } from '@hc/contract/errors'
import { BASE_CURRENCY, BASE_PRICE_ID, type Offer } from '@hc/domain/money/offer'
import { taxOf } from '@hc/domain/money/tax'
import type { Config } from '../../config/config.ts'
import type { CallContext } from '../../http/calls.ts'
import type { Books } from '../market/books.ts'
import type { CatalogProduct } from '../catalog/catalog.ts'
import type { Purchase } from '../catalog/channel-rules.ts'
import type { Market } from '../market/markets.ts'
import { connectionCountry, playersMarket, type VisitorParts } from '../market/visitor.ts'
import type { LocalPrice } from './create-order.ts'

export type PriceParts = VisitorParts & { config: Pick<Config, 'basePrice'>; books: Books }

/** A player's price and market: `local` undefined is the base price. */
export type AskedPrice = { purchase: Purchase; local: LocalPrice | undefined }

/** The base price, in dollars, as the rules of channels look at it. */
export const basePurchase = (
  { config }: Pick<VisitorParts, 'config'>,
  { request }: CallContext,
  { price_cents: cents }: CatalogProduct,
): Purchase => ({
  cents,
  currency: BASE_CURRENCY,
  country: connectionCountry(config, request),
})

/** The price of an item for the signed-in player now, in minor units; null: not sold in their country. */
export async function currentOffer(
  app: PriceParts,
  context: CallContext,
  product: CatalogProduct,
): Promise<Offer | null> {
  return app.books.offer((await playersMarket(app, context)).book, product)
}

/**
 * The facts of market and tax that an order freezes, by the columns of order_terms. Amounts are in minor units, the
 * rate in parts per million of the net price. Decision 374.
 */
export function frozenTerms(
  { books }: { books: Pick<Books, 'tax'> },
  market: Market,
  offer: Offer,
): Record<string, unknown> {
  const { book, country, evidence } = market
  const tax = books.tax(book, country)
  const agree = evidence.filter((reading) => reading.signal !== 'declared' && reading.country === country).length
  return {
    market: country,
    entity_id: book?.entity_id ?? null,
    ...(tax && {
      tax_country: country,
      tax_name: tax.name,
      rate_ppm: tax.rate_ppm,
      tax_minor: taxOf(offer.amount_minor, tax.rate_ppm),
    }),
    evidence,
    weak: agree < (book?.evidence_min ?? 0),
  }
}

/** Points that a pack credits come from the base price, and never from what it costs elsewhere. */
const pointsOf = ({ kind, price_cents: cents }: CatalogProduct): number | null => (kind === 'coin' ? cents : null)

/**
 * The price that the caller named, where it is what the item costs this player now; the base price where none was
 * named. Decision 373. @throws AppError PriceChanged
 */
export async function askedPrice(
  app: PriceParts,
  context: CallContext,
  product: CatalogProduct,
  priceId: number | null | undefined,
): Promise<AskedPrice> {
  const base = { purchase: basePurchase(app, context, product), local: undefined }
  const priceName = priceId ?? null
  if (priceName === null && (app.config.basePrice || app.books.countries().length === 0)) return base
  const market = await playersMarket(app, context)
  const offer = app.books.offer(market.book, product)
  if (!offer || offer.price_id !== (priceName ?? BASE_PRICE_ID)) throw new AppError('PriceChanged', { offer })
  if (offer.price_id === BASE_PRICE_ID) return base
  const { currency, amount_minor: amount } = offer
  return {
    purchase: { cents: amount, currency, country: market.country },
    local: {
      currency,
      amount,
      points: pointsOf(product),
      baseCents: product.price_cents,
      terms: { price_id: offer.price_id, ...frozenTerms(app, market, offer) },
    },
  }
}

/**
 * A price that no item has, under the number that the caller named: no order is made of it, but the one that the
 * caller's key made already is found.
 */
export const priceOfBefore = (priceId: number): LocalPrice => ({
  currency: BASE_CURRENCY,
  amount: 0,
  points: null,
  baseCents: 0,
  terms: { price_id: priceId },
})
