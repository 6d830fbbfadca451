import { NoAnswer } from '@hc/channels/http'
import { AppError } from '@hc/contract/errors'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import { redeemCode } from '../../../apps/server/src/shop/campaign/redeem.ts'
import { storeWebhook } from '../../../apps/server/src/shop/payment/store-webhook.ts'
import { checkOrder } from '../../../apps/server/src/shop/order/check-order.ts'
import {
  type CreateOrder,
  createOrder,
  type SellableProduct,
} from '../../../apps/server/src/shop/order/create-order.ts'
import { startPayment } from '../../../apps/server/src/shop/payment/payments.ts'
import { payWithPoints } from '../../../apps/server/src/shop/order/pay-with-points.ts'
import { ackDelivery, pullDeliveries } from '../../../apps/server/src/shop/delivery/outbox.sql.ts'
import { EXACT_PACK } from '@hc/domain/money/exact-points'
import { exactPack, marketOf, priceIn, type Currency, type Catalog, items, type Order, packs } from './goods.ts'
import type { PriceBooks } from './price-books.ts'
import { worker } from './jobs.ts'
import { createOperators } from './operators.ts'
import { createPlayers, hash, type Player, type Start } from './players.ts'
import { createBank } from './bank.ts'
import { count, type Rng, type Tally } from './rng.ts'
import { type Books, type How, letter } from './shop.ts'
import type { AnswerLog } from './world-checks.ts'
import { type Code, codes, type Hook } from './world-gateways.ts'

export type Workload = ReturnType<typeof createWorkload>

// The route that opens a payment page shows the order's own page then.
const noAnswer = (error: unknown): null => {
  if (error instanceof NoAnswer) return null
  throw error
}
/** Weights in place of the usual ones, where a rare case is looked for. */
export type Often = {
  cancelled?: number
  buyAfterAll?: number
  giveBack?: number
  workOff?: number
  giveUp?: number
  /** Acts of the desk by their names in desk.ts, and `manyTabs`: one person in several tabs. */
  desk?: Readonly<Record<string, number>>
  /** Money in another currency than its order's. */
  stray?: number
  /** The share of steps in which a price of a book changes. */
  bookPrices?: number
}
type Options = {
  rng: Rng
  often?: Often | undefined
  vouchers?: Rng | undefined
  channel?: Code | undefined
  wallets: readonly (readonly [number, number])[]
  books: Books
  told: AnswerLog
  faults: Tally
  start: Start
  free: () => number
  catalog: Catalog
  /** The currency of an order that is not in dollars, and the lists of prices there. */
  mint: () => Currency | undefined
  /** The missing points that a player buys exactly; 0: a pack is bought. */
  lacking: () => number
  prices: PriceBooks
  /** The terms that the law makes an order in dollars freeze. */
  lawOf: (kind: 'item' | 'coin') => Order['terms']
}

