import { AppError } from '@hc/contract/errors'
import type { ParsedBody, Product } from '@hc/contract/calls'
import { centsToUsd } from '@hc/domain/money'
import { BASE_POINT_RATE, EXACT_PACK, pointsFrom } from '@hc/domain/money/exact-points'
import type { Offer } from '@hc/domain/money/offer'
import type { Ctx } from '../../ctx.ts'
import type { CallContext } from '../../http/calls.ts'
import type { Catalog, CatalogProduct } from '../catalog/catalog.ts'
import { leastOf, type Purchase, suitsLocally } from '../catalog/channel-rules.ts'
import type { Market } from '../market/markets.ts'
import { playersMarket } from '../market/visitor.ts'
import { type AskedPrice, frozenTerms, priceOfBefore, type PriceParts } from './asked-price.ts'

export type ExactParts = PriceParts & { catalog: Catalog; ctx: Pick<Ctx, 'channels'> }

/** HC Points by their number, and what they cost as their buyer saw it. */
export type Exact = NonNullable<ParsedBody<'order/webCreate'>['exact']>

/** No price has this number. */
const NO_PRICE = -1

const issue = (path: string, message: string): AppError =>
  new AppError('InvalidParams', { issues: [{ path, message }] })

/** The points of the largest pack on sale, which are the maximum. @throws AppError InvalidParams */
function checkNumber(app: Pick<ExactParts, 'catalog'>, { locale }: CallContext, path: string, points: number): void {
  const most = Math.max(0, ...app.catalog.list('coin', locale, new Map()).map((product) => product.quantity))
  if (points > most) throw issue(path, `at most ${most}, as in the largest pack`)
}

/** It looks like the first pack. */
const artOf = (pack: Product | undefined): string =>
  pack === undefined || pack.icon.startsWith('/art/') ? (pack?.icon ?? '') : `/art/items/${pack.cp_goods_id}.svg`

const rateOf = ({ book }: Market): number | null => (book ? book.point_rate : BASE_POINT_RATE)

const purchaseOf = ({ country }: Market, { amount_minor: cents, currency }: Offer): Purchase => ({
  cents,
  currency,
  country,
})

/** The price of a number of points in a market; null if they are not sold so or no gateway takes that amount. */
function offerIn(app: ExactParts, market: Market, points: number): Offer | null {
  const offer = app.books.exact(market.book, points)
  if (!offer) return null
  const isOffered = app.catalog.channels().some((rule) => {
    const channel = app.ctx.channels.get(rule.channel_code)
    if (channel?.kind !== 'gateway' || !channel.sells.has('coin')) return false
    return suitsLocally(rule, app.books.rule(channel.code, offer.currency), channel, purchaseOf(market, offer))
  })
  return isOffered ? offer : null
}

/** How many points the smallest payment buys that is enough for `need`; null where no gateway takes any. */
function pointsToBuy(app: ExactParts, market: Market, need: number): number | null {
  const rate = rateOf(market)
  const offer = app.books.exact(market.book, need)
  if (rate === null || !offer) return null
  const { currency } = offer
  const numbers = app.catalog.channels().flatMap((rule) => {
    const channel = app.ctx.channels.get(rule.channel_code)
    if (channel?.kind !== 'gateway') return []
    const least = leastOf(rule, app.books.rule(channel.code, currency), channel, currency)
    const points = pointsFrom(need, least, rate, currency)
    return offerIn(app, market, points) ? [points] : []
  })
  return numbers.length > 0 ? Math.min(...numbers) : null
}

/** The row of exactly so many points, or of what the smallest payment buys; none where points are not sold so. */
export async function exactRow(app: ExactParts, context: CallContext, need: number): Promise<Product[]> {
  const market = await playersMarket(app, context)
  checkNumber(app, context, 'need', need)
  const points = pointsToBuy(app, market, need)
  const offer = points === null ? null : offerIn(app, market, points)
  if (points === null || !offer) return []
  return [
    {
      cp_goods_id: EXACT_PACK,
      name: app.catalog.text(EXACT_PACK, context.locale, points).name,
      price: centsToUsd(points),
      bonus: 0,
      bonus_held_by: '',
      desc: '',
      quantity: points,
      icon: artOf(app.catalog.list('coin', context.locale, new Map())[0]),
      tag: '',
      bonus_used_ts: 0,
      bonus_again_ts: 0,
      offer,
    },
  ]
}

/**
 * The purchase: a product, or points by their number, which have no bonus. Undefined: not on sale.
 * @throws AppError InvalidParams
 */
export async function exactProduct(
  app: Pick<ExactParts, 'catalog'>,
  context: CallContext,
  {
    cp_goods_id: goods,
    exact,
    price_id: priceId,
  }: Pick<ParsedBody<'order/webCreate'>, 'cp_goods_id' | 'exact' | 'price_id'>,
): Promise<CatalogProduct | undefined> {
  if (!exact) return app.catalog.find(goods)
  await context.player()
  if (goods !== EXACT_PACK) throw issue('exact', `belongs to ${EXACT_PACK}`)
  if (priceId != null) throw issue('price_id', 'points by their number have none')
  checkNumber(app, context, 'exact.points', exact.points)
  return {
    cp_goods_id: EXACT_PACK,
    kind: 'coin',
    price_cents: exact.points,
    bonus_pct: 0,
    quantity: null,
    icon: '',
    tag: '',
    featured: null,
    texts: {},
  }
}

/** The price of so many points for the signed-in player now, in minor units; null: not sold in their country. */
export async function exactOffer(app: ExactParts, context: CallContext, { points }: Exact): Promise<Offer | null> {
  return offerIn(app, await playersMarket(app, context), points)
}

/** The price that the caller saw, where it is what the points cost this player now. @throws AppError PriceChanged */
export async function exactPrice(app: ExactParts, context: CallContext, exact: Exact): Promise<AskedPrice> {
  const market = await playersMarket(app, context)
  const offer = offerIn(app, market, exact.points)
  const { points, currency, amount_minor: amount } = exact
  if (!offer || offer.currency !== currency || offer.amount_minor !== amount)
    throw new AppError('PriceChanged', { offer })
  const rate = rateOf(market)
  return {
    purchase: purchaseOf(market, offer),
    local: {
      currency,
      amount,
      points,
      // One point is worth one US cent.
      baseCents: points,
      ...(market.book && { terms: { ...frozenTerms(app, market, offer), point_rate: rate } }),
    },
  }
}

/** A price that no points have: no order is made of it, but the one that the caller's key made already is found. */
export const exactOfBefore = () => priceOfBefore(NO_PRICE)
