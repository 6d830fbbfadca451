import { AppError } from '@hc/contract/errors'
import type { Channel } from '@hc/channels/channel'
import type { ParsedBody, Product } from '@hc/contract/calls'
import { BASE_PRICE_ID } from '@hc/domain/money/offer'
import type { CallContext, Register } from '../../http/calls.ts'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Metrics } from '../../metrics.ts'
import type { Bus } from '../../platform/bus.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { hashToken, type Player } from '../identity/session.ts'
import type { Bonuses } from '../catalog/bonuses.ts'
import type { CatalogProduct } from '../catalog/catalog.ts'
import { type ChannelRule, type Purchase, suits, suitsLocally } from '../catalog/channel-rules.ts'
import { connectionCountry, playersMarket } from '../market/visitor.ts'
import { type AskedPrice, askedPrice, basePurchase, currentOffer, priceOfBefore } from './asked-price.ts'
import { type LastWays, methodOf, plainRow, rowsWithMethods } from './pay-channels.ts'
import { payWithPoints } from './pay-with-points.ts'
import { restingChannels } from '../payment/channel-health.ts'
import { checkOrder } from './check-order.ts'
import { type CreateOrder, createOrder, type LocalPrice, type OrderTerms } from './create-order.ts'
import { exactOfBefore, exactOffer, type ExactParts, exactPrice, exactRow, exactProduct } from './exact-points.ts'
import { termsOfLaw } from '../law/checkout.ts'
import type { Law } from '../law/law.ts'
import { type Buying, explainItem, explainOrder } from './explain.ts'
import { reason, refusalOf, saleReasons } from './reasons.ts'
import { findOrders, listRecords, type OrderRow, type RecordParts, toRecord } from './records.ts'

type Parts = ExactParts &
  RecordParts & {
    config: Config
    ctx: Ctx
    bonuses: Bonuses
    lastWays: LastWays
    law: Law
    bus: Pick<Bus, 'local'>
    metrics: Pick<Metrics, 'ordersCreated'>
    wake: (job: 'deliver') => void
  }

async function ownOrder(app: Parts, { player }: CallContext, orderNo: string): Promise<OrderRow> {
  const [row] = await findOrders(app.ctx.q, (await player()).accountId, [orderNo])
  if (!row) throw new AppError('OrderNotFound')
  return row
}

/** Whether a channel takes what the player pays there: points cost the same everywhere. */
function takes(app: Parts, rule: ChannelRule, channel: Channel, local: Purchase | null, base: Purchase): boolean {
  if (!local || channel.kind === 'points') return suits(rule, base)
  return suitsLocally(rule, app.books.rule(channel.code, local.currency), channel, local)
}

/** The name of an order for gateways. */
const titleOf = (
  app: Parts,
  { locale }: CallContext,
  { cp_goods_id: id, price_cents: points }: CatalogProduct,
): string => app.catalog.text(id, locale, points).name

const localOf = ({ local, purchase }: AskedPrice): Purchase | null => (local ? purchase : null)

/** Rows of a list with what each costs this player. */
async function withOffers(app: Parts, context: CallContext, rows: Product[]): Promise<Product[]> {
  const { book } = await playersMarket(app, context)
  return rows.map((row) => {
    const product = app.catalog.find(row.cp_goods_id)
    return { ...row, offer: product ? app.books.offer(book, product) : null }
  })
}

type PriceWish = Pick<ParsedBody<'order/webCreate'>, 'price_id' | 'exact'>

/** Says what the item costs now, by what was written last: another process may have shown it before this one. */
async function priceChanged(
  app: Parts,
  context: CallContext,
  product: CatalogProduct,
  { exact }: PriceWish,
): Promise<AppError> {
  await app.books.refresh()
  return new AppError('PriceChanged', {
    offer: exact ? await exactOffer(app, context, exact) : await currentOffer(app, context, product),
  })
}
const isPriceChanged = (error: unknown): boolean => error instanceof AppError && error.key === 'PriceChanged'

/**
 * What the law of the buyer's country has the order freeze.
 * @throws AppError ConsentMissing, which is not said without a live session
 */
async function agreed(
  app: Parts,
  context: CallContext,
  kind: 'item' | 'coin',
  consent: readonly string[] | undefined,
): Promise<OrderTerms | undefined> {
  if (!app.law.hasWithdrawal()) return undefined
  const { country } = await playersMarket(app, context)
  return termsOfLaw(app, { country, kind, consent })
}

