import { AppError } from '@hc/contract/errors'
import type { CallContext, Register } from '../../http/calls.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { hashToken } from '../identity/session.ts'
import { type Purchase, suits } from '../catalog/channel-rules.ts'
import { payWithPoints } from './pay-with-points.ts'
import { restingChannels } from '../payment/channel-health.ts'
import { checkOrder } from './check-order.ts'
import { createOrder, type OrderTerms } from './create-order.ts'
import { proxyCountry } from '../../http/proxy-country.ts'
import { termsOfLaw } from '../law/checkout.ts'
import { explainItem, explainOrder } from './explain.ts'
import { refusalOf, saleReasons } from './reasons.ts'
import { findOrders, listRecords, type OrderRow, toRecord } from './records.ts'

async function ownOrder({ app, player }: CallContext, orderNo: string): Promise<OrderRow> {
  const [row] = await findOrders(app.ctx.q, (await player()).accountId, [orderNo])
  if (!row) throw new AppError('OrderNotFound')
  return row
}

const CURRENCY = 'USD'

/** What a channel's rules look at. */
const purchase = (context: CallContext, cents: number): Purchase => ({
  cents,
  currency: CURRENCY,
  country: proxyCountry(context),
})

/**
 * What the law of the buyer's country has the order freeze.
 * @throws AppError ConsentMissing, which is not said without a live session
 */
async function agreed(
  context: CallContext,
  kind: 'item' | 'coin',
  consent: readonly string[] | undefined,
): Promise<OrderTerms | undefined> {
  try {
    return termsOfLaw(context.app, { country: proxyCountry(context), kind, consent })
  } catch (error) {
    await context.player()
    throw error
  }
}

export function orderRoutes(register: Register, addressMustWait: (ip: string) => number): void {
  register('order/webProduct', async (body, context) => {
    // Without a chosen character there is nothing to sell for (product specification, section 5).
    if (!body.role_id || !body.server_id) {
      await context.player()
      return []
    }
    return context.app.catalog.list(
      'item',
      context.locale,
      await context.app.bonuses.used((await context.player()).accountId, body.server_id, body.role_id),
    )
  })

  register('order/webCoinProduct', async (_body, { app, player, locale }) => {
    await player()
    return app.catalog.list('coin', locale, new Map())
  })

  register('order/webPayChannel', async (body, context) => {
    const { app } = context
    const { accountId } = await context.player()
    const product = app.catalog.find(body.cp_goods_id)
    if (!product) throw new AppError('ItemNotFound')
    if (body.role_id || product.kind === 'item') await app.bonuses.used(accountId, body.server_id, body.role_id)
    const resting = await restingChannels(app.ctx)
    return app.catalog.channels().flatMap((rule) => {
      const channel = app.ctx.channels.get(rule.channel_code)
      const offered =
        channel?.sells.has(product.kind) &&
        !resting.has(channel.code) &&
        suits(rule, purchase(context, product.price_cents))
      return channel && offered ? [{ name: channel.name, channel_code: channel.code, icon: channel.icon }] : []
    })
  })

  register('order/webCreate', async (body, context) => {
    const { app } = context
    const key = idempotencyKey(context.request)
    const wait = addressMustWait(context.request.ip)
    if (wait > 0) throw new AppError('TooManyRequests', null, wait)
    const product = app.catalog.find(body.cp_goods_id)
    const rules = app.catalog.channels().filter((one) => one.channel_code === body.channel_code)
    const [stop] = saleReasons(app.catalog, product, rules, purchase(context, product?.price_cents ?? 0))
    if (stop || !product) {
      await context.player()
      throw new AppError(stop ? refusalOf(stop) : 'ItemNotFound')
    }
    const terms = await agreed(context, product.kind, body.consent)
    const made = await createOrder(app.ctx, {
      ...(terms && { terms }),
      tokenHash: hashToken(context.token),
      idempotencyKey: key,
      channelCode: body.channel_code,
      serverId: body.server_id,
      roleId: body.role_id,
      product: { ...product, name: app.catalog.text(product.cp_goods_id, context.locale).name },
      shownBonus: body.bonus ?? null,
      locale: context.locale,
    }).catch(async (error: unknown) => {
      if (error instanceof AppError && error.key === 'OfferChanged')
        app.bus.local('bonus', `${body.server_id}/${body.role_id}`)
      // Some refusals need no database: without a live session they are not said.
      if (error instanceof AppError) await context.player()
      throw error
    })
    if (made === 'session') return await sessionGone(context)
    // This process shows at once that the order keeps the bonus; the others within a second.
    app.bus.local('bonus', `${body.server_id}/${body.role_id}`)
    app.metrics.ordersCreated.inc({ channel: body.channel_code })
    return made
  })

  register('order/record', async (body, { app, player, locale }) => {
    const { result, total } = await listRecords(app.ctx.q, (await player()).accountId, body)
    return { result: result.map((row) => toRecord(app, row, locale)), total }
  })

  register('order/check', async (body, context) => {
    const { app, locale } = context
    await ownOrder(context, body.sdk_order_id)
    const state = await checkOrder(app.ctx, body.sdk_order_id)
    if (!state) throw new AppError('OrderNotFound')
    return { record: toRecord(app, await ownOrder(context, body.sdk_order_id), locale), ...state }
  })

  register('order/explain', async (body, context) => {
    const { app, locale } = context
    if ((body.cp_goods_id === '') === (body.sdk_order_id === ''))
      throw new AppError('InvalidParams', {
        issues: [{ path: 'cp_goods_id', message: 'or sdk_order_id, one of the two' }],
      })
    // Only a call with a token has a session to lose: without one, the reason says what to do.
    const player = context.token === '' ? undefined : await context.player()
    if (body.sdk_order_id !== '') {
      const { accountId } = player ?? (await context.player())
      return await explainOrder(app, accountId, body.sdk_order_id, locale)
    }
    const buying = purchase(context, app.catalog.find(body.cp_goods_id)?.price_cents ?? 0)
    return await explainItem(app, player?.accountId, body, buying, locale)
  })

  register('payment/order/epoint/pay', async (body, context) => {
    const { app } = context
    const paid = await payWithPoints(app.ctx.q, hashToken(context.token), body.paymentId)
    if (paid.refusal === 'session') return await sessionGone(context)
    if (paid.refusal === 'ePointNumInsufficient') {
      throw new AppError(paid.refusal, { basicNum: paid.basic, presentNum: paid.present })
    }
    if (paid.refusal !== null) throw new AppError(paid.refusal)
    app.wake('deliver')
    return { sdk_order_id: body.paymentId, status: paid.status, basicNum: paid.basic, presentNum: paid.present }
  })
}

/** The statement found no live session: the session module says which of the two answers that is. */
async function sessionGone({ app, player }: CallContext): Promise<never> {
  app.bus.local('session', String((await player()).accountId))
  await player()
  throw new AppError('tokenFail')
}