/** The actions of players, the gateways' staff and the shop's workers, one at a time, by the seed. */
export function createWorkload({
  rng,
  often = {},
  vouchers,
  channel,
  wallets,
  books,
  told,
  faults,
  start,
  free,
  catalog,
  mint,
  lacking,
  prices,
  lawOf,
}: Options) {
  const orders: Order[] = []
  /** Half of the orders go there, because rare events need many orders. */
  const favourite = rng.pick(codes)
  const urgent: (() => void)[] = []
  const { players, login, leave, arrive } = createPlayers({ rng, wallets, faults, start, urgent })
  /** Sent without an answer: the receiving process may have died. */
  const underWay = new Set<Hook>()

  /** In two tabs: an order in one, the deletion in the other. */
  function flee(): void {
    const player = rng.pick(players)
    leave(player)
    if (free() > 1 && rng.chance(0.6)) create(newOrder(rng.pick(['item', 'pack', 'points']), player))
    if (free() > 1 && rng.chance(0.3)) redeem(player)
  }
  const create = (order: Order): void => start('create', (ctx) => createOne(ctx, order))
  /** The player's price of an order that is not in dollars. */
  function localPrice(order: Order, base: number): Pick<CreateOrder, 'price' | 'priceId' | 'exact'> {
    const { currency, product, shown } = order
    if (product.cp_goods_id === EXACT_PACK) return exactPrice(order)
    if (!currency || !shown) return {}
    const price = priceIn(currency, product, base)
    const terms = { ...price.terms, market: marketOf[currency], price_id: shown.id }
    return { price: { ...price, amount: shown.amount, terms }, priceId: shown.id }
  }
  /** Points by number, requested by a process that may have older prices than the database. */
  function exactPrice({ currency, product, shown }: Order): Pick<CreateOrder, 'price' | 'exact'> {
    const points = product.price_cents
    const local = currency && shown ? { ...priceIn(currency, product, points), amount: shown.amount } : undefined
    const price = local ?? { currency: 'USD', amount: points, points, baseCents: points }
    const terms = currency && { ...local?.terms, market: marketOf[currency], point_rate: 1 }
    return {
      price: { ...price, ...(terms && { terms }) },
      exact: { points, currency: price.currency, amount_minor: price.amount },
    }
  }
  /** Every third player chooses what to pay with. The same key always means the same wish. */
  const chosenMethod = ({ key, channel: where }: Order): Pick<CreateOrder, 'method' | 'methodWish'> =>
    where !== 'hcpoint' && Number(/\d+/.exec(key)?.[0]) % 3 === 0
      ? { methodWish: 'card', method: { code: 'card', country: 'JP' } }
      : {}
  async function createOne(ctx: Ctx, order: Order): Promise<void> {
    const price = catalog.get(order.product.cp_goods_id) ?? order.product.price_cents
    const result = await createOrder(ctx, {
      tokenHash: hash(order.player.token),
      idempotencyKey: order.key,
      product: { ...order.product, price_cents: price },
      ...localPrice(order, price),
      ...(order.terms && { terms: order.terms }),
      ...chosenMethod(order),
      channelCode: order.channel,
      serverId: 's1',
      roleId: order.role,
    }).catch((error: unknown) => {
      // The order exists without its payment page: the client knows its number, too.
      if (error instanceof AppError && error.key === 'PaymentInitFailed')
        return { sdk_order_id: String(error.data?.sdk_order_id) }
      // The player sees the new price and agrees to another body, which has its own key.
      if (error instanceof AppError && error.key === 'PriceChanged' && order.currency) {
        order.shown = prices.shown(order.currency, order.product)
        order.key += "'"
      }
      throw error
    })
    if (result === 'session') return
    order.no = result.sdk_order_id
    told.orders.set(order.key, (told.orders.get(order.key) ?? new Set()).add(result.sdk_order_id))
  }

  function exactly(pack: SellableProduct): SellableProduct {
    const points = lacking()
    return points > 0 ? exactPack(points) : pack
  }
  function newOrder(kind: 'item' | 'pack' | 'points', player = rng.pick(players)): Order {
    // Each takes most of the wallet, so not all can be paid.
    const dear = (): SellableProduct => ({
      cp_goods_id: 'gem_dear',
      kind: 'item',
      price_cents: Math.max(1, Math.floor(player.points * (0.6 + 0.35 * rng.next()))),
      bonus_pct: 100,
      name: '',
    })
    const currency = kind === 'points' ? undefined : mint()
    const order: Order = {
      key: `key-${orders.length}`,
      ...(currency ? { currency } : {}),
      player,
      role:
        kind === 'pack' && rng.chance(0.4) ? '' : rng.chance(0.7) ? (player.roles[0] ?? '') : rng.pick(player.roles),
      channel: kind === 'points' ? 'hcpoint' : (channel ?? (rng.chance(0.5) ? favourite : rng.pick(codes))),
      no: null,
      product: kind === 'pack' ? exactly(rng.pick(packs)) : kind === 'points' ? dear() : rng.pick(items),
    }
    if (currency) order.shown = prices.shown(currency, order.product)
    const terms = currency || order.product.cp_goods_id === EXACT_PACK ? undefined : lawOf(order.product.kind)
    if (terms) order.terms = terms
    orders.push(order)
    return order
  }
  function buy(kind: 'item' | 'pack' | 'points'): void {
    const order = newOrder(kind)
    create(order)
    if (rng.chance(0.15) && free() > 0) {
      count(faults, 'double click')
      create(order)
    }
  }
  /** Orders of an item with a bonus that their gateways ended unpaid. */
  const payable = (): Order[] =>
    orderList().filter(({ no, product }) => {
      const payment = product.kind === 'item' && product.bonus_pct > 0 && books.gateways.find(no ?? '')?.payment
      return payment && payment.state === 'cancelled' && payment.captures.length === 0
    })
  /** The player orders the item again for the same character. The bank may pay the first order late. */
  function buyAfterAll(): void {
    const order: Order = { ...rng.pick(payable()), key: `key-${orders.length}`, no: null }
    orders.push(order)
    count(faults, 'bought again after the first was cancelled')
    create(order)
  }
  /** Many requests reach one process at the same moment: its statements go out in batches. */
  function rush(): void {
    const batch = Array.from({ length: 3 + rng.int(3) }, () => newOrder(rng.pick(['item', 'pack', 'points'])))
    const again = orders.length > batch.length ? [rng.pick(orders), rng.pick(orders)] : []
    const hooks = books.gateways.hooks.splice(0, 5)
    start('rush', async (ctx) => {
      const ends = await Promise.allSettled(
        [...batch, ...again]
          .map((order) => createOne(ctx, order))
          .concat(hooks.map((hook) => sendOne(ctx, hook, 'genuine'))),
      )
      for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof AppError)) throw end.reason
    })
  }

  function payPoints(order: Order): void {
    start('pay by points', async (ctx) => {
      const paid = await payWithPoints(ctx.q, hash(order.player.token), order.no ?? '')
      if (paid.basic !== null) order.player.points = Number(paid.basic) + Number(paid.present)
      if (paid.refusal === null) told.pointsPaid.add(order.no ?? '')
    })
  }
  /** One player makes several orders, of which the wallet can pay one, and pays all of them at the same moment. */
  function spree(): void {
    const player = rng.pick(players)
    const batch = Array.from({ length: 3 }, () => newOrder('points', player))
    start('spree', async (ctx) => {
      await Promise.allSettled(batch.map((order) => createOne(ctx, order)))
      urgent.push(() => {
        for (const order of batch) if (order.no && free() > 0) payPoints(order)
      })
    })
  }
  /** The player, twice, and the shop's workers act on one order at the same moment. */
  function pile(): void {
    const paid = orderList().filter(hasPaid)
    const { no } = rng.pick(paid.length > 0 ? paid.slice(-3) : orderList())
    for (const what of ['check', 'inbox', 'check'] as const) {
      if (free() < 2) return
      if (what === 'check') check(no ?? '')
      else work('inbox')
    }
  }
  /** A code for one of the player's characters; asked again, it answers with the same redemption. */
  function redeem(player = rng.pick(players), wantedCode?: string): void {
    const code = wantedCode ?? rng.pick(['each', 'each', 'scarce', 'scarce', 'owned', 'owned', 'none'])
    const roleId = rng.pick(player.roles)
    for (let n = rng.chance(0.7) ? 3 : 1; n > 0 && free() > 0; n--)
      start('redeem', async (ctx) => {
        const redemption = await redeemCode(ctx, { tokenHash: hash(player.token), code, serverId: 's1', roleId })
        if (redemption !== 'session' && 'number' in redemption) told.redeemed.add(redemption.number)
      })
  }
  const check = (no: string): void => start('check', (ctx) => checkOrder(ctx, no))
  const orderList = (channel?: Order['channel']): Order[] =>
    orders.filter((order) => order.no && (!channel || order.channel === channel))
  const hasPaid = ({ no }: Order): boolean => (books.gateways.find(no ?? '')?.payment.captures.length ?? 0) > 0

  async function sendOne(ctx: Ctx, hook: Hook, how: How): Promise<void> {
    const { raw, headers } = letter(books.gateways, hook, how)
    if (how === 'genuine') underWay.add(hook)
    try {
      await storeWebhook(ctx, hook.code, raw, headers)
      if (how === 'genuine') books.gateways.heard(hook)
      underWay.delete(hook)
    } catch (error) {
      underWay.delete(hook)
      // The gateway retries refused news.
      if (how === 'genuine') {
        books.gateways.hooks.push(hook)
        throw error
      }
      if (!(error instanceof AppError && ['Unauthorized', 'SystemBusy'].includes(error.key))) throw error
    }
  }
  const send = (hook: Hook, how: How = 'genuine'): void => start('webhook', (ctx) => sendOne(ctx, hook, how))
  function webhook(): void {
    const { hooks } = books.gateways
    const [hook] = hooks.splice(rng.int(hooks.length), 1)
    if (!hook) return
    if (rng.chance(hook.kind === 'refunded' ? 0.4 : 0.12)) {
      drop(hook)
      return
    }
    if (rng.chance(0.2)) {
      count(faults, 'webhook duplicated')
      hooks.push(hook)
      if (free() > 1) send(hook)
    }
    send(hook)
  }
  /** Sends news again that no other source has. */
  function drop(hook: Hook): void {
    count(faults, hook.sure ? 'webhook lost, told again' : 'webhook dropped')
    if (hook.sure) books.gateways.late.push(hook)
  }
  function forge(): void {
    const { code, fake, payment } = rng.pick(books.gateways.payments())
    // Only these sign the age of a webhook.
    const how = rng.weigh({
      'wrong secret': 3,
      changed: 2,
      ...(code === 'sandbox' || code === 'stripe' ? { stale: 1 } : {}),
    })
    count(faults, `webhook forged: ${how}`)
    send({ code, news: rng.pick(fake.rumour(payment.orderNo, 'paid')), kind: 'paid', txn: '', sure: false }, how)
  }

  /** The game pulls its deliveries and reports its grants, at the same moment as the pushes. */
  function pull(): void {
    start('pull', async (ctx) => {
      for (const { payload } of await pullDeliveries(ctx.q, 1 + rng.int(4), '', '')) {
        const { grant_id, refused } = books.game.handle(payload).json as { grant_id?: string; refused?: string }
        if (rng.chance(0.6)) {
          await ackDelivery(ctx.q, payload.delivery_id, grant_id ?? null, refused ?? null)
          continue
        }
        // It forgets to report: the push finds the grant, unless the buyer's bank is faster.
        const at = books.gateways.find(payload.sdk_order_id)
        const [capture] = at?.payment.captures ?? []
        if (at && capture && rng.chance(0.5) && books.gateways.chargeBack(at, capture.txn, 1))
          count(faults, 'charged back before the game told')
      }
    })
  }

  const work = (job: keyof typeof worker): void => start(job, worker[job])

  /** Starts one random action. */
  function act(): void {
    if (urgent.length > 0 && free() > 2) {
      urgent.shift()?.()
      return
    }
    const some = orderList().length > 0
    const what = rng.weigh({
      item: 9,
      pack: 6,
      points: 3,
      spree: 5,
      rush: 3,
      redeem: 3,
      pull: 5,
      login: 2,
      flee: 4,
      arrive: 1,
      inbox: 8,
      deliver: 10,
      refund: 8,
      repair: 9,
      books: 1,
      ...(orders.length > 0 ? { again: 4 } : {}),
      ...(payable().length > 0 ? { buyAfterAll: often.buyAfterAll ?? 4 } : {}),
      ...(orderList('hcpoint').length > 0 ? { payPoints: 5 } : {}),
      ...(some ? { check: 4, pile: 7, open: 4, giveBack: often.giveBack ?? 3 } : {}),
      ...(books.gateways.hooks.length > 0 ? { webhook: 26 } : {}),
      ...(books.gateways.payments().length > 0 ? { forge: 4 } : {}),
      ...(books.gateways.failed().length > 0 || told.refunds.size > 0
        ? { workOff: often.workOff ?? 6, giveUp: often.giveUp ?? 4 }
        : {}),
    })
    switch (what) {
      case 'item':
      case 'pack':
      case 'points':
        buy(what)
        break
      case 'login':
        login(rng.pick(players))
        break
      case 'flee':
        flee()
        break
      case 'arrive':
        arrive(rng.pick(players))
        break
      case 'again':
        create(rng.pick(orders))
        break
      case 'buyAfterAll':
        buyAfterAll()
        break
      case 'payPoints':
        payPoints(rng.pick(orderList('hcpoint')))
        break
      case 'check':
        check(rng.pick(orderList()).no ?? '')
        break
      case 'pile':
        pile()
        break
      case 'redeem':
        redeem()
        break
      case 'giveBack':
        giveBack()
        break
      case 'workOff':
        workOff()
        break
      case 'giveUp':
        giveUp()
        break
      case 'pull':
        pull()
        break
      case 'spree':
        spree()
        break
      case 'open': {
        const { no } = rng.pick(orderList())
        start('open', (ctx) => startPayment(ctx, no ?? '').catch(noAnswer))
        break
      }
      case 'forge':
        forge()
        break
      case 'rush':
        rush()
        break
      case 'webhook':
        webhook()
        break
      default:
        work(what)
    }
  }

  const pickPaid = (): Order => {
    const paid = orderList().filter((order) => told.pointsPaid.has(order.no ?? '') || hasPaid(order))
    return rng.pick(paid.length > 0 ? paid : orderList())
  }
  const { giveBack, giveUp, workOff } = createOperators({ rng, books, told, faults, start, free, pickPaid })
  const bank = createBank({ rng, often, vouchers, books, faults, urgent, free, check })

  return {
    act,
    bank,
    work,
    workOff,
    players,
    login,
    leave,
    arrive,
    redeem: (player: Player) => redeem(player, 'owned'),
    orders: () => orders.length,
    /** Orders whose numbers their players know. */
    known: () => orderList(),
    /** Orders whose money came. */
    paid: () => orderList().filter(hasPaid),
    /** Every create whose answer never came is asked again with its key, as the portal does. */
    unanswered: () => orders.filter((order) => !order.no),
    create,
    /** Some pending news is never sent at the end, except news that no other source has. */
    loseSome(): void {
      const { hooks, late } = books.gateways
      for (const hook of hooks.splice(0))
        if (!hook.sure && rng.chance(0.3)) drop(hook)
        else hooks.push(hook)
      hooks.push(...late.splice(0), ...[...underWay].filter(({ sure }) => sure))
    },
    /** Banks move money long after the orders ended. */
    payLate(): void {
      for (const at of books.gateways.payments()) {
        if (at.payment.state !== 'cancelled' || !rng.chance(0.4)) continue
        count(faults, 'paid late')
        books.gateways.charge(at)
      }
    },
    /** All payments and refunds at the gateways have ended. */
    settleOutside(): void {
      const { gateways } = books
      gateways.lapse()
      for (const { code, fake, payment, refund } of gateways.pending())
        gateways.tell(code, 'refunded', fake.finish(payment, refund))
      for (const { payment } of gateways.payments()) if (payment.state === 'strange') payment.state = 'open'
    },
    /** The last vouchers are paid or run out. */
    settleVouchers(chances: Rng): void {
      for (const at of books.gateways.promised()) {
        const isPaid = chances.chance(0.6)
        count(faults, isPaid ? 'voucher paid' : 'voucher ran out')
        if (isPaid) books.gateways.charge(at)
        else books.gateways.tell(at.code, 'ended', at.fake.expire(at.payment.orderNo))
      }
    },
    sendNext(): boolean {
      const hook = books.gateways.hooks.shift()
      if (hook) send(hook)
      return hook !== undefined
    },
  }
}