/** The caller's price, if it is the present one. @throws AppError PriceChanged */
const namedPrice = (
  app: Parts,
  context: CallContext,
  product: CatalogProduct,
  { price_id: priceId, exact }: PriceWish,
): Promise<AskedPrice> => (exact ? exactPrice(app, context, exact) : askedPrice(app, context, product, priceId))

/**
 * The price that the order pays, where it is not the base price. The idempotency key may belong to an order made at a
 * former price; `place_purchase` decides. @throws AppError PriceChanged, ChannelUnavailable
 */
async function priceToPay(
  app: Parts,
  context: CallContext,
  product: CatalogProduct,
  priceWish: PriceWish,
  channelCode: string,
  key: string | null,
): Promise<LocalPrice | undefined> {
  const refuse = async (error: AppError): Promise<never> => {
    await context.player()
    throw error
  }
  try {
    const price = await namedPrice(app, context, product, priceWish)
    const base = basePurchase(app, context, product)
    const rule = app.catalog.channels().find((channelRule) => channelRule.channel_code === channelCode)
    const channel = app.ctx.channels.get(channelCode)
    // One that is not configured is refused with the order.
    const suited = rule && (channel ? takes(app, rule, channel, localOf(price), base) : suits(rule, base))
    if (!suited) return await refuse(new AppError(refusalOf(reason('no_channel'))))
    return channel?.kind === 'points' ? undefined : price.local
  } catch (error) {
    if (!isPriceChanged(error)) throw error
    if (key === null || (priceWish.price_id == null && !priceWish.exact))
      throw await priceChanged(app, context, product, priceWish)
    return priceWish.price_id == null ? exactOfBefore() : priceOfBefore(priceWish.price_id)
  }
}

/** The method that the caller wishes, and the one that the order gets. */
async function wishedMethod(
  app: Parts,
  context: CallContext,
  product: CatalogProduct,
  { method, channel_code: code }: ParsedBody<'order/webCreate'>,
  local: LocalPrice | undefined,
): Promise<Pick<CreateOrder, 'method' | 'methodWish'>> {
  const { country } = await playersMarket(app, context)
  const purchase = local
    ? { cents: local.amount, currency: local.currency, country }
    : { ...basePurchase(app, context, product), country }
  return { methodWish: method, method: methodOf(app, app.ctx.channels.get(code), method, purchase) }
}

/** The caller's price of an item, and the channels that accept it. */
async function buyingOf(app: Parts, context: CallContext, account: Player | undefined, goods: string): Promise<Buying> {
  const product = app.catalog.find(goods)
  const market = await app.markets.of({ account: account ?? null, ip: connectionCountry(app.config, context.request) })
  if (!product) return { country: market.country, price: null, takes: () => false }
  const base = basePurchase(app, context, product)
  const offer = app.books.offer(market.book, product)
  if (!offer) return { country: market.country, price: null, takes: () => false }
  const purchase = { cents: offer.amount_minor, currency: offer.currency, country: market.country }
  return {
    country: market.country,
    price: { amount: offer.amount_minor, currency: offer.currency },
    takes: (rule) => {
      const channel = app.ctx.channels.get(rule.channel_code)
      if (offer.price_id === BASE_PRICE_ID) return suits(rule, base)
      return channel !== undefined && takes(app, rule, channel, purchase, base)
    },
  }
}

/**
 * The players' calls about orders (`packages/contract/src/player/order.ts`): offers, creating, checking and records.
 *
 * @param addressMustWait the address limit of this process: 0, or the seconds that an address has to wait
 */
export function orderRoutes(register: Register, app: Parts, addressMustWait: (ip: string) => number): void {
  register('order/webProduct', async (body, context) => {
    // Without a chosen character there is nothing to sell for (product specification, section 5).
    if (!body.role_id || !body.server_id) {
      await context.player()
      return []
    }
    const items = app.catalog.list(
      'item',
      context.locale,
      await app.bonuses.used((await context.player()).accountId, body.server_id, body.role_id),
    )
    return body.local ? await withOffers(app, context, items) : items
  })

  register('order/webCoinProduct', async ({ local, need }, context) => {
    await context.player()
    if (need !== undefined) return await exactRow(app, context, need)
    const packs = app.catalog.list('coin', context.locale, new Map())
    return local ? await withOffers(app, context, packs) : packs
  })

  register('order/webPayChannel', async (body, context) => {
    const { accountId } = await context.player()
    const product = await exactProduct(app, context, body)
    if (!product) throw new AppError('ItemNotFound')
    if (body.role_id || product.kind === 'item') await app.bonuses.used(accountId, body.server_id, body.role_id)
    const price = await namedPrice(app, context, product, body)
    const base = basePurchase(app, context, product)
    const resting = await restingChannels(app.ctx)
    const offered = app.catalog.channels().flatMap((rule) => {
      const channel = app.ctx.channels.get(rule.channel_code)
      if (!channel?.sells.has(product.kind) || resting.has(channel.code)) return []
      return takes(app, rule, channel, localOf(price), base) ? [channel] : []
    })
    if (price.local) {
      const placeOf = (channel: Channel): number => app.books.rule(channel.code, price.purchase.currency)?.sort ?? 100
      offered.sort((a, b) => placeOf(a) - placeOf(b))
    }
    if (!body.methods) return offered.map(plainRow)
    const { country } = await playersMarket(app, context)
    return await rowsWithMethods(app, accountId, offered, { ...price.purchase, country })
  })

  register('order/webCreate', async (body, context) => {
    const key = idempotencyKey(context.request)
    const wait = addressMustWait(context.request.ip)
    if (wait > 0) throw new AppError('TooManyRequests', null, wait)
    const product = await exactProduct(app, context, body)
    const [stop] = saleReasons(app.catalog, product)
    if (stop || !product) {
      await context.player()
      throw new AppError(stop ? refusalOf(stop) : 'ItemNotFound')
    }
    const local = await priceToPay(app, context, product, body, body.channel_code, key)
    const terms = await agreed(app, context, product.kind, body.consent)
    const order = await createOrder(app.ctx, {
      ...(terms && { terms }),
      ...(body.method !== undefined && (await wishedMethod(app, context, product, body, local))),
      tokenHash: hashToken(context.token),
      idempotencyKey: key,
      channelCode: body.channel_code,
      serverId: body.server_id,
      roleId: body.role_id,
      product: { ...product, name: titleOf(app, context, product) },
      ...(local ? { price: local } : {}),
      priceId: body.price_id ?? null,
      exact: body.exact,
      shownBonus: body.bonus ?? null,
      locale: context.locale,
    }).catch(async (error: unknown) => {
      if (error instanceof AppError && error.key === 'OfferChanged')
        app.bus.local('bonus', `${body.server_id}/${body.role_id}`)
      // Some refusals need no database: without a live session they are not said.
      if (error instanceof AppError) await context.player()
      throw isPriceChanged(error) ? await priceChanged(app, context, product, body) : error
    })
    if (order === 'session') return await context.sessionGone()
    // This process shows at once that the order keeps the bonus; the others within a second.
    app.bus.local('bonus', `${body.server_id}/${body.role_id}`)
    app.metrics.ordersCreated.inc({ channel: body.channel_code })
    return order
  })

  register('order/record', async (body, { player, locale }) => {
    const { result, total } = await listRecords(app.ctx.q, (await player()).accountId, body)
    return { result: result.map((row) => toRecord(app, row, locale)), total }
  })

  register('order/check', async (body, context) => {
    const { locale } = context
    await ownOrder(app, context, body.sdk_order_id)
    const state = await checkOrder(app.ctx, body.sdk_order_id)
    if (!state) throw new AppError('OrderNotFound')
    return { record: toRecord(app, await ownOrder(app, context, body.sdk_order_id), locale), ...state }
  })

  register('order/explain', async (body, context) => {
    const { locale } = context
    if ((body.cp_goods_id === '') === (body.sdk_order_id === ''))
      throw new AppError('InvalidParams', {
        issues: [{ path: 'cp_goods_id', message: 'or sdk_order_id, one of the two' }],
      })
    // Only a call with a token can lose its session. Without one, the reason itself says to sign in.
    const player = context.token === '' ? undefined : await context.player()
    if (body.sdk_order_id !== '') {
      const { accountId } = player ?? (await context.player())
      return await explainOrder(app, accountId, body.sdk_order_id, locale)
    }
    return await explainItem(
      app,
      player?.accountId,
      body,
      await buyingOf(app, context, player, body.cp_goods_id),
      locale,
    )
  })

  register('payment/order/epoint/pay', async (body, context) => {
    const paid = await payWithPoints(app.ctx.q, hashToken(context.token), body.paymentId)
    if (paid.refusal === 'session') return await context.sessionGone()
    if (paid.refusal === 'ePointNumInsufficient') {
      throw new AppError(paid.refusal, { basicNum: paid.basic, presentNum: paid.present })
    }
    if (paid.refusal !== null) throw new AppError(paid.refusal)
    app.wake('deliver')
    return { sdk_order_id: body.paymentId, status: paid.status, basicNum: paid.basic, presentNum: paid.present }
  })
}
